import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { all, newEvents, newStream } from '../../../../../test/support/event-log.js';
import { DamagedLogError, type EventStore, type StoredEvent } from '../event-store.js';
import { checkLog } from './whole-log.js';
import { openEmbeddedEventStore } from './embedded-event-store.js';

/** Events of each append: one spans several of the chunks that are read at a time. */
const APPENDS = [1, 3, 1, 2_500, 2, 1];

let directory: string;
let written: StoredEvent[];
let bytes: Buffer;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'event-store-'));
  const store = await openEmbeddedEventStore({ directory });
  for (const count of APPENDS) await store.append(newStream(), 'no_stream', newEvents(count));
  written = await all(store.readAll());
  await store.close();
  bytes = await readFile(logFile());
});
afterEach(async () => {
  await rm(directory, { recursive: true });
});

const logFile = (): string => join(directory, 'log.ndjson');

/** The events of the appends before the one that has the byte at `place`. */
function before(place: number): StoredEvent[] {
  let end = 0;
  for (const count of APPENDS) {
    const last = written[end + count - 1];
    if (last === undefined || last.position > BigInt(place)) break;
    end += count;
  }
  return written.slice(0, end);
}

/** Opens the log after its file was changed, as a service does that is started again. */
async function withFile<T>(changed: Buffer, use: (store: EventStore) => Promise<T>): Promise<T> {
  await writeFile(logFile(), changed);
  const store = await openEmbeddedEventStore({ directory });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

function flipped(place: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[place] = (changed[place] ?? 0) ^ 1;
  return changed;
}

/** What comes until it ends, and the error it ended with. */
async function untilFailure<T>(events: AsyncIterable<T>): Promise<{ got: T[]; error: unknown }> {
  const got: T[] = [];
  try {
    for await (const event of events) got.push(event);
  } catch (error) {
    return { got, error };
  }
  return { got, error: undefined };
}

describe('a log that was changed', () => {
  it('ends before the append that a byte of is another, wherever it stands', async () => {
    const some = Array.from({ length: 60 }, (_, n) => Math.floor((n * (bytes.length - 1)) / 59));
    // stream, type, and the close of an append
    const places = [...some, 3, bytes.indexOf('","') + 4, bytes.indexOf('\n') - 4];
    for (const place of places) {
      await withFile(flipped(place), async (store) => {
        const { got, error } = await untilFailure(store.readAll());
        expect({ place, error }).toEqual({ place, error: expect.any(DamagedLogError) });
        expect(got).toEqual(before(place));
      });
    }
  });

  it('passes nothing over that a filter would leave out', async () => {
    const place = Number(written.at(-2)?.position);
    await withFile(flipped(place + 4), async (store) => {
      const filter = { typePrefixes: ['none.'] };
      const { got, error } = await untilFailure(store.readAll({ filter }));
      expect(got).toEqual([]);
      expect(error).toBeInstanceOf(DamagedLogError);
    });
  });

  it('ends a subscription there, from wherever it starts', async () => {
    const place = Number(written.at(-2)?.position) + 4;
    const { signal } = new AbortController();
    for (const from of [0, 1, 2, 5, 500, 2_505]) {
      const after = from === 0 ? 0n : (written[from - 1]?.position ?? 0n);
      await withFile(flipped(place), async (store) => {
        const { got, error } = await untilFailure(store.subscribeToAll({ after, signal }));
        expect(got.flatMap(({ events }) => events)).toEqual(written.slice(from, -1));
        expect(error).toBeInstanceOf(DamagedLogError);
      });
    }
  });

  it('is read backwards down to the append that was changed, from wherever in it', async () => {
    // within the append of 2,500 events
    const place = Number(written[100]?.position) + 4;
    const [newest, ...older] = written.slice(2_505).reverse();
    await withFile(flipped(place), async (store) => {
      const read = { direction: 'backwards' } as const;
      const { got, error } = await untilFailure(store.readAll(read));
      expect(got).toEqual([newest, ...older]);
      expect(error).toBeInstanceOf(DamagedLogError);
      expect(await store.newest()).toEqual(newest);
      for (const before of [2_504, 2_000, 50]) {
        const some = { ...read, before: written[before]?.position ?? 0n, max: 1 };
        const failure = await untilFailure(store.readAll(some));
        expect(failure).toEqual({ got: [], error: expect.any(DamagedLogError) });
      }
    });
  });

  it('has no newest event if that was changed', async () => {
    await withFile(flipped(Number(written.at(-2)?.position) + 4), async (store) => {
      await expect(store.newest()).rejects.toThrow(DamagedLogError);
    });
  });

  it('answers no part of an append that was changed elsewhere', async () => {
    const [stream, first] = [written[5]?.stream ?? '', Number(written[4]?.position)];
    const last = Number(written[2_504]?.position);
    for (const place of [first + 4, Math.trunc((first + last) / 2), last - 1, last - 2, last - 3]) {
      await withFile(flipped(place), async (store) => {
        for (const options of [
          { max: 1 },
          { from: 300, max: 10 },
          { from: 2_499 },
          { direction: 'backwards', max: 1 },
          { direction: 'backwards', from: 300, max: 2 },
        ] as const) {
          const failure = await untilFailure(store.readStream(stream, options));
          expect(failure).toEqual({ got: [], error: expect.any(DamagedLogError) });
        }
      });
    }
  });

  it('is found by a check wherever in it, the last append included', async () => {
    const work = { signal: new AbortController().signal, onProgress: () => undefined };
    const start = Number(written.at(-2)?.position);
    for (let place = start; place < bytes.length; place++) {
      await writeFile(logFile(), flipped(place));
      await expect(checkLog(directory, work)).rejects.toThrow(DamagedLogError);
    }
    await writeFile(logFile(), bytes);
    expect(await checkLog(directory, work)).toMatchObject({ bytes: bytes.length });
  });

  it('is told from a write that a crash tore, also where the index is lost', async () => {
    const work = { signal: new AbortController().signal, onProgress: () => undefined };
    await rm(join(directory, 'index'), { recursive: true });
    const [start, newest] = [Number(written.at(-2)?.position), written.at(-2)];
    await writeFile(logFile(), flipped(start + 4));
    await expect(checkLog(directory, work)).rejects.toThrow(DamagedLogError);
    const unwritten = Buffer.from(bytes).fill(0, start, start + 20);
    for (const torn of [unwritten, bytes.subarray(0, -1), bytes.subarray(0, start + 9)]) {
      await writeFile(logFile(), torn);
      expect(await checkLog(directory, work)).toMatchObject({ bytes: start, newest });
    }
  });

  it('answers no stream as it was changed, from wherever it is read in whichever direction', async () => {
    const stream = newStream();
    const appends = 25;
    await withFile(bytes, async (store) => {
      for (let n = 0; n < appends; n++) {
        // in between the others, so that some stand next to each other and some do not
        if (n % 3 === 0) await store.append(newStream(), 'no_stream', newEvents(1));
        await store.append(stream, n === 0 ? 'no_stream' : 3 * n - 1, newEvents(3));
      }
    });
    bytes = await readFile(logFile());
    const last = 3 * appends - 1;
    const places: number[] = [];
    const data = `{"n":1}`;
    for (let at = bytes.indexOf(stream); at !== -1; at = bytes.indexOf(stream, at + 1)) {
      const line = bytes.subarray(at, bytes.indexOf('\n', at));
      if (line.includes(data)) places.push(at + line.indexOf(data) + data.length - 2);
    }
    expect(places).toHaveLength(appends);
    for (const [n, place] of places.entries()) {
      await withFile(flipped(place), async (store) => {
        for (const options of [
          {},
          { from: 3 * n },
          { from: 3 * n + 1, max: 1 },
          { direction: 'backwards' },
          { direction: 'backwards', from: 3 * n + 1, max: 1 },
        ] as const) {
          const { got, error } = await untilFailure(store.readStream(stream, options));
          expect([n, error]).toEqual([n, expect.any(DamagedLogError)]);
          expect(got.some(({ revision }) => Math.floor(revision / 3) === n)).toBe(false);
        }
        if (n === appends - 1) return;
        const after = await all(store.readStream(stream, { from: 3 * n + 3 }));
        expect(after.at(-1)?.revision).toBe(last);
      });
    }
  });

  it('answers no record for another one', async () => {
    const [event] = written;
    const changed = Buffer.from(bytes);
    changed.write('~', 2);
    await withFile(changed, async (store) => {
      const { error } = await untilFailure(store.readStream(event?.stream ?? ''));
      expect(error).toBeInstanceOf(DamagedLogError);
    });
  });
});
