import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type CommandMetadata,
  type Decider,
  type DomainEvent,
  isRefusal,
  type Refusal,
  refuse,
  ruleProblem,
} from '#libs/platform/kernel';
import { eventHash } from '#libs/platform/proof';
import { RandomIds } from '#libs/platform/runtime';
import { countingIds } from '#libs/platform/testing';
import { shareHiddenClass } from '../../../../test/support/hidden-class.js';
import { AggregateStore, dataOf, type Outcome } from './aggregate-store.js';
import { EventCodec } from './event-codec.js';
import { defineEvents, EventRegistry } from './event-registry.js';
import {
  type AppendResult,
  type EventStore,
  type StoredEvent,
  StoreUnavailableError,
} from './event-store.js';
import { openEmbeddedEventStore } from './embedded/embedded-event-store.js';

type Counted = DomainEvent<'counter.Counted', { readonly by: number }>;

/** Counts up to 1,000; 13 is refused, 0 is nothing, 77 is counted in two steps. */
const counter: Decider<number, number, Counted> = {
  category: 'counter',
  initial: 0,
  decide(by, total) {
    if (Number.isNaN(by)) throw new TypeError('a bug');
    if (by === 13) return refuse(ruleProblem('counter.unlucky'));
    if (total + by > 1_000) return refuse(ruleProblem('counter.full'));
    const steps = by === 77 ? [70, 7] : [by].filter(Boolean);
    return steps.map((step) => ({ type: 'counter.Counted', data: { by: step } }));
  },
  evolve: (total, event) => total + event.data.by,
};

const registry = new EventRegistry([
  defineEvents<Counted>({ 'counter.Counted': { history: { title: 'Counted' } } }) as never,
]);
const noPersonalData = {
  ensure: () => Promise.resolve(),
  prefetch: () => Promise.resolve(),
  seal: () => '',
  opener: () => () => undefined,
};

let commands = 0;
function metadata(commandId = `command-${++commands}`): CommandMetadata {
  return {
    commandId,
    requestId: 'request',
    correlationId: 'request',
    causationId: 'request',
    caller: 'test',
    receivedAt: '2026-03-02T15:00:00.000Z',
  };
}

function aggregatesOn(store: EventStore): AggregateStore {
  return new AggregateStore({
    store,
    codec: new EventCodec(registry, noPersonalData),
    clock: { now: () => Date.parse('2026-03-02T15:00:00.000Z') },
    ids: new RandomIds(),
    derivedIds: countingIds,
  });
}

function outcomeOf<E extends DomainEvent>(result: Outcome<E> | Refusal): Outcome<E> {
  if (isRefusal(result)) throw new Error(JSON.stringify(result));
  return result;
}

