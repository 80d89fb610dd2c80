import { expect, it } from '@jest/globals';
import type { EventStore, SubscriptionMessage } from '#libs/platform/event-store';
import { all, newEvents, newStream, Reader, type ContractContext } from './event-log.js';

const isCaughtUp = ({ kind }: SubscriptionMessage): boolean => kind === 'caught-up';

async function appendMany(store: EventStore, stream: string, count: number): Promise<void> {
  let expected: number | 'no_stream' = 'no_stream';
  for (let done = 0; done < count; done += 100) {
    const result = await store.append(stream, expected, newEvents(Math.min(100, count - done)));
    if (result.outcome === 'appended') expected = result.revision;
  }
}

/** The part of the contract that is about subscriptions. */
export function subscriptionContract({ store, reopen }: ContractContext): void {
  it('delivers what is there, says caught up, and goes on with what comes', async () => {
    const after = await store().head();
    const stream = newStream();
    await store().append(stream, 'no_stream', newEvents(3));
    const reader = new Reader(store(), { after, filter: { streamPrefixes: [stream] } });
    await reader.until(isCaughtUp);
    expect(reader.events.map(({ revision }) => revision)).toEqual([0, 1, 2]);
    await store().append(stream, 2, newEvents(2));
    await store().append(stream, 4, newEvents(1));
    await reader.untilEvents(6);
    expect(reader.events).toEqual(await all(store().readStream(stream)));
    reader.abort();
    expect(await reader.next()).toBeUndefined();
  });

  it('says caught up only behind all that was there, however full the buffer', async () => {
    const after = await store().head();
    const stream = newStream();
    await appendMany(store(), stream, 2_000);
    const reader = new Reader(store(), { after, filter: { streamPrefixes: [stream] } });
    await reader.next();
    // Nobody reads on until long after everything has arrived.
    await appendMany(store(), newStream('other'), 300);
    await reader.until(isCaughtUp);
    expect(reader.events.map(({ revision }) => revision)).toEqual(
      Array.from({ length: 2_000 }, (_, n) => n),
    );
    reader.abort();
  });

  it('says caught up also while others append without end', async () => {
    const after = await store().head();
    await store().append(newStream(), 'no_stream', newEvents(3));
    const reader = new Reader(store(), { after });
    for (let messages = 1; ; messages++) {
      const message = await reader.next();
      if (message?.kind === 'caught-up') break;
      if (messages === 200) throw new Error('it never said so');
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
    const first = new Reader(store(), { after, filter });
    await first.untilEvents(20);
    first.abort();
    const rest = new Reader(store(), { after: first.events.at(-1)!.position, filter });
    await rest.until(isCaughtUp);
    expect([...first.events.slice(0, 20), ...rest.events]).toEqual(
      await all(store().readStream(stream)),
    );
    rest.abort();
  });

  it('tells soon how far it is when nothing matches', async () => {
    const after = await store().head();
    const reader = new Reader(store(), { after, filter: { typePrefixes: [newStream('none')] } });
    await reader.until(isCaughtUp);
    const result = await store().append(newStream(), 'no_stream', newEvents(3));
    if (result.outcome !== 'appended') throw new Error();
    await reader.until(
      (message) => message.kind === 'checkpoint' && message.position >= result.position,
    );
    expect(reader.events).toEqual([]);
    reader.abort();
  });

  it('never goes backwards, and puts no checkpoint before an event it covers', async () => {
    const after = await store().head();
    const streams = [newStream('odd'), newStream('even')];
    const reader = new Reader(store(), { after, filter: { streamPrefixes: ['even-'] } });
    await reader.until(isCaughtUp);
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
      const message = await reader.next();
      if (!message || message.kind === 'caught-up') continue;
      const position = message.kind === 'event' ? message.event.position : message.position;
      expect(position > last).toBe(true);
      last = position;
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
    await reader.until(isCaughtUp);
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
    await reader.until(isCaughtUp);
    const next = reader.next();
    reader.abort();
    expect(await next).toBeUndefined();
  });

  it('ends when the store is closed', async () => {
    const reader = new Reader(store(), { after: await store().head() });
    await reader.until(isCaughtUp);
    const next = reader.next();
    await reopen();
    expect(await next).toBeUndefined();
  });
}
