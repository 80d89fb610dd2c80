import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, open, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../../../test/support/condition.js';
import { all, newEvents, newStream, Reader } from '../../../../../test/support/event-log.js';
import type { NewEvent, StoredEvent } from '../event-store.js';
import { Appender } from './log-appender.js';
import { Indexer, SEGMENT_EVENTS } from './log-tail.js';
import { openEmbeddedEventStore } from './embedded-event-store.js';
import { LogReader } from './log-reader.js';
import { openForWriting } from './log-opening.js';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'event-store-'));
});
afterEach(async () => {
  await rm(directory, { recursive: true });
});

const logFile = (): string => join(directory, 'log.ndjson');

/** Appends as a process does that dies before its index has followed: nothing after the opening enters it. */
async function writeUnindexed(
  write: (append: Appender['append']) => Promise<unknown>,
): Promise<void> {
  const { file, tail, index, start, lock } = await openForWriting(directory);
  const reader = new LogReader(tail, file);
  const appender = new Appender({ file, tail, reader, start, onDurable: () => undefined });
  await write((...append) => appender.append(...append));
  await appender.close();
  lock?.release();
  await file.close();
  await index.close();
}

async function contents(): Promise<StoredEvent[]> {
  const store = await openEmbeddedEventStore({ directory });
  const events = await all(store.readAll());
  expect(await store.head()).toBe(events.at(-1)?.position ?? 0n);
  await store.close();
  return events;
}

async function put(bytes: Uint8Array, offset: number): Promise<void> {
  const file = await open(logFile(), 'r+');
  await file.write(bytes, 0, bytes.length, offset);
  await file.close();
}

const dataOf = (events: readonly NewEvent[]): unknown[] => events.map(({ id, data }) => [id, data]);

