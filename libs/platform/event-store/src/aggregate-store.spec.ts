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
import { deriveUuid } from '#libs/platform/runtime';
import { countingIds } from '#libs/platform/testing';
import { AggregateStore } from './aggregate-store.js';
import { dataOf, type Outcome } from './outcome.js';
import { EventCodec } from './event-codec.js';
import { defineEvents, EventRegistry } from './event-registry.js';
import { type EventStore, type StoredEvent, StoreUnavailableError } from './event-store.js';
import { openLmdbEventStore } from './lmdb/lmdb-event-store.js';

type Counted = DomainEvent<'counter.Counted', { readonly by: number }>;

/** Counts up to 1,000; 13 is refused, 0 is nothing, 77 is counted in two steps. */
const counter: Decider<number, number, Counted> = {
  category: 'counter',
  initial: 0,
  decide(by, total) {
    if (by === 13) return refuse(ruleProblem('counter.unlucky'));
    if (total + by > 1_000) return refuse(ruleProblem('counter.full'));
    const steps = by === 77 ? [70, 7] : [by].filter(Boolean);
    return steps.map((step) => ({ type: 'counter.Counted', data: { by: step } }));
  },
  evolve: (total, event) => total + event.data.by,
};

const registry = new EventRegistry([
  defineEvents<Counted>({ 'counter.Counted': { version: 1 } }) as never,
]);
const noPersonalData = {
  ensure: () => Promise.resolve(),
  prefetch: () => Promise.resolve(),
  seal: () => '',
  open: () => undefined,
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
    derivedIds: countingIds,
    eventId: (commandId, stream, revision) => deriveUuid(commandId, `${stream}/${revision}`),
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
    store = await openLmdbEventStore({ directory });
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
    expect(stored.map(({ id: eventId }) => eventId)).toEqual(
      [1, 2].map((revision) => deriveUuid(sent.commandId, `counter-${id}/${revision}`)),
    );
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
      endOfAppend: (event) => store.endOfAppend(event),
      newest: () => store.newest(),
      head: () => store.head(),
      takesAppends: () => store.takesAppends(),
      close: () => Promise.resolve(),
      append,
    };
  }

  it('sends again when the outcome of an append is unknown, and counts it once', async () => {
    const id = freshId();
    let failures = 2;
    const flaky = withAppend(async (stream, expected, events) => {
      const result = await store.append(stream, expected, events);
      if (failures-- > 0) throw new StoreUnavailableError('connection lost');
      return result;
    });
    const outcome = outcomeOf(await aggregatesOn(flaky).handle(counter, id, 7, metadata()));
    expect(outcome.revision).toBe(0);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it.each([
    [new StoreUnavailableError('connection lost'), 3],
    [new Error('disk full'), 1],
  ])('gives up after %s, sent %i times, and goes on with what is stored', async (error, times) => {
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
    expect(sent).toBe(times);
    away = false;
    expect(outcomeOf(await aggregates.handle(counter, id, 7, lost)).repeated).toBe(true);
    expect(outcomeOf(await aggregates.handle(counter, id, 1, metadata())).revision).toBe(1);
    expect((await aggregates.load(counter, id)).state).toBe(8);
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
});
