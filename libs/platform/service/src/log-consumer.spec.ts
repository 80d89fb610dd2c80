import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type EventStore, type NewEvent, openEventStore } from '#libs/platform/event-store';
import { type DocumentStore, openDocumentStore } from '#libs/platform/read-models';
import { createLogger, deriveUuid } from '#libs/platform/runtime';
import { eventually } from '../../../../test/support/condition.js';
import { LogConsumer } from './log-consumer.js';

const WANTED = 'test.Happened';

describe('LogConsumer', () => {
  let directory: string;
  let store: EventStore;
  let documents: DocumentStore;
  let revision: number;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'consumer-'));
    store = await openEventStore({ directory: join(directory, 'events') });
    documents = await openDocumentStore({ directory: join(directory, 'documents') });
    revision = -1;
  });
  afterEach(async () => {
    await store.close();
    await documents.close();
    await rm(directory, { recursive: true, force: true });
  });

  /** Appends one event; answers its position. */
  async function append(type = WANTED): Promise<bigint> {
    const event: NewEvent = {
      id: deriveUuid('event', String(revision)),
      type: `${type}.v1`,
      data: { number: revision + 1 },
      metadata: { at: '2026-03-02T15:00:00.000Z' },
    };
    const expected = revision === -1 ? 'no_stream' : revision;
    const result = await store.append('test-1', expected, [event]);
    if (result.outcome === 'conflict') throw new Error('conflict');
    revision = result.revision;
    return result.position;
  }

  /** A consumer that takes so many events at a time at most. */
  function following(
    handle: (numbers: readonly number[]) => Promise<void>,
    batch = 4,
  ): {
    consumer: LogConsumer;
    start: () => void;
    stop: () => Promise<void>;
    reached: (position: bigint) => Promise<void>;
  } {
    const waiting: { position: bigint; done: () => void }[] = [];
    let now = 0n;
    const consumer = new LogConsumer({
      name: 'test.consumer',
      typePrefixes: [`${WANTED}.v`],
      from: { name: 'test.consumer', progress: documents },
      batch,
      store,
      logger: createLogger({ level: 'silent' }),
      handle: (events) => handle(events.map(({ data }) => data['number'] as number)),
      moved: (position) => {
        now = position;
        for (const one of waiting) if (position >= one.position) one.done();
      },
    });
    const reached = (position: bigint): Promise<void> =>
      now >= position
        ? Promise.resolve()
        : new Promise((done) => void waiting.push({ position, done }));
    const stopping = new AbortController();
    let running: Promise<void> | undefined;
    const start = (): void => void (running = consumer.run(stopping.signal));
    const stop = async (): Promise<void> => {
      stopping.abort();
      await running;
    };
    return { consumer, start, stop, reached };
  }

  /** Fills turns of the event loop with work from now on; answers how many there were until then. */
  function others(): () => number {
    let turns = 0;
    let over = false;
    const work = (): void => {
      turns += 1;
      const until = performance.now() + 0.2;
      while (performance.now() < until);
      if (!over) setImmediate(work);
    };
    setImmediate(work);
    return () => {
      over = true;
      return turns;
    };
  }

  it('lets others have their turns while it has a long way to go', async () => {
    let last = 0n;
    for (let n = 0; n < 300; n++) last = await append();
    let batches = 0;
    const { start, stop, reached } = following(() => {
      batches += 1;
      return Promise.resolve();
    }, 16);
    start();
    await reached(1n);
    const turns = others();
    await reached(last);
    expect(turns()).toBeGreaterThan(2 * batches);
    await stop();
  });

  it('does not fall behind others once it has come to the end of the log', async () => {
    let hold = Promise.resolve();
    let batches = 0;
    const { start, stop, reached } = following(() => {
      batches += 1;
      return hold;
    }, 16);
    start();
    await reached(await append());
    let release = (): void => undefined;
    hold = new Promise<void>((resolve) => (release = resolve));
    let last = 0n;
    for (let n = 0; n < 300; n++) last = await append();
    const turns = others();
    release();
    await reached(last);
    expect(batches).toBeGreaterThan(10);
    expect(turns()).toBeLessThan(2 * batches);
    await stop();
  });

  it('takes the events it wants in order, passes over the others, and goes on where it was', async () => {
    const taken: number[] = [];
    const take = (numbers: readonly number[]): Promise<void> => {
      taken.push(...numbers);
      return Promise.resolve();
    };
    await append();
    await append('test.Other');
    const second = await append();
    const first = following(take);
    first.start();
    await first.reached(second);
    await first.stop();
    expect(await first.consumer.storedPosition()).toBe(second);
    await append();
    const last = await append('test.Other');
    const again = following(take);
    again.start();
    await again.reached(last);
    await again.stop();
    expect(taken).toEqual([0, 2, 3]);
  });

  it('never passes an event that failed: it is tried again, and shows until it succeeds', async () => {
    const seen: number[] = [];
    let failures = 2;
    let shown: string | undefined;
    const { consumer, start, stop, reached } = following(([number = -1]) => {
      seen.push(number);
      if (number === 1 && failures-- > 0) return Promise.reject(new RangeError('not now'));
      shown ??= consumer.status()?.lastError;
      return Promise.resolve();
    }, 1);
    await append();
    await append();
    const last = await append();
    start();
    await reached(last);
    expect(shown).toBe('RangeError');
    expect(consumer.status()).toEqual({ name: 'test.consumer', position: last, parked: 0 });
    await stop();
    expect(seen.filter((number) => number === 1)).toHaveLength(3);
    expect(seen.filter((number) => number === 0)).toHaveLength(1);
  });

  it('keeps its place before events that are being dealt with, and takes what comes meanwhile together', async () => {
    const batches: (readonly number[])[] = [];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { consumer, start, stop, reached } = following((numbers) => {
      batches.push(numbers);
      return held;
    });
    await append();
    start();
    await eventually(() => batches[0]);
    let last = 0n;
    for (let count = 1; count < 4; count++) last = await append();
    expect(consumer.position).toBe(0n);
    release();
    await reached(last);
    await stop();
    expect(await consumer.storedPosition()).toBe(last);
    expect(batches).toEqual([[0], [1, 2, 3]]);
  });

  it('stays with an event that is tried again, and is as far as the log whatever the newest events are', async () => {
    let attempts = 0;
    let succeed = (): void => undefined;
    const { consumer, start, stop } = following(() => {
      attempts += 1;
      if (attempts === 1) return Promise.reject(new TypeError('not yet'));
      return new Promise((resolve) => (succeed = resolve));
    }, 1);
    await append('test.Other');
    await append();
    const head = await append('test.Other');
    start();
    await eventually(() => (attempts === 2 ? true : undefined));
    expect(consumer.status()).toMatchObject({ lastError: 'TypeError' });
    succeed();
    await eventually(() => (consumer.position === head ? true : undefined));
    expect(consumer.status()).toEqual({ name: 'test.consumer', position: head, parked: 0 });
    await stop();
    expect(consumer.status()).toBeUndefined();
  });

  it('without a checkpoint begins where it is told, once that is known', async () => {
    const first = await append();
    const second = await append();
    const taken: bigint[] = [];
    let asked = 0;
    const consumer = new LogConsumer({
      ...{ name: 'test.consumer', store, typePrefixes: [`${WANTED}.v`] },
      from: () => (++asked === 1 ? Promise.reject(new Error('away')) : Promise.resolve(first)),
      handle: ([event]) => {
        if (event) taken.push(event.position);
        return Promise.resolve();
      },
    });
    const stopping = new AbortController();
    const running = consumer.run(stopping.signal);
    await eventually(() => (consumer.position === second ? true : undefined));
    expect([asked, taken]).toEqual([2, [second]]);
    stopping.abort();
    await running;
  });
});