describe('log that the index has not followed', () => {
  it('has all that stands whole in the file, as often as it is opened', async () => {
    const stream = newStream();
    const [first, second] = [newEvents(2), newEvents(3)];
    await writeUnindexed(async (append) => {
      await append(stream, 'no_stream', first);
      await Promise.all([
        append(stream, 1, second),
        append(newStream(), 'no_stream', newEvents(1)),
      ]);
    });
    const events = await contents();
    expect(dataOf(events.slice(0, 5))).toEqual(dataOf([...first, ...second]));
    expect(await contents()).toEqual(events);
    const store = await openEmbeddedEventStore({ directory });
    expect(await all(store.readStream(stream))).toEqual(events.slice(0, 5));
    expect(await store.append(stream, 1, second)).toMatchObject({ revision: 4 });
    expect(await store.append(stream, 4, newEvents(1))).toMatchObject({ revision: 5 });
    await store.close();
  });

  it('finds every event however far the index is behind', async () => {
    const stream = newStream();
    const groups = Array.from({ length: (2.5 * SEGMENT_EVENTS) / 64 }, () => newEvents(64));
    await writeUnindexed(async (append) => {
      for (const [n, events] of groups.entries()) {
        await append(stream, n === 0 ? 'no_stream' : 64 * n - 1, events);
      }
      for (const [n, events] of groups.entries()) {
        const repeated = await append(stream, n === 0 ? 'no_stream' : 64 * n - 1, events);
        expect(repeated).toMatchObject({ outcome: 'appended', revision: 64 * n + 63 });
      }
    });
    expect(dataOf(await contents())).toEqual(dataOf(groups.flat()));
  });

  it('drops the last append as a whole wherever the file was cut', async () => {
    const stream = newStream('Zürich');
    await writeUnindexed((append) => append(stream, 'no_stream', newEvents(2)));
    const before = await contents();
    const { size } = await stat(logFile());
    await writeUnindexed((append) => append(stream, 1, newEvents(3)));
    const bytes = await readFile(logFile());
    for (let cut = size; cut < bytes.length; cut++) {
      await put(bytes.subarray(size), size);
      await truncate(logFile(), cut);
      expect(await contents()).toEqual(before);
      expect((await stat(logFile())).size).toBe(size);
    }
    await put(bytes.subarray(size), size);
    expect(await contents()).toHaveLength(5);
  });

  it('drops an append of which a page never came to the disk, with all of its write behind it', async () => {
    const first = newStream();
    await writeUnindexed((append) => append(first, 'no_stream', newEvents(1)));
    const before = await contents();
    const { size } = await stat(logFile());
    const torn = size + 5;
    await writeUnindexed((append) =>
      Promise.all([append(first, 0, newEvents(2)), append(newStream(), 'no_stream', newEvents(2))]),
    );
    const bytes = await readFile(logFile());
    const lost = [
      [size, bytes.length],
      [torn, bytes.length],
      [torn, torn + 1],
      [size, bytes.indexOf('\n', size)],
      [bytes.indexOf('\n', size), bytes.indexOf('\n', size) + 1],
    ] as const;
    for (const [from, to] of lost) {
      await put(bytes.subarray(size), size);
      await put(Buffer.alloc(to - from), from);
      expect(await contents()).toEqual(before);
    }
  });

  it('does not take what an earlier, failed write left behind for a part of the log', async () => {
    const stream = newStream();
    const group = (n: number): NewEvent[] =>
      newEvents(1).map((event) => ({ ...event, data: { n } }));
    await writeUnindexed((append) =>
      Promise.all([append(stream, 'no_stream', group(1)), append(stream, 0, group(2))]),
    );
    const failed = await readFile(logFile());
    await rm(directory, { recursive: true });
    await writeUnindexed((append) => append(stream, 'no_stream', group(3)));
    const { size } = await stat(logFile());
    // The same length, so that what is left behind starts with a whole append.
    expect(failed.indexOf('\n') + 1).toBe(size);
    await put(failed.subarray(size), size);
    expect((await contents()).map(({ data }) => data)).toEqual([{ n: 3 }]);
  });

  it('shows readers beside the writer what stands whole, never a part of an append', async () => {
    const store = await openEmbeddedEventStore({ directory });
    const stream = newStream();
    await store.append(stream, 'no_stream', newEvents(2));
    await store.close();
    const { size } = await stat(logFile());
    await writeUnindexed((append) => append(stream, 1, newEvents(3)));
    const bytes = await readFile(logFile());
    await truncate(logFile(), size);
    const reader = await openEmbeddedEventStore({ directory, readOnly: true });
    for (let end = size; end < bytes.length; end += 7) {
      await put(bytes.subarray(size, end), size);
      expect(await all(reader.readStream(stream))).toHaveLength(2);
      expect(await all(reader.readAll())).toHaveLength(2);
      expect(await reader.head()).toBe(BigInt(size));
    }
    await put(bytes.subarray(size), size);
    const events = await all(reader.readStream(stream));
    expect(events.map(({ revision }) => revision)).toEqual([0, 1, 2, 3, 4]);
    expect(await all(reader.readAll())).toEqual(events);
    await reader.close();
  });

  it('reads, refuses and repeats the same before and after the index has followed', async () => {
    const store = await openEmbeddedEventStore({ directory });
    const beside = await openEmbeddedEventStore({ directory, readOnly: true });
    const stream = newStream();
    const groups = Array.from({ length: (2.5 * SEGMENT_EVENTS) / 32 }, () => newEvents(32));
    const follower = new Reader(beside, { filter: { streamPrefixes: [stream] } });
    for (const [n, events] of groups.entries()) {
      const other = store.append(newStream(), 'no_stream', newEvents(1));
      await store.append(stream, n === 0 ? 'no_stream' : 32 * n - 1, events);
      expect(await other).toMatchObject({ revision: 0 });
      if (n % 40 > 0) continue;
      for (const each of [store, beside]) {
        const tail = await all(each.readStream(stream, { direction: 'backwards', max: 32 }));
        expect(dataOf(tail.reverse())).toEqual(dataOf(events));
      }
      const [first = []] = groups;
      expect(await store.append(stream, 'no_stream', first)).toMatchObject({ revision: 31 });
      if (n === 0) continue;
      expect(await store.append(stream, 31, newEvents(1))).toEqual({
        outcome: 'conflict',
        actual: 32 * n + 31,
      });
    }
    await follower.untilEvents(32 * groups.length);
    for (const each of [store, beside]) {
      expect(await all(each.readStream(stream))).toEqual(follower.events);
    }
    follower.abort();
    await store.close();
    expect(await all(beside.readStream(stream))).toEqual(follower.events);
    await beside.close();
  });

  it('takes no appends while the index cannot follow, has those it took, and goes on', async () => {
    const { file, tail, index, start, lock } = await openForWriting(directory);
    let isFull = true;
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    const commit = index.commit.bind(index);
    index.commit = (changes) => (isFull ? Promise.reject(full) : commit(changes));
    const indexer = new Indexer(tail, {
      failed: (error) => appender.stop(error),
      recovered: () => appender.resume(),
    });
    const reader = new LogReader(tail, file);
    const onDurable = (): void => indexer.added();
    const appender = new Appender({ file, tail, reader, start, onDurable });
    const stream = newStream();
    const events = newEvents(2);
    const more = newEvents(1);
    await appender.append(stream, 'no_stream', events);
    // an append of nothing new, which changes nothing while it is still taken
    const refusal = await eventually(() =>
      appender.append(stream, 'no_stream', events).then(
        () => undefined,
        (error: unknown) => error,
      ),
    );
    expect(refusal).toMatchObject({
      name: 'StoreUnavailableError',
      message: expect.stringContaining('ENOSPC'),
    });
    isFull = false;
    await eventually(() => appender.append(stream, 1, more).catch(() => undefined));
    await appender.close();
    await indexer.flush();
    lock?.release();
    await file.close();
    await index.close();
    expect(dataOf(await contents())).toEqual(dataOf([...events, ...more]));
  });

  it('takes none after it was closed, whatever becomes of the index', async () => {
    const { file, tail, index, start, lock } = await openForWriting(directory);
    const reader = new LogReader(tail, file);
    const appender = new Appender({ file, tail, reader, start, onDurable: () => undefined });
    appender.stop(new Error('no space'));
    await appender.close();
    appender.resume();
    await expect(appender.append(newStream(), 'no_stream', newEvents(1))).rejects.toMatchObject({
      message: 'the log is closed',
    });
    lock?.release();
    await file.close();
    await index.close();
  });
});