describe('AggregateStore', () => {
  let directory: string;
  let store: EventStore;
  let streams = 0;
  const freshId = (): string => String(++streams);

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'aggregates-'));
    store = await openEmbeddedEventStore({ directory });
  });
  afterAll(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });

  async function eventsOf(id: string): Promise<StoredEvent[]> {
    const events = [];
    for await (const event of store.readStream(`counter-${id}`)) events.push(event);
    return events;
  }

  it('appends what is decided and answers where it stands', async () => {
    const id = freshId();
    const aggregates = aggregatesOn(store);
    const first = outcomeOf(await aggregates.handle(counter, id, 3, metadata()));
    const second = outcomeOf(await aggregates.handle(counter, id, 4, metadata()));
    expect([first.revision, second.revision]).toEqual([0, 1]);
    expect(second.position).toBeGreaterThan(first.position);
    expect((await aggregates.load(counter, id)).state).toBe(7);
    expect(dataOf(first, 'counter.Counted')).toEqual({ by: 3 });
    expect([first.repeated, second.repeated]).toEqual([false, false]);
  });

  it('answers the events as they are stored', async () => {
    const id = freshId();
    await aggregatesOn(store).handle(counter, id, 5, metadata());
    const sent = metadata();
    const outcome = outcomeOf(await aggregatesOn(store).handle(counter, id, 77, sent));
    const stored = (await eventsOf(id)).slice(1);
    expect(outcome).toMatchObject({ stream: `counter-${id}`, revision: 2 });
    expect(outcome.events).toEqual(
      stored.map(({ id: eventId, stream, revision, data }) => ({
        ...{ type: 'counter.Counted', id: eventId, stream, revision, data },
        // an append has one position: that of its end
        ...{ position: outcome.position, at: '2026-03-02T15:00:00.000Z', metadata: sent },
      })),
    );
    expect(outcome.position).toBe(stored.at(-1)?.position);
  });

  it('answers events that share a hidden class', async () => {
    const aggregates = aggregatesOn(store);
    const event = async (): Promise<object> =>
      outcomeOf(await aggregates.handle(counter, freshId(), 1, metadata())).events[0] ?? {};
    expect(await shareHiddenClass(event)).toBe(true);
  });

  it('answers a repeated command with its first result', async () => {
    const id = freshId();
    const repeated = metadata();
    await aggregatesOn(store).handle(counter, id, 4, metadata());
    const first = outcomeOf(await aggregatesOn(store).handle(counter, id, 77, repeated));
    await aggregatesOn(store).handle(counter, id, 5, metadata());
    const again = outcomeOf(await aggregatesOn(store).handle(counter, id, 77, repeated));
    const { stream, revision, position } = first;
    expect(again).toMatchObject({ stream, revision, position, repeated: true });
    expect(again.events.map((event) => event.data)).toEqual([{ by: 70 }, { by: 7 }]);
    expect(await eventsOf(id)).toHaveLength(4);
  });

  it('appends nothing for a refusal and nothing for "already so"', async () => {
    const id = freshId();
    const aggregates = aggregatesOn(store);
    expect(await aggregates.handle(counter, id, 13, metadata())).toEqual(
      refuse(ruleProblem('counter.unlucky')),
    );
    const nothing = outcomeOf(await aggregates.handle(counter, id, 0, metadata()));
    expect(nothing).toMatchObject({ revision: -1, events: [] });
    expect(() => dataOf(nothing, 'counter.Counted')).toThrow('left no counter.Counted');
    expect(await eventsOf(id)).toEqual([]);
  });

  it('decides again on what another process wrote, also before it refuses', async () => {
    const id = freshId();
    const here = aggregatesOn(store);
    const there = aggregatesOn(store);
    await here.handle(counter, id, 600, metadata());
    await there.handle(counter, id, 300, metadata());
    expect(await here.handle(counter, id, 200, metadata())).toEqual(
      refuse(ruleProblem('counter.full')),
    );
    await there.handle(counter, id, -900, metadata());
    expect(isRefusal(await here.handle(counter, id, 500, metadata()))).toBe(false);
    expect((await there.load(counter, id)).state).toBe(500);
  });

  it('takes two hundred concurrent commands on one stream one after the other', async () => {
    const id = freshId();
    const aggregates = aggregatesOn(store);
    await Promise.all(
      Array.from({ length: 200 }, () => aggregates.handle(counter, id, 1, metadata())),
    );
    expect(await eventsOf(id)).toHaveLength(200);
    expect((await aggregatesOn(store).load(counter, id)).state).toBe(200);
  });

  it('takes turns with other processes, and says so when it comes too late too often', async () => {
    const id = freshId();
    const processes = Array.from({ length: 12 }, () => aggregatesOn(store));
    const results = await Promise.all(
      processes.map((aggregates) => aggregates.handle(counter, id, 1, metadata())),
    );
    const refused = results.filter(isRefusal);
    expect(refused.every(({ kind }) => kind === 'conflict')).toBe(true);
    expect(await eventsOf(id)).toHaveLength(results.length - refused.length);
  });

  it('refuses when the stream is not at the revision of If-Match', async () => {
    const id = freshId();
    const aggregates = aggregatesOn(store);
    await aggregates.handle(counter, id, 1, metadata());
    const stale = await aggregates.handle(counter, id, 1, metadata(), { expectedRevision: [5] });
    expect(stale).toMatchObject({ kind: 'precondition_failed' });
    const current = await aggregates.handle(counter, id, 1, metadata(), { expectedRevision: [0] });
    expect(isRefusal(current)).toBe(false);
  });

  /** The store, with appends of its own. */
  function withAppend(append: EventStore['append']): EventStore {
    return {
      readStream: (stream, options) => store.readStream(stream, options),
      readAll: (options) => store.readAll(options),
      subscribeToAll: (options) => store.subscribeToAll(options),
      newest: () => store.newest(),
      head: () => store.head(),
      state: () => store.state(),
      close: () => Promise.resolve(),
      append,
    };
  }

  it.each([new StoreUnavailableError('connection lost'), new Error('disk full')])(
    'gives up after %s, and goes on with what is stored',
    async (error) => {
      const id = freshId();
      let sent = 0;
      let away = true;
      const failing = withAppend(async (stream, expected, events) => {
        sent += 1;
        const result = await store.append(stream, expected, events);
        if (away) throw error;
        return result;
      });
      const aggregates = aggregatesOn(failing);
      const lost = metadata();
      await expect(aggregates.handle(counter, id, 7, lost)).rejects.toBe(error);
      expect(sent).toBe(1);
      away = false;
      expect(outcomeOf(await aggregates.handle(counter, id, 7, lost)).repeated).toBe(true);
      expect(outcomeOf(await aggregates.handle(counter, id, 1, metadata())).revision).toBe(1);
      expect((await aggregates.load(counter, id)).state).toBe(8);
    },
  );

  /** The store, with its appends and reads noted; an append waits until it is let go. */
  function watched(): {
    readonly store: EventStore;
    readonly calls: string[];
    readonly sizes: number[];
    hold: Promise<void> | undefined;
  } {
    const found = {
      calls: [] as string[],
      sizes: [] as number[],
      hold: undefined as Promise<void> | undefined,
      store: undefined as unknown as EventStore,
    };
    found.store = withAppend(async (stream, expected, events) => {
      found.calls.push('append');
      found.sizes.push(events.length);
      await found.hold;
      return store.append(stream, expected, events);
    });
    found.store.readStream = (stream, options) => {
      found.calls.push('read');
      return store.readStream(stream, options);
    };
    return found;
  }

  it('asks for nothing before it appends: what it takes to be so, the append checks', async () => {
    const id = freshId();
    const { store: here, calls } = watched();
    const aggregates = aggregatesOn(here);
    await aggregates.handle(counter, id, 1, metadata());
    await aggregates.handle(counter, id, 2, metadata());
    expect(calls).toEqual(['append', 'append']);
    await aggregatesOn(store).handle(counter, id, 3, metadata());
    const third = outcomeOf(await aggregates.handle(counter, id, 77, metadata()));
    expect(calls.slice(2)).toEqual(['append', 'read', 'append']);
    expect(third).toMatchObject({ revision: 4, after: { state: 83, revision: 4 } });
  });

  it('finds what a command left through another process, though it decides first', async () => {
    const id = freshId();
    const sent = metadata();
    await aggregatesOn(store).handle(counter, id, 7, sent);
    const again = outcomeOf(await aggregatesOn(store).handle(counter, id, 7, sent));
    expect(again).toMatchObject({ revision: 0, repeated: true, after: { state: 7 } });
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it.each([
    ['tells where its events are', (told: AppendResult) => told],
    ['has them read', (told: AppendResult) => ({ ...told, positions: undefined }) as never],
  ])(
    'has commands share an append that come while one is under way, each with a result of its own: a store that %s',
    async (_how, tell) => {
      const id = freshId();
      const found = watched();
      const log: EventStore = {
        ...found.store,
        append: async (...events) => tell(await found.store.append(...events)),
      };
      const aggregates = aggregatesOn(log);
      const twice = metadata();
      const results = await Promise.all([
        aggregates.handle(counter, id, 1, metadata()),
        aggregates.handle(counter, id, 2, metadata()),
        aggregates.handle(counter, id, 13, metadata()),
        aggregates.handle(counter, id, 0, metadata()),
        aggregates.handle(counter, id, 77, twice),
        aggregates.handle(counter, id, 77, twice),
        aggregates.handle(counter, id, 1, metadata(), { expectedRevision: [0] }),
        aggregates.handle(counter, id, 900, metadata(), { expectedRevision: [3] }),
        aggregates.handle(counter, id, 100, metadata()),
      ]);
      expect(found.sizes).toEqual([1, 4]);
      const told = results.map((result) =>
        isRefusal(result)
          ? result.kind
          : [
              result.revision,
              result.events.map(({ data }) => data.by),
              result.repeated,
              result.after,
            ],
      );
      expect(told).toEqual([
        [0, [1], false, { state: 1, revision: 0 }],
        [1, [2], false, { state: 3, revision: 1 }],
        'invalid',
        [1, [], false, { state: 3, revision: 1 }],
        [3, [70, 7], false, { state: 80, revision: 3 }],
        [3, [70, 7], true, { state: 980, revision: 4 }],
        'precondition_failed',
        [4, [900], false, { state: 980, revision: 4 }],
        'invalid',
      ]);
      const events = await eventsOf(id);
      const at = events.map(({ position }) => position);
      expect(results.map((result) => !isRefusal(result) && result.own)).toEqual([
        ...[at[0], at[1], false, at[1], at[3], at[3], false, at[4], false],
      ]);
      const hashes = [undefined, ...events.slice(0, -1).map((event) => eventHash(event))];
      expect(events.map((event) => event.metadata['previousHash'])).toEqual(hashes);
      expect(found.calls.filter((call) => call === 'append')).toHaveLength(2);
    },
  );

  it('decides all of them again when another process was faster', async () => {
    const id = freshId();
    const found = watched();
    const aggregates = aggregatesOn(found.store);
    await aggregates.handle(counter, id, 1, metadata());
    await aggregatesOn(store).handle(counter, id, 900, metadata());
    const results = await Promise.all(
      [50, 40, 30, 9].map((by) => aggregates.handle(counter, id, by, metadata())),
    );
    expect(results.map((result) => isRefusal(result) || result.after.state)).toEqual([
      951,
      991,
      true,
      1_000,
    ]);
  });

  it('fails a command alone that a bug ends, and keeps an append within its size', async () => {
    const id = freshId();
    const found = watched();
    const aggregates = aggregatesOn(found.store);
    const large = (length: number): CommandMetadata => ({
      ...metadata(),
      requestId: 'x'.repeat(length),
    });
    const results = await Promise.allSettled([
      aggregates.handle(counter, id, 1, metadata()),
      aggregates.handle(counter, id, 1, large(400_000)),
      aggregates.handle(counter, id, NaN, metadata()),
      aggregates.handle(counter, id, 1, large(500_000)),
      aggregates.handle(counter, id, 1, large(600_000)),
      aggregates.handle(counter, id, 1, metadata()),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled', 'rejected'],
      ...['fulfilled', 'fulfilled', 'fulfilled'],
    ]);
    expect(found.sizes).toEqual([1, 2, 2]);
    expect((await aggregatesOn(store).load(counter, id)).state).toBe(5);
  });

  /** A place behind others, which must have come before. */
  function turnAfter(before: Promise<void>, again: () => boolean = () => false) {
    let release = (): void => undefined;
    const passed = new Promise<void>((resolve) => (release = resolve));
    const waitToRetry = (): Promise<boolean> => Promise.resolve(again());
    return { place: { wait: () => before, release, waitToRetry }, passed };
  }

  it('takes commands that have a turn in their order, and lets them share an append', async () => {
    const id = freshId();
    const found = watched();
    const aggregates = aggregatesOn(found.store);
    let go = (): void => undefined;
    const first = turnAfter(new Promise<void>((resolve) => (go = resolve)));
    const second = turnAfter(first.passed);
    const third = turnAfter(second.passed);
    const handled = [[third, 77] as const, [first, 1] as const, [second, 2] as const].map(
      ([{ place }, by]) => aggregates.handle(counter, id, by, { ...metadata(), place }),
    );
    go();
    await Promise.all(handled);
    expect((await eventsOf(id)).map(({ data }) => data['by'])).toEqual([1, 2, 70, 7]);
    expect(found.sizes).toEqual([1, 3]);
    expect((await eventsOf(id)).some((event) => 'turn' in event.metadata)).toBe(false);
  });

  it('keeps trying while the store is away for those that ask for it, in their order', async () => {
    const id = freshId();
    let away = 0;
    const failing = withAppend((stream, expected, events) => {
      if (away > 0) return Promise.reject(new StoreUnavailableError('away'));
      return store.append(stream, expected, events);
    });
    const aggregates = aggregatesOn(failing);
    away = 1;
    let asked = 0;
    const stay = (): boolean => {
      if (++asked > 3) away = 0;
      return true;
    };
    const now = Promise.resolve();
    const waiting = [1, 2, 3].map((by) =>
      aggregates.handle(counter, id, by, { ...metadata(), place: turnAfter(now, stay).place }),
    );
    const lost = aggregates.handle(counter, id, 900, {
      ...metadata(),
      place: turnAfter(now).place,
    });
    const impatient = aggregates.handle(counter, id, 950, metadata());
    await expect(impatient).rejects.toThrow('away');
    await expect(lost).rejects.toThrow('away');
    await Promise.all(waiting);
    expect((await eventsOf(id)).map(({ data }) => data['by'])).toEqual([1, 2, 3]);
  });

  it('keeps trying as well while a store is away that is needed before the append', async () => {
    const id = freshId();
    let away = 2;
    const begin = (): Promise<void> =>
      away-- > 0 ? Promise.reject(new StoreUnavailableError('away')) : Promise.resolve();
    const { place } = turnAfter(Promise.resolve(), () => true);
    const aggregates = aggregatesOn(store);
    const outcome = await aggregates.handle(counter, id, 7, { ...metadata(), place, begin });
    expect(outcomeOf(outcome).revision).toBe(0);
    await expect(
      aggregates.handle(counter, id, 7, {
        ...metadata(),
        begin: () => Promise.reject(new StoreUnavailableError('away')),
      }),
    ).rejects.toThrow('away');
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it('asks right before the append whether a command is still allowed; others go on', async () => {
    const id = freshId();
    const aggregates = aggregatesOn(store);
    const over = refuse(ruleProblem('counter.over'));
    let isOver = false;
    const stillAllowed = (): Refusal | undefined => (isOver ? over : undefined);
    const begin = (): Promise<void> => {
      // what the command was checked for ends while it is decided
      isOver = true;
      return Promise.resolve();
    };
    // the others are decided together while its append is under way
    const first = aggregates.handle(counter, id, 9, metadata());
    const outcomes = await Promise.all([
      aggregates.handle(counter, id, 1, metadata(), { stillAllowed }),
      aggregates.handle(counter, id, 2, { ...metadata(), begin }),
      aggregates.handle(counter, id, 3, metadata(), { stillAllowed }),
    ]);
    expect(isRefusal(await first)).toBe(false);
    expect(outcomes.map(isRefusal)).toEqual([true, false, true]);
    expect((await eventsOf(id)).map(({ data }) => data['by'])).toEqual([9, 2]);
    // a decision without events changes nothing
    expect(isRefusal(await aggregates.handle(counter, id, 0, metadata(), { stillAllowed }))).toBe(
      false,
    );
  });

  it('chains each event to the one before by its hash', async () => {
    const id = freshId();
    await aggregatesOn(store).handle(counter, id, 1, metadata());
    await aggregatesOn(store).handle(counter, id, 2, metadata());
    const aggregates = aggregatesOn(store);
    await aggregates.handle(counter, id, 3, metadata());
    await aggregates.handle(counter, id, 77, metadata());
    await aggregatesOn(store).handle(counter, id, 5, metadata());
    const events = await eventsOf(id);
    expect(events).toHaveLength(6);
    const expected = [undefined, ...events.slice(0, -1).map((event) => eventHash(event))];
    expect(events.map((event) => event.metadata['previousHash'])).toEqual(expected);
  });

  it('chains events of a short-lived stream that come while the first is under way', async () => {
    const id = freshId();
    const shortLived = { ...counter, shortLived: true };
    const aggregates = aggregatesOn(store);
    await Promise.all([1, 2].map((by) => aggregates.handle(shortLived, id, by, metadata())));
    const [first, second] = await eventsOf(id);
    expect(first && second?.metadata['previousHash']).toBe(first && eventHash(first));
  });
});
