import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type StoredEvent, StoreUnavailableError } from '#libs/platform/event-store';
import type { RecordedOf } from '#libs/platform/kernel';
import { PATIENCE_MS } from '../../../../../test/support/condition.js';
import { MongoFixture } from '../../../../../test/support/mongodb-fixture.js';
import {
  changed,
  type CounterDocument,
  type CounterEvent,
  counters,
  decodePlainly,
  ProjectionWorld,
  until,
} from '../../../../../test/support/projection-world.js';
import type { ErasureWatch } from '../runner/subscription-context.js';
import { createGeneration, dropGeneration } from './generations.js';
import { KEPT_EVERY, keptVersionsOf } from '../past/past-fold.js';
import { openMongoDocumentStore } from '../mongodb/mongodb-document-store.js';
import type { Projection } from '../projection.js';

const NAME = 'counters.counter';
const g = (number: number): string => `counters_counter_v1_g${number}`;
const past = (number: number): string => keptVersionsOf(g(number)).name;

/** A read model of one document for each stream. */
const owned = counters({
  documents: ({ stream }) => [stream],
  history: { streams: (id) => [{ stream: id }], fixed: {} },
});

let world: ProjectionWorld;
beforeEach(async () => {
  world = await ProjectionWorld.open();
});
afterEach(() => world.close());

const add = (stream: string, n = 1): Promise<bigint> =>
  world.append('counter.Added.v1', { ids: [], n }, stream);

/** Appends so many events to each of some streams, in turns; answers their positions by stream. */
async function addMany(events: number, ...streams: string[]): Promise<Map<string, bigint[]>> {
  const positions = new Map(streams.map((stream): [string, bigint[]] => [stream, []]));
  for (let n = 0; n < events; n++) {
    for (const stream of streams) positions.get(stream)?.push(await add(stream));
  }
  return positions;
}

async function kept(number: number): Promise<unknown[]> {
  const found: [number, unknown][] = [];
  for await (const { document } of world.documents.scan(past(number))) {
    found.push([document['place'] as number, document]);
  }
  return found.sort(([a], [b]) => a - b).map(([, version]) => version);
}

/** What has to be kept, by a fold of the log. */
async function expected(
  decode: (event: StoredEvent) => unknown = decodePlainly,
): Promise<unknown[]> {
  const documents = new Map<string, CounterDocument | undefined>();
  const versions: unknown[] = [];
  const projection = owned as Projection<CounterDocument, CounterEvent>;
  for await (const stored of world.log.readAll({ filter: { typePrefixes: ['counter.'] } })) {
    const event = decode(stored) as RecordedOf<CounterEvent>;
    const { stream, revision, position } = event;
    const document = projection.fold(documents.get(stream), event, stream);
    documents.set(stream, document);
    if ((revision + 1) % KEPT_EVERY !== 0 || document === undefined) continue;
    versions.push({ of: stream, place: Number(position), stream, revision, document });
  }
  return versions;
}

