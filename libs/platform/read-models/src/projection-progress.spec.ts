import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BehindLogError } from '#libs/platform/event-store';
import { eventually } from '../../../../test/support/condition.js';
import { MongoFixture } from '../../../../test/support/mongodb-fixture.js';
import { changed, Gate } from '../../../../test/support/projection-world.js';
import type { DocumentStore } from './document-store.js';
import { openDocumentStore } from './open-document-store.js';
import type { Projection } from './projection.js';
import { StoredProgress } from './projection-progress.js';
import { type ReadModel, ReadModels } from './read-models.js';

const NAMES = ['one', 'two', 'three'];
/** Longer than a test takes: what was read counts all the while. */
const LONG_MS = 60_000;

describe('reads of what another process projects', () => {
  let fixture: MongoFixture;
  let documents: DocumentStore;

  beforeEach(async () => {
    fixture = await MongoFixture.start({ replicaSet: true });
    documents = await openDocumentStore({ url: fixture.url(), directory: '' });
    for (const name of NAMES) await generation(name, 1, 5n);
    // the driver makes its connections
    fixture.delay = 20;
    await Promise.all(NAMES.flatMap((name) => [1, 2, 3].map(() => documents.get(name, 'a'))));
    fixture.forget();
  });
  afterEach(async () => {
    await documents.close();
    await fixture.stop();
  });

  /** Makes a generation that has everything up to a position the live one. */
  async function generation(name: string, number: number, position: bigint): Promise<void> {
    const collection = `${name}_v1_g${number}`;
    await documents.ensureCollection({ name: collection, indexes: [{ name: 'n', fields: ['n'] }] });
    const document = { id: 'a', n: number };
    await documents.write({
      writes: [{ collection, id: 'a', document, position }],
      checkpoints: [{ name: collection, position }],
    });
    const before = number === 1 ? undefined : `${name}_v1_g${number - 1}`;
    await documents.setPointer(name, before, collection);
  }

  async function drop(collection: string): Promise<void> {
    await documents.deleteCheckpoint(collection);
    await documents.dropCollection(collection);
  }

  function modelsOver(
    progress: StoredProgress,
    patienceMs = LONG_MS,
  ): readonly ReadModel<{ id: string; n: number }>[] {
    const projections = NAMES.map((name) => ({ name, version: 1 }) as Projection);
    const models = new ReadModels(documents, projections, progress, {} as never, patienceMs);
    return projections.map((projection) => models.of(projection as never));
  }

  const progressOver = (store: DocumentStore = documents, trustMs = LONG_MS): StoredProgress =>
    new StoredProgress(store, NAMES, trustMs);
  const ofStore = (): readonly string[] => fixture.finds.filter((name) => name.startsWith('store'));

  it('look for all generations and checkpoints at once, for the first of them', async () => {
    const read = (): Promise<unknown> =>
      Promise.all(modelsOver(progress).flatMap((model) => [model.get('a'), model.get('a', 3n)]));
    const progress = progressOver();
    await read();
    expect([...ofStore()].sort()).toEqual(['store.checkpoints', 'store.pointers']);
    expect([fixture.count('find'), fixture.roundTrips]).toEqual([2 + NAMES.length, 2]);

    fixture.forget();
    await read();
    expect(ofStore()).toEqual([]);
    // one for both reads of a read model
    expect([fixture.count('find'), fixture.roundTrips]).toEqual([NAMES.length, 1]);
  });

  it('are looked for in time only while there are any', async () => {
    const progress = progressOver(documents, 10);
    const stop = new AbortController();
    const watching = progress.watch(stop.signal);
    progress.live('one');
    await eventually(() => (ofStore().length > 4 ? true : undefined));
    stop.abort();
    await watching;
    const idle = progressOver(documents, 10);
    const other = new AbortController();
    const unused = idle.watch(other.signal);
    fixture.forget();
    for (let n = 0; n < 5; n++) await documents.get('one', 'a');
    expect(ofStore()).toEqual([]);
    other.abort();
    await unused;
  });

  it('wait for a position with one look at a time for all of them', async () => {
    const progress = progressOver();
    await progress.look();
    fixture.forget();
    const reading = Promise.all(modelsOver(progress).map((model) => model.get('a', 9n)));
    await eventually(() => (ofStore().length >= 6 ? true : undefined));
    expect(fixture.mostAtOnce).toBe(2);
    for (const name of NAMES) await generation(name, 2, 9n);
    expect((await reading).map((found) => found?.n)).toEqual([2, 2, 2]);
  });

  it('answer nothing that is older than what they ask for', async () => {
    const progress = progressOver();
    const [model] = modelsOver(progress, 30);
    await expect(model!.get('a', 6n)).rejects.toThrow(BehindLogError);
    expect(await model!.get('a', 5n)).toEqual({ id: 'a', n: 1 });
  });

  it('find what they read in the generation that took the place of one that was dropped', async () => {
    const progress = progressOver();
    await progress.look();
    await generation('one', 2, 7n);
    await drop('one_v1_g1');
    const [model] = modelsOver(progress);
    const page = { index: 'n', equals: [], limit: 5 };
    const [one, many, found] = await Promise.all([
      model!.get('a'),
      model!.getMany(['a', 'none']),
      model!.find(page),
    ]);
    const document = { id: 'a', n: 2 };
    expect([one, many, found.items]).toEqual([document, [document, undefined], [document]]);
  });

  it('look once more where a look was under way already when a generation was dropped', async () => {
    const gate = new Gate();
    const looked = changed(documents, {
      pointers: async (names) => {
        const found = await documents.pointers(names);
        if (looks++ === 1) await gate.pass();
        return found;
      },
    });
    let looks = 0;
    const progress = progressOver(looked);
    await progress.look();
    const early = progress.look();
    await eventually(() => (gate.reached ? true : undefined));
    await generation('one', 2, 7n);
    await drop('one_v1_g1');
    const [model] = modelsOver(progress);
    const reading = model!.get('a');
    await eventually(() => (fixture.finds.at(-1) === 'one_v1_g1' ? true : undefined));
    gate.open();
    await early;
    expect(await reading).toEqual({ id: 'a', n: 2 });
  });

  it('say that nothing is there where nothing is, having made sure together', async () => {
    const progress = progressOver();
    await progress.look();
    fixture.forget();
    const ids = ['none', 'nor', 'neither'];
    const found = await Promise.all(
      modelsOver(progress).flatMap((model) => ids.map((id) => model.get(id))),
    );
    expect(found).toEqual(Array.from({ length: 9 }));
    // those who have missed while the first look was under way share the next one
    expect(ofStore().length).toBeLessThan(9);
  });

  it('do not count for long on what they know, unless it is watched', async () => {
    const progress = progressOver(documents, 40);
    await progress.look();
    await eventually(() => (progress.live('one') === undefined ? true : undefined));
    const ended = new AbortController();
    const watching = progress.watch(ended.signal);
    await eventually(() => progress.live('one'));
    await generation('one', 2, 7n);
    await eventually(() => (progress.live('one')?.position === 7n ? true : undefined));
    ended.abort();
    await watching;
  });
});
