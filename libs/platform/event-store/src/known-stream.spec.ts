import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Decider, type DomainEvent, isRefusal, processMetadata } from '#libs/platform/kernel';
import { RandomIds } from '#libs/platform/runtime';
import { countingIds } from '#libs/platform/testing';
import { EventStoreDbFixture } from '../../../../test/support/eventstoredb-fixture.js';
import { changed } from '../../../../test/support/projection-world.js';
import { AggregateStore, type Outcome } from './aggregate-store.js';
import { EventCodec } from './event-codec.js';
import { defineEvents, EventRegistry } from './event-registry.js';
import type { EventStore } from './event-store.js';
import { openEventStoreDb } from './eventstoredb/eventstoredb-event-store.js';
import { openEmbeddedEventStore } from './embedded/embedded-event-store.js';

type Noted = DomainEvent<'notes.Noted', { readonly page: string; readonly text: string }>;
interface Note {
  readonly page: string;
  readonly lines: readonly string[];
}

/** Pages of which the newest text counts; a note of two lines is two events. */
const notes: Decider<ReadonlyMap<string, string>, Note, Noted> = {
  category: 'notes',
  initial: new Map(),
  decide: ({ page, lines }) => lines.map((text) => ({ type: 'notes.Noted', data: { page, text } })),
  evolve: (pages, { data }) => new Map(pages).set(data.page, data.text),
};

const registry = new EventRegistry([
  defineEvents<Noted>({ 'notes.Noted': { history: { title: 'Noted' } } }) as never,
]);
const noPersonalData = {
  ensure: () => Promise.resolve(),
  prefetch: () => Promise.resolve(),
  seal: () => '',
  opener: () => () => undefined,
};
const AT = '2026-03-02T15:00:00.000Z';

interface Log {
  readonly store: EventStore;
  close(): Promise<void>;
}

const logs: Readonly<Record<string, (embedded: EventStore) => Promise<Log>>> = {
  'the embedded log': (store) => Promise.resolve({ store, close: () => Promise.resolve() }),
  EventStoreDB: async (backing) => {
    const fixture = await EventStoreDbFixture.start(backing);
    const store = await openEventStoreDb({ connectionString: fixture.connectionString });
    const close = async (): Promise<void> => {
      await store.close();
      await fixture.stop();
    };
    return { store, close };
  },
};