describe('versions of documents', () => {
  it('are kept of every so manieth event of a stream, live and by a rebuild', async () => {
    await addMany(2 * KEPT_EVERY + 3, 'a', 'b');
    const runner = world.runner({ projections: [owned], limits: { batchEvents: 7 } });
    await runner.start();
    await addMany(KEPT_EVERY, 'b', 'c');
    await runner.waitFor('all', await world.log.head(), PATIENCE_MS);
    expect(await kept(1)).toHaveLength(6);
    expect(await kept(1)).toEqual(await expected());
    await runner.generations.rebuild(NAME);
    await until('live', async () => (await world.documents.pointer(NAME)) === g(2));
    expect(await kept(2)).toEqual(await expected());
  });

  it('are there for every document that is, however often the store gave up', async () => {
    await addMany(3 * KEPT_EVERY, 'a', 'b');
    let writes = 0;
    const documents = changed(world.documents, {
      write: (batch) =>
        ++writes % 5 === 0
          ? Promise.reject(new StoreUnavailableError('away'))
          : world.documents.write(batch),
    });
    const limits = { batchEvents: KEPT_EVERY, pendingEvents: 1, writeDocuments: 1 };
    const runner = world.runner({ projections: [owned], documents, limits });
    await runner.start();
    expect(await runner.waitFor('all', await world.log.head(), PATIENCE_MS)).toBe(true);
    expect(writes).toBeGreaterThan(10);
    expect(await kept(1)).toEqual(await expected());
  });

  it('are those of whole appends', async () => {
    await addMany(KEPT_EVERY - 1, 'a');
    const data = { ids: [], n: 1 };
    const metadata = { at: '2026-03-02T15:00:00.000Z', commandId: 'last' };
    const events = [1, 2].map((n) => ({
      id: `00000000-0000-4000-8000-00000000000${n}`,
      type: 'counter.Added.v1',
      data: { ...data, n },
      metadata,
    }));
    await world.log.append('a', KEPT_EVERY - 2, events);
    const broken = changed(owned as Projection<CounterDocument, CounterEvent>, {
      fold: (document, event, id) => {
        if (event.type === 'counter.Added' && event.data.n === 2) throw new Error('no way');
        return owned.fold(document, event, id) as CounterDocument;
      },
    });
    const runner = world.runner({ projections: [broken] });
    await runner.start();
    await until('stopped', () => runner.status()[0]?.state === 'stopped');
    await runner.stop();
    expect(await kept(1)).toEqual([]);
    const mended = world.runner({ projections: [owned] });
    await mended.start();
    expect(await mended.waitFor('all', await world.log.head(), PATIENCE_MS)).toBe(true);
    expect(await kept(1)).toEqual(await expected());
    expect(await kept(1)).toHaveLength(1);
  });

  it('go with their generation, and none of another one is taken over', async () => {
    await addMany(KEPT_EVERY, 'a');
    const runner = world.runner({ projections: [owned] });
    await runner.start();
    await runner.generations.rebuild(NAME);
    await until('live', async () => (await world.documents.pointer(NAME)) === g(2));
    await runner.generations.drop(NAME, g(1));
    expect(await world.documents.listCollections()).toEqual([g(2), past(2)]);
    await runner.stop();
    await world.documents.setPointer(NAME, g(2), '');
    await world.documents.dropCollection(g(2));
    expect(await kept(2)).toHaveLength(1);
    for (const number of [1, 2]) {
      expect(await createGeneration(world.documents, owned)).toMatchObject({ number });
      expect(await kept(number)).toEqual([]);
    }
    for (const number of [1, 2]) await dropGeneration(world.documents, owned, g(number));
    expect(await world.documents.listCollections()).toEqual([]);
  });

  it('are not needed: a past without them is the same', async () => {
    const positions = (await addMany(3 * KEPT_EVERY, 'a')).get('a') ?? [];
    const runner = world.runner({ projections: [owned] });
    await runner.start();
    await runner.waitFor('all', await world.log.head(), PATIENCE_MS);
    const all = async (): Promise<unknown[]> => {
      const model = world.readModels([owned], runner).of(owned);
      return Promise.all(positions.map((asOf) => model.get('a', { asOf, at: '' })));
    };
    const before = await all();
    expect(before).toMatchObject(positions.map((_, n) => ({ sum: n + 1 })));
    await world.documents.dropCollection(past(1));
    expect(await all()).toEqual(before);
  });

  it('are looked for once where many documents have none', async () => {
    const streams = Array.from({ length: 20 }, (_, n) => `s${n}`);
    const positions = await addMany(2, ...streams);
    const runner = world.runner({ projections: [owned] });
    await runner.start();
    await runner.waitFor('all', await world.log.head(), PATIENCE_MS);
    let asked = 0;
    const { documents } = world;
    world.documents = changed(documents, {
      findStored: (collection, options) => {
        asked += 1;
        return documents.findStored(collection, options);
      },
    });
    const asOf = positions.get('s19')?.[0] ?? 0n;
    const look = () =>
      world.readModels([owned], runner).of(owned).getMany(streams, { asOf, at: '' });
    expect(await look()).toMatchObject(streams.map(() => ({ sum: 1 })));
    expect(asked).toBe(1);
    await addMany(KEPT_EVERY, 's0');
    await runner.waitFor('all', await world.log.head(), PATIENCE_MS);
    expect(await look()).toMatchObject(streams.map(() => ({ sum: 1 })));
    expect(asked).toBe(2 + streams.length);
  });

  it('are found beside servers as well', async () => {
    const mongo = await MongoFixture.start({ replicaSet: true });
    const documents = await openMongoDocumentStore({ url: mongo.url() });
    const beside = ProjectionWorld.over(world.log, documents);
    try {
      const positions = (await addMany(2 * KEPT_EVERY, 'a')).get('a') ?? [];
      const runner = beside.runner({ projections: [owned] });
      await runner.start();
      await runner.waitFor('all', await world.log.head(), PATIENCE_MS);
      const read: number[] = [];
      const log = changed(world.log, {
        readStream: async function* (...parameters) {
          for await (const event of world.log.readStream(...parameters)) {
            read.push(event.revision);
            yield event;
          }
        },
      });
      const model = beside.readModels([owned], runner, { log }).of(owned);
      const asOf = positions[KEPT_EVERY + 1] ?? 0n;
      expect(await model.get('a', { asOf, at: '' })).toMatchObject({ sum: KEPT_EVERY + 2 });
      expect(read).toEqual([KEPT_EVERY, KEPT_EVERY + 1, KEPT_EVERY + 2]);
      await runner.stop();
    } finally {
      await documents.close();
      await mongo.stop();
    }
  });
});

