import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newEvents, newStream, Reader } from '../../../../../test/support/event-log.js';
import type { EventStore } from '../event-store.js';
import { openEmbeddedEventStore } from './embedded-event-store.js';

describe('recent records of the embedded log', () => {
  let directory: string;
  let store: EventStore;
  const readers: Reader[] = [];
  const follow = (after: bigint): Reader => {
    const reader = new Reader(store, { after });
    readers.push(reader);
    return reader;
  };
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'event-store-'));
    store = await openEmbeddedEventStore({ directory });
  });
  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.abort();
    await store.close();
    await rm(directory, { recursive: true });
  });

  it('are read as events once for all who follow', async () => {
    const [one, other] = [follow(0n), follow(0n)];
    await Promise.all([one, other].map((reader) => reader.untilHead()));
    await store.append(newStream(), 'no_stream', newEvents(3));
    await Promise.all([one.untilEvents(3), other.untilEvents(3)]);
    expect(one.events).toHaveLength(3);
    one.events.forEach((event, n) => expect(other.events[n]).toBe(event));
  });

  it('have the newest event ready, also for a log that was just opened', async () => {
    expect(await store.newest()).toBeUndefined();
    const reader = follow(0n);
    await store.append(newStream(), 'no_stream', newEvents(3));
    const [, , last] = await reader.untilEvents(3);
    expect(await store.newest()).toBe(last);
    await store.close();
    store = await openEmbeddedEventStore({ directory });
    expect(await store.newest()).toEqual(last);
  });

  it('reach who falls behind, from any place, whole and in order', async () => {
    const early = follow(0n);
    const events = newEvents(200).map((event) => ({ ...event, data: { text: 'x'.repeat(4_000) } }));
    const positions: bigint[] = [];
    for (let n = 0; n < 5; n++) {
      const result = await store.append(newStream(), 'no_stream', events);
      if (result.outcome === 'appended') positions.push(result.position);
    }
    const middle = follow(positions[1] ?? 0n);
    await middle.untilEvents(600);
    await early.untilEvents(1_000);
    const late = follow(0n);
    await late.untilEvents(1_000);
    expect(late.events).toEqual(early.events);
    expect(middle.events).toEqual(early.events.slice(400));
    expect(new Set(late.events.map(({ position }) => position)).size).toBe(1_000);
  });
});