describe.each(Object.entries(logs))('what is known of streams of %s', (_name, open) => {
  let directory: string;
  let embedded: EventStore;
  let log: Log;
  /** Events of streams that were read. */
  let read = 0;
  let streams = 0;
  let commands = 0;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'known-streams-'));
    embedded = await openEmbeddedEventStore({ directory });
    log = await open(embedded);
  });
  afterAll(async () => {
    await log.close();
    await embedded.close();
    await rm(directory, { recursive: true });
  });

  function aggregates(cachedBytes?: number): AggregateStore {
    const store = changed(log.store, {
      async *readStream(stream, options) {
        for await (const event of log.store.readStream(stream, options)) {
          read += 1;
          yield event;
        }
      },
    });
    const codec = new EventCodec(registry, noPersonalData);
    const clock = { now: () => Date.parse(AT) };
    const tools = { store, codec, clock, ids: new RandomIds(), derivedIds: countingIds };
    return new AggregateStore(tools, cachedBytes);
  }

  async function note(
    known: AggregateStore,
    id: string,
    lines: readonly string[] = ['a line'],
    { commandId = `command-${++commands}`, attemptedSince, page = 'first' }: Sent = {},
  ): Promise<Outcome<Noted>> {
    const metadata = {
      ...processMetadata('test', commandId, AT),
      ...(attemptedSince !== undefined && { attemptedSince }),
    };
    const outcome = await known.handle(notes, id, { page, lines }, metadata);
    if (isRefusal(outcome)) throw new Error(outcome.kind);
    return outcome;
  }
  interface Sent {
    readonly commandId?: string;
    readonly attemptedSince?: bigint | 'never';
    readonly page?: string;
  }
  const many = (count: number, known: AggregateStore, id: string): Promise<unknown> =>
    Promise.all(
      Array.from({ length: count }, () => note(known, id, [id], { attemptedSince: 'never' })),
    );

  /** Whether the store needs no event of the log to know a stream. */
  async function isKnown(known: AggregateStore, id: string): Promise<boolean> {
    read = 0;
    await known.load(notes, id);
    return read === 0;
  }

  it('has room for a stream of 1,500 commands where their traces would not fit, and recognises the first ones', async () => {
    const room = 20_000;
    const [known, id] = [aggregates(room), String(++streams)];
    const before = await note(known, id, ['one', 'two'], { commandId: `${id} first` });
    await note(known, id, ['three'], { commandId: `${id} second` });
    await many(1_498, known, id);
    const again = aggregates(room);
    await again.load(notes, id);
    for (const each of [known, again]) {
      expect(await isKnown(each, id)).toBe(true);
      const first = await note(each, id, ['one', 'two'], { commandId: `${id} first` });
      expect(first).toMatchObject({ repeated: true, revision: 1, position: before.position });
      expect(first.events.map(({ data }) => data.text)).toEqual(['one', 'two']);
      const second = await note(each, id, ['three'], { commandId: `${id} second` });
      expect(second).toMatchObject({ repeated: true, revision: 2 });
      expect(await isKnown(each, id)).toBe(true);
    }
    expect((await again.load(notes, id)).revision).toBe(1_500);
  });

  it('looks into the log as far back as a command may have been attempted, and no further', async () => {
    const [known, id] = [aggregates(), String(++streams)];
    await many(300, known, id);
    const since = await log.store.head();
    await note(known, id, undefined, { commandId: `${id} attempted` });
    await many(200, known, id);
    const costOf = async (sent: Sent): Promise<[boolean, number]> => {
      read = 0;
      const { repeated } = await note(known, id, undefined, sent);
      return [repeated, read];
    };
    expect(await costOf({ attemptedSince: 'never' })).toEqual([false, 0]);
    expect(await costOf({ attemptedSince: await log.store.head() })).toEqual([false, 0]);
    const [repeated, cost] = await costOf({ commandId: `${id} attempted`, attemptedSince: since });
    expect([repeated, cost < 200]).toEqual([true, true]);
    const [other, most] = await costOf({ attemptedSince: since });
    expect([other, most < 200]).toEqual([false, true]);
    expect((await costOf({}))[0]).toBe(false);
    expect(read).toBeGreaterThan(400);
  });

  it('has a bound in bytes, whatever the number of streams and the size of their states', async () => {
    const bound = 200_000;
    const known = aggregates(bound);
    const text = 'x'.repeat(1_000);
    const ids = Array.from({ length: 60 }, () => String(++streams));
    for (const id of ids.slice(0, 3)) {
      for (let page = 0; page < 40; page++) await note(known, id, [text], { page: String(page) });
    }
    for (const id of ids.slice(3)) {
      for (let page = 0; page < 5; page++) await note(known, id, [text], { page: String(page) });
    }
    const cold = aggregates(bound);
    for (const id of ids) await cold.load(notes, id);
    for (const store of [known, cold]) {
      let kept = 0;
      // the oldest are dropped first
      for (const id of ids.toReversed()) {
        if (!(await isKnown(store, id))) break;
        kept += 1;
      }
      expect(kept).toBeGreaterThan(10);
      expect(kept * 5 * text.length).toBeLessThan(bound);
    }
    expect((await known.load(notes, ids[0] ?? '')).state.size).toBe(40);
    // one that is larger than all there is room for is read each time
    const tight = aggregates(2_000);
    for (let page = 0; page < 5; page++) {
      await note(tight, ids[0] ?? '', [text], { page: `more ${page}` });
    }
    expect((await tight.load(notes, ids[0] ?? '')).state.size).toBe(45);
    expect(await isKnown(tight, ids[0] ?? '')).toBe(false);
  });
});
