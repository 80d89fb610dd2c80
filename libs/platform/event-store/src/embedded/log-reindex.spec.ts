import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { all, newEvents, newStream } from '../../../../../test/support/event-log.js';
import type { StoredEvent } from '../event-store.js';
import { openEmbeddedEventStore } from './embedded-event-store.js';
import { reindexLog } from './whole-log.js';

/** Events of each append: more than enter the index together, and one that spans several of the chunks that are read at a time. */
const APPENDS = [2, 3, 1, 5_000, 2, 1];

describe('the index of an embedded log', () => {
  let directory: string;
  let streams: string[];
  let written: StoredEvent[];
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'event-store-'));
    const store = await openEmbeddedEventStore({ directory });
    streams = APPENDS.map(() => newStream());
    for (const [n, stream] of streams.entries()) {
      await store.append(stream, 'no_stream', newEvents(APPENDS[n] ?? 0));
      await store.append(stream, (APPENDS[n] ?? 0) - 1, newEvents(1));
    }
    written = await all(store.readAll());
    await store.close();
  });
  afterEach(async () => {
    await rm(directory, { recursive: true });
  });

  const index = (): string => join(directory, 'index');
  const logFile = (): string => join(directory, 'log.ndjson');
  const reindex = (signal = new AbortController().signal) =>
    reindexLog(directory, { signal, onProgress: () => undefined });

  async function expectAsWritten(): Promise<void> {
    const store = await openEmbeddedEventStore({ directory });
    expect(await all(store.readAll())).toEqual(written);
    for (const stream of streams) {
      const own = written.filter((event) => event.stream === stream);
      expect(await all(store.readStream(stream))).toEqual(own);
      expect(await store.append(stream, own.length - 1, newEvents(1))).toMatchObject({
        outcome: 'appended',
      });
    }
    await store.close();
  }

  it('is made anew where it is lost', async () => {
    await rm(index(), { recursive: true });
    const { length } = await readFile(logFile());
    expect(await reindex()).toEqual({ events: written.length, bytes: length, torn: 0 });
    await expectAsWritten();
  });

  it('is made anew where it is damaged, which a start tells to do', async () => {
    await writeFile(join(index(), 'data.mdb'), Buffer.alloc(40_000));
    await expect(openEmbeddedEventStore({ directory })).rejects.toThrow('ops log reindex');
    await reindex();
    await expectAsWritten();
  });

  it('leaves out what a crash has torn', async () => {
    const torn = '["half a rec\n["another","';
    await appendFile(logFile(), torn);
    await rm(index(), { recursive: true });
    expect(await reindex()).toMatchObject({ events: written.length, torn: torn.length });
    await expectAsWritten();
  });

  it('is not made from a log that is not what was written, wherever that is', async () => {
    const bytes = await readFile(logFile());
    const ends = written.map(({ position }) => Number(position));
    for (const place of [0, (ends[0] ?? 0) + 5, Math.trunc(bytes.length / 2), ends.at(-2) ?? 0]) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 1;
      await writeFile(logFile(), changed);
      await expect(reindex()).rejects.toMatchObject({ name: 'DamagedLogError' });
    }
    await writeFile(logFile(), bytes);
    await expectAsWritten();
  });

  it('is not replaced while a process writes the log', async () => {
    const store = await openEmbeddedEventStore({ directory });
    await expect(reindex()).rejects.toMatchObject({ name: 'DirectoryInUseError' });
    await store.close();
    await expectAsWritten();
  });

  it('stays as it was where that is interrupted', async () => {
    await expect(reindex(AbortSignal.abort())).rejects.toThrow('aborted');
    await expectAsWritten();
  });
});
