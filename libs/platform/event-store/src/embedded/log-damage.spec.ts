import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { all, newEvents, newStream } from '../../../../../test/support/event-log.js';
import { DamagedLogError, type EventStore, type StoredEvent } from '../event-store.js';
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

  it('is read as it stands by those who look for changes themselves', async () => {
    const [first, ...others] = written;
    await withFile(flipped(bytes.indexOf('{"n":0') + 5), async (store) => {
      const events = await all(store.readAll({ asItStands: true }));
      expect(events).toEqual([{ ...first, data: { n: 1 } }, ...others]);
      const ofStream = await all(store.readStream(first?.stream ?? '', { asItStands: true }));
      expect(ofStream).toEqual(events.slice(0, 1));
    });
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
        for (const options of [{}, { from: 3 * n }, { direction: 'backwards' }] as const) {
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
