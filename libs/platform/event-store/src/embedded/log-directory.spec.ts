import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  appendFile,
  mkdtemp,
  open,
  readFile,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { all, newEvents, newStream } from '../../../../../test/support/event-log.js';
import { Appender } from './log-appender.js';
import { openEmbeddedEventStore } from './embedded-event-store.js';
import type { LogFile } from './log-file.js';
import { LogReader } from './log-reader.js';
import { openForWriting } from './log-opening.js';
import { WriterLock, type HolderRegister } from '#libs/platform/stores';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'event-store-'));
});
afterEach(async () => {
  await rm(directory, { recursive: true });
});

describe('directory of the embedded log', () => {
  const logFile = (): string => join(directory, 'log.ndjson');

  async function writeSome(): Promise<string> {
    const store = await openEmbeddedEventStore({ directory });
    const stream = newStream();
    await store.append(stream, 'no_stream', newEvents(3));
    await store.close();
    return stream;
  }

  it('takes no head and no place from an index that was changed, now and after the next start', async () => {
    const stream = await writeSome();
    const path = join(directory, 'index', 'data.mdb');
    const whole = await readFile(path);
    const damaged = /index .*is damaged: rebuild it/;
    // number, newest revision and checksum of the stream follow its name
    for (let byte = 0; byte < 12; byte++) {
      await writeFile(path, whole);
      await rm(join(directory, 'index', 'data.crc'), { force: true });
      const store = await openEmbeddedEventStore({ directory });
      const file = await open(path, 'r+');
      for (let n = whole.indexOf(stream); n !== -1; n = whole.indexOf(stream, n + 1)) {
        const after = n + Buffer.byteLength(stream) + byte;
        await file.write(Buffer.of((whole[after] ?? 0) ^ 1), 0, 1, after);
      }
      await file.close();
      await expect(all(store.readStream(stream))).rejects.toThrow(damaged);
      await expect(store.append(stream, 2, newEvents(1))).rejects.toThrow(damaged);
      await store.close();
      for (const time of ['first', 'second']) {
        const opening = openEmbeddedEventStore({ directory }).then(() => time);
        await expect(opening).rejects.toThrow(damaged);
      }
    }
  });

  it('opens no index that was changed after a crash so that it lacks what is in the log', async () => {
    const streams = Array.from({ length: 300 }, () => newStream());
    const writer = await openEmbeddedEventStore({ directory });
    for (const stream of streams) await writer.append(stream, 'no_stream', newEvents(2));
    await writer.close();
    const index = join(directory, 'index');
    const path = join(index, 'data.mdb');
    const whole = await readFile(path);
    await rm(join(index, 'data.crc'));
    const opened = async (): Promise<boolean> => {
      const store = await openEmbeddedEventStore({ directory });
      for (const stream of streams) {
        const revisions = (await all(store.readStream(stream))).map(({ revision }) => revision);
        expect(revisions).toEqual([0, 1]);
      }
      await store.close();
      return true;
    };
    expect(await opened()).toBe(true);
    const refused: string[] = [];
    // names in leaves and branches of the tree
    for (const stream of streams.filter((_, n) => n % 20 === 0)) {
      for (let at = whole.indexOf(stream); at !== -1; at = whole.indexOf(stream, at + 1)) {
        const bytes = Buffer.from(whole);
        bytes[at + stream.length - 1] = (bytes[at + stream.length - 1] ?? 0) ^ 2;
        await writeFile(path, bytes);
        await rm(join(index, 'data.crc'), { force: true });
        // the first refusal leaves no checksum that the next start would trust
        for (let start = 0; start < 2; start++) {
          await opened().catch((error: unknown) => refused.push(String(error)));
        }
      }
    }
    expect(refused.length).toBeGreaterThanOrEqual(streams.length / 10);
    for (const error of refused) expect(error).toMatch(/index .*is damaged: rebuild it/);
  });

  it('drops what a crash has torn', async () => {
    const stream = await writeSome();
    const { size } = await stat(logFile());
    await appendFile(logFile(), '["half a rec');
    const store = await openEmbeddedEventStore({ directory });
    expect((await stat(logFile())).size).toBe(size);
    await store.append(stream, 2, newEvents(1));
    expect(await all(store.readAll())).toHaveLength(4);
    await store.close();
  });

  it('does not open a log that has lost records or its index', async () => {
    await writeSome();
    const { size } = await stat(logFile());
    await truncate(logFile(), size - 10);
    await expect(openEmbeddedEventStore({ directory })).rejects.toThrow('shorter than its index');
    await rm(join(directory, 'index'), { recursive: true });
    await expect(openEmbeddedEventStore({ directory })).rejects.toThrow('its index is missing');
  });

  it('can be opened after an opening that failed', async () => {
    await writeFile(logFile(), 'x\n');
    await expect(openEmbeddedEventStore({ directory })).rejects.toThrow('its index is missing');
    await rm(logFile());
    await writeSome();
  });

  it('is held by one store at a time, also within a process', async () => {
    const store = await openEmbeddedEventStore({ directory });
    await expect(openEmbeddedEventStore({ directory })).rejects.toMatchObject({
      name: 'DirectoryInUseError',
    });
    const reader = await openEmbeddedEventStore({ directory, readOnly: true });
    const stream = newStream();
    await store.append(stream, 'no_stream', newEvents(2));
    expect(await all(reader.readStream(stream))).toHaveLength(2);
    await store.close();
    expect(await all(reader.readAll())).toHaveLength(2);
    await reader.close();
  });

  it('reads from any made-up position without ever showing half a record', async () => {
    const store = await openEmbeddedEventStore({ directory });
    for (let n = 0; n < 5; n++) await store.append(newStream(), 'no_stream', newEvents(2));
    const events = await all(store.readAll());
    const head = await store.head();
    for (let position = 0n; position <= head + 2n; position += 7n) {
      expect(await all(store.readAll({ after: position }))).toEqual(
        events.filter((event) => event.position > position),
      );
      expect(await all(store.readAll({ direction: 'backwards', before: position }))).toEqual(
        events.filter((event) => event.position < position).reverse(),
      );
    }
    await store.close();
  });

  it('refuses to resume a subscription from beyond its end', async () => {
    const store = await openEmbeddedEventStore({ directory });
    const { signal } = new AbortController();
    await expect(all(store.subscribeToAll({ after: 1n, signal }))).rejects.toThrow(RangeError);
    await store.close();
  });

  it('takes back what the disk refused, and goes on when there is room again', async () => {
    const parts = await openForWriting(directory);
    const { file, tail, index, start, lock } = parts;
    let full = true;
    const faulty = {
      // Some of it gets through, as when the disk fills up in the middle.
      write: async (bytes: Buffer, length: number, offset: number) => {
        await file.write(bytes, full ? length - 10 : length, offset);
        if (full) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      },
      truncate: (end: number) => file.truncate(end),
    };
    const ends: number[] = [];
    const appender = new Appender({
      file: faulty as unknown as LogFile,
      tail,
      reader: new LogReader(tail, file),
      start,
      onDurable: ({ end }) => ends.push(end),
    });
    const stream = newStream();
    const events = newEvents(1);
    const attempts = await Promise.allSettled([
      appender.append(stream, 'no_stream', events),
      appender.append(stream, 0, newEvents(1)),
    ]);
    expect(attempts).toMatchObject([
      { reason: { name: 'StoreUnavailableError' } },
      { reason: { name: 'StoreUnavailableError' } },
    ]);
    expect(file.size()).toBe(0);
    full = false;
    expect(await appender.append(stream, 0, newEvents(1))).toEqual({
      outcome: 'conflict',
      actual: 'no_stream',
    });
    expect(await appender.append(stream, 'no_stream', events)).toMatchObject({ revision: 0 });
    expect(ends).toEqual([(await stat(logFile())).size]);
    await appender.close();
    lock?.release();
    await file.close();
    await index.close();
  });
});

