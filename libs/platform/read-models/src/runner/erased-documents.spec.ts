import { beforeEach, describe, expect, it } from '@jest/globals';
import type { StoredEvent } from '#libs/platform/event-store';
import { PATIENCE_MS } from '../../../../../test/support/condition.js';
import { g, NAME, openEach, world } from '../../../../../test/support/each-projection-world.js';
import {
  changed,
  counters,
  decodePlainly,
  until,
} from '../../../../../test/support/projection-world.js';
import type { ErasureWatch } from './subscription-context.js';

const SPOILT = 1_000;

/** A read model of one document for each stream; its numbers are the data of the person who has the stream. */
const owned = counters({
  documents: ({ stream }) => [stream],
  history: { streams: (id) => [{ stream: id }], fixed: {} },
});

describe('the erasure of a person', () => {
  openEach();
  let erased: boolean;
  let ofJane: string[];
  beforeEach(() => {
    erased = false;
    ofJane = [];
  });

  const watch: ErasureWatch = {
    typePrefix: 'person.Erased.v',
    isPersonal: (type) => type === 'counter.Added',
    concerns: ({ stream }) => ofJane.includes(stream),
    apply: () => {
      erased = true;
      return Promise.resolve(ofJane);
    },
  };
  /** What can't be read any more counts for nothing. */
  const decode = (events: readonly StoredEvent[]) =>
    Promise.resolve(
      events.map((stored) => {
        const event = decodePlainly(stored);
        if (!erased || !ofJane.includes(stored.stream)) return event;
        return { ...event, data: { ...event.data, n: 0 } };
      }),
    );
  const add = (stream: string, n: number): Promise<bigint> =>
    world.append('counter.Added.v1', { ids: [], n }, stream);

  it('folds the documents with data of the person anew, those of no one else, and reads nothing else', async () => {
    ofJane = Array.from({ length: 70 }, (_, i) => `jane-${i}`);
    for (const stream of [...ofJane, ...ofJane, 'joe-1', 'joe-2']) await add(stream, SPOILT);
    let whole = 0;
    const read = new Set<string>();
    const eventStore = changed(world.log, {
      readAll: (options) => {
        whole += 1;
        return world.log.readAll(options);
      },
      readStream: (stream, options) => {
        read.add(stream);
        return world.log.readStream(stream, options);
      },
    });
    const refolded = new Set<string>();
    const runner = world.runner({
      eventStore,
      decode,
      erasures: watch,
      projections: [
        changed(owned, {
          fold: (document, event, id) => {
            if (erased) refolded.add(id);
            return owned.fold(document, event, id);
          },
        }),
        counters({ name: 'counters.impersonal', impersonal: true }),
        counters({ name: 'counters.other', events: ['counter.Removed'] }),
      ],
    });
    await runner.start();
    await runner.waitFor('all', await world.log.head(), PATIENCE_MS);
    const before = await world.stored(g(1));
    expect(before.get('jane-0')).toMatchObject({ sum: 2 * SPOILT });

    const erasure = await world.append('person.Erased.v1', {}, 'erasures');
    await runner.waitFor('all', erasure, PATIENCE_MS);
    const after = await world.stored(g(1));
    for (const stream of ofJane) expect(after.get(stream)).toMatchObject({ sum: 0 });
    for (const stream of ['joe-1', 'joe-2']) expect(after.get(stream)).toEqual(before.get(stream));
    expect([...refolded].sort()).toEqual([...ofJane].sort());
    expect([...read].sort()).toEqual([...ofJane].sort());
    expect(whole).toBe(0);
    expect(await world.documents.get(g(1), 'jane-3')).toMatchObject({ sum: 0 });
    await runner.waitFor('all', await add('joe-1', 1), PATIENCE_MS);
    expect(await world.documents.get(g(1), 'joe-1')).toMatchObject({ sum: SPOILT + 1 });
  });

  it('is an event like any other for the projections that want it, and so is what follows it', async () => {
    const every = counters({ events: ['counter.Added', 'person.Erased' as never] });
    const projection = changed(every, {
      documents: ({ stream }) => [stream],
      fold: (document, event, id) =>
        every.fold(document, { ...event, data: { ids: [], n: 1 } }, id),
    });
    // one batch
    for (const stream of ['joe-1', 'erasures', 'joe-1', 'erasures', 'joe-2']) {
      await world.append(
        stream === 'erasures' ? 'person.Erased.v1' : 'counter.Added.v1',
        {},
        stream,
      );
    }
    const applied: string[] = [];
    const erasures: ErasureWatch = {
      ...watch,
      apply: ({ stream }) => Promise.resolve((applied.push(stream), [])),
    };
    const runner = world.runner({ decode, erasures, projections: [projection] });
    await runner.start();
    await runner.waitFor('all', await world.log.head(), PATIENCE_MS);
    expect(applied).toEqual(['erasures', 'erasures']);
    expect([...(await world.stored(g(1))).values()]).toMatchObject([
      { id: 'erasures', sum: 2 },
      { id: 'joe-1', sum: 2 },
      { id: 'joe-2', sum: 1 },
    ]);
  });

  it('reaches a generation that was built half before it', async () => {
    ofJane = ['jane-1'];
    await add('jane-1', SPOILT);
    for (let i = 0; i < 100; i++) await add('joe-1', 1);
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    let folded = 0;
    let building = false;
    const runner = world.runner({
      erasures: watch,
      projections: [owned],
      decode: async (events) => {
        // the rebuild has data of the person in memory, and gets no further
        if (building && (folded += events.length) > 50 && events.length > 1) await gate;
        return decode(events);
      },
    });
    await runner.start();
    await runner.waitFor('all', await world.log.head(), PATIENCE_MS);
    building = true;
    await runner.generations.rebuild(NAME);
    await until('half', () => folded > 50);
    building = false;
    const erasure = await world.append('person.Erased.v1', {}, 'erasures');
    await runner.waitFor('all', erasure, PATIENCE_MS);
    expect(await world.documents.get(g(1), 'jane-1')).toMatchObject({ sum: 0 });
    expect(await runner.generations.behind([NAME], erasure)).toEqual([g(2)]);
    open();
    await until('live', async () => (await world.documents.pointer(NAME)) === g(2));
    expect(await world.documents.get(g(2), 'jane-1')).toMatchObject({ sum: 0 });
    expect(await runner.generations.behind([NAME], erasure)).toEqual([]);
  });
});
