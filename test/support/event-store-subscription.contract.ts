import { expect, it } from '@jest/globals';
import type { EventStore, NewEvent } from '#libs/platform/event-store';
import { all, newEvents, newStream, Reader, type ContractContext } from './event-log.js';

async function appendMany(store: EventStore, stream: string, count: number): Promise<void> {
  let expected: number | 'no_stream' = 'no_stream';
  for (let done = 0; done < count; done += 100) {
    const result = await store.append(stream, expected, newEvents(Math.min(100, count - done)));
    if (result.outcome === 'appended') expected = result.revision;
  }
}

/** Contract of subscriptions. */
export function subscriptionContract({ store, reopen }: ContractContext): void {
  it('delivers what is there, says caught up, and goes on with what comes', async () => {
    const after = await store().head();
    const stream = newStream();
    await store().append(stream, 'no_stream', newEvents(3));
    const reader = new Reader(store(), { after, filter: { streamPrefixes: [stream] } });
    await reader.untilHead();
    expect(reader.events.map(({ revision }) => revision)).toEqual([0, 1, 2]);
    await store().append(stream, 2, newEvents(2));
    await store().append(stream, 4, newEvents(1));
    await reader.untilEvents(6);
    expect(reader.events).toEqual(await all(store().readStream(stream)));
    reader.abort();
    expect(await reader.next()).toBeUndefined();
  });

  it('says caught up only behind all that was there, however much that is', async () => {
    const after = await store().head();
    const stream = newStream();
    await appendMany(store(), stream, 2_000);
    const reader = new Reader(store(), { after, filter: { streamPrefixes: [stream] } });
    await reader.next();
    // the reader stays idle until long after everything has arrived
    await appendMany(store(), newStream('other'), 300);
    await reader.untilHead();
    expect(reader.events.map(({ revision }) => revision)).toEqual(
      Array.from({ length: 2_000 }, (_, n) => n),
    );
    reader.abort();
  });

  it('says caught up also while others append without end', async () => {
    const after = await store().head();
    await store().append(newStream(), 'no_stream', newEvents(3));
    const reader = new Reader(store(), { after });
    for (let pages = 1; ; pages++) {
      const page = await reader.next();
      if (page?.caughtUp === true) break;
      if (pages === 200) throw new Error('it never said so');
      await store().append(newStream('other'), 'no_stream', newEvents(1));
    }
    expect(reader.events.length).toBeGreaterThanOrEqual(3);
    reader.abort();
  });

  it('resumes after a position without loss or repetition', async () => {
    const after = await store().head();
    const stream = newStream();
    await store().append(stream, 'no_stream', newEvents(50));
    const filter = { streamPrefixes: [stream] };
    const first = new Reader(store(), { after, filter, most: 20 });
    await first.untilEvents(20);
    first.abort();
    const rest = new Reader(store(), { after: first.events[19]!.position, filter });
    await rest.untilHead();
    expect([...first.events.slice(0, 20), ...rest.events]).toEqual(
      await all(store().readStream(stream)),
    );
    rest.abort();
  });

  it('tells soon how far it is when nothing matches', async () => {
    const after = await store().head();
    const reader = new Reader(store(), { after, filter: { typePrefixes: [newStream('none')] } });
    await reader.untilHead();
    const result = await store().append(newStream(), 'no_stream', newEvents(3));
    if (result.outcome !== 'appended') throw new Error();
    await reader.until(({ position }) => position >= result.position);
    expect(reader.events).toEqual([]);
    reader.abort();
  });

  it('never goes backwards, and is never further than the events it has delivered', async () => {
    const after = await store().head();
    const streams = [newStream('odd'), newStream('even')];
    const reader = new Reader(store(), { after, filter: { streamPrefixes: ['even-'] } });
    await reader.untilHead();
    const write = async (): Promise<void> => {
      for (let n = 0; n < 40; n++) {
        for (const stream of streams) {
          await store().append(stream, n === 0 ? 'no_stream' : n - 1, newEvents(1));
        }
      }
    };
    const writing = write();
    let last = after;
    while (reader.events.length < 40) {
      const page = await reader.next();
      if (!page) break;
      for (const { position } of page.events) {
        expect(position > last).toBe(true);
        last = position;
      }
      expect(page.position >= last).toBe(true);
      last = page.position;
    }
    await writing;
    expect(reader.events.map(({ revision }) => revision)).toEqual(
      Array.from({ length: 40 }, (_, n) => n),
    );
    reader.abort();
  });

  it('waits for a slow reader and loses nothing meanwhile', async () => {
    const after = await store().head();
    const stream = newStream();
    const reader = new Reader(store(), { after });
    await reader.untilHead();
    await appendMany(store(), stream, 1_500);
    await reader.untilEvents(10);
    const more = newStream();
    await appendMany(store(), more, 1_500);
    await reader.untilEvents(3_000);
    const of = (name: string): number[] =>
      reader.events.filter((event) => event.stream === name).map(({ revision }) => revision);
    const revisions = Array.from({ length: 1_500 }, (_, n) => n);
    expect(of(stream)).toEqual(revisions);
    expect(of(more)).toEqual(revisions);
    reader.abort();
  });

  it('ends each page where an append does, however small pages are to be', async () => {
    const after = await store().head();
    const reader = new Reader(store(), { after, most: 3 });
    await reader.untilHead();
    const metadata = (commandId: string): NewEvent['metadata'] => ({ commandId, at: 'then' });
    const ends: bigint[] = [];
    for (const size of [2, 5, 1, 4, 40]) {
      const commandId = newStream('command');
      const events = newEvents(size).map((one) => ({ ...one, metadata: metadata(commandId) }));
      const result = await store().append(newStream(), 'no_stream', events);
      if (result.outcome === 'appended') ends.push(result.position);
    }
    while (reader.events.length < 52) {
      const page = await reader.next();
      const last = page?.events.at(-1);
      if (last) expect(ends).toContain(last.position);
    }
    reader.abort();
  });

  it('refuses a place beyond the end of the log', async () => {
    const reader = new Reader(store(), { after: (await store().head()) + 1_000_000_000n });
    await expect(reader.next()).rejects.toMatchObject({ name: 'UnknownPositionError' });
  });

  it('gives every reader everything', async () => {
    const after = await store().head();
    const stream = newStream();
    const readers = Array.from(
      { length: 5 },
      () => new Reader(store(), { after, filter: { streamPrefixes: [stream] } }),
    );
    const reading = readers.map((reader) => reader.untilEvents(20));
    await store().append(stream, 'no_stream', newEvents(10));
    await store().append(stream, 9, newEvents(10));
    for (const events of await Promise.all(reading)) {
      expect(events.map(({ revision }) => revision)).toEqual(
        Array.from({ length: 20 }, (_, n) => n),
      );
    }
    readers.forEach((reader) => reader.abort());
  });

  it('ends at once when its signal was aborted before', async () => {
    const signal = AbortSignal.abort();
    expect(await all(store().subscribeToAll({ signal }))).toEqual([]);
  });

  it('ends when it is aborted while it waits', async () => {
    const reader = new Reader(store(), { after: await store().head() });
    await reader.untilHead();
    const next = reader.next();
    reader.abort();
    expect(await next).toBeUndefined();
  });

  it('ends when the store is closed', async () => {
    const reader = new Reader(store(), { after: await store().head() });
    await reader.untilHead();
    const next = reader.next();
    await reopen();
    expect(await next).toBeUndefined();
  });
}