describe('right to write', () => {
  class Register implements HolderRegister {
    constructor(public holder?: string) {}

    swap(mayReplace: (current: string | undefined) => boolean, next?: string): string | undefined {
      if (!mayReplace(this.holder)) return this.holder ?? '';
      this.holder = next;
      return undefined;
    }
  }
  const held = (by: object): Register => new Register(JSON.stringify(by));
  const beat = async (secondsAgo: number): Promise<void> => {
    const path = join(directory, 'writer.alive');
    await writeFile(path, '');
    const time = new Date(Date.now() - secondsAgo * 1_000);
    await utimes(path, time, time);
  };

  it.each([
    ['a process that is gone', { host: hostname(), pid: 2 ** 30, started: '1' }],
    ['an earlier process of the same number', { host: hostname(), pid: process.pid, started: '1' }],
  ])('passes over %s at once', async (_, holder) => {
    await beat(0);
    const register = held(holder);
    const lock = await WriterLock.acquire(directory, register);
    expect(JSON.parse(register.holder ?? '')).toMatchObject({ pid: process.pid });
    lock.release();
    expect(register.holder).toBeUndefined();
  });

  it('passes over another host whose heartbeat has stopped', async () => {
    await beat(11);
    const lock = await WriterLock.acquire(
      directory,
      held({ host: 'elsewhere', pid: 1, started: '1' }),
    );
    lock.release();
  });

  it('gives up nothing that another has taken meanwhile', async () => {
    const register = new Register();
    const lock = await WriterLock.acquire(directory, register);
    register.holder = 'another';
    lock.release();
    expect(register.holder).toBe('another');
  });
});