describe('versions with data of a person who is erased', () => {
  const erased = new Set<string>();
  beforeEach(() => {
    erased.clear();
  });
  const blanked = (stored: StoredEvent) => {
    const event = decodePlainly(stored);
    return erased.has(stored.stream) ? { ...event, data: { ...event.data, n: 0 } } : event;
  };
  const decode = (events: readonly StoredEvent[]) => Promise.resolve(events.map(blanked));
  const watch: ErasureWatch = {
    typePrefix: 'person.Erased.v',
    isPersonal: (type) => type === 'counter.Added',
    concerns: ({ stream }) => stream === 'jane',
    apply: () => {
      erased.add('jane');
      return Promise.resolve(['jane']);
    },
  };

  it.each([
    ['live', true],
    ['by a rebuild', false],
  ])('are folded anew %s, those of nobody else', async (_, isLive) => {
    const positions = await addMany(2 * KEPT_EVERY + 5, 'jane', 'joe');
    const runner = world.runner({ projections: [owned], erasures: watch, decode });
    if (isLive) {
      await runner.start();
      await runner.waitFor('all', await world.log.head(), PATIENCE_MS);
      expect(await kept(1)).toEqual(await expected());
    }
    // one look before that is remembered
    const models = world.readModels([owned], runner, { decode });
    const asOf = positions.get('jane')?.at(-3) ?? 0n;
    const look = (): Promise<unknown> => models.of(owned).get('jane', { asOf, at: '' });
    if (isLive) expect(await look()).toMatchObject({ sum: 2 * KEPT_EVERY + 3 });

    const erasure = await world.append('person.Erased.v1', {}, 'erasures');
    await addMany(1, 'jane', 'joe');
    await runner.start();
    await runner.waitFor('all', erasure, PATIENCE_MS);
    const after = await expected(blanked);
    expect(after).toMatchObject([{}, { document: { sum: 32 } }, {}, { document: { sum: 64 } }]);
    expect(await kept(1)).toEqual(after);
    // nobody has said that what was read before is to be forgotten
    expect(await look()).toMatchObject({ sum: 0 });
  });
});
