import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { crashRounds } from '../../../../../test/support/crash-rounds.js';
import { all, newEvents, newStream, Reader } from '../../../../../test/support/event-log.js';
import type { StoredEvent } from '../event-store.js';
import { openEmbeddedEventStore } from './embedded-event-store.js';

const CHILD = join(import.meta.dirname, '../../../../../test/support/log-writer-child.mjs');

/** A process that appends without pause; runs the built code, so `npm run build` comes first, as in `npm test`. */
class Writer {
  readonly acknowledged: string[] = [];
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  #onLine = (): void => undefined;
  #isOpen = false;
  #hasExited = false;

  constructor(directory: string) {
    this.#child = spawn(process.execPath, [CHILD, directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#exited = once(this.#child, 'close').then(() => {
      this.#hasExited = true;
      this.#onLine();
    });
    createInterface({ input: this.#child.stdout! }).on('line', (line) => {
      if (line === 'open') this.#isOpen = true;
      else this.acknowledged.push(line);
      this.#onLine();
    });
  }

  async until(test: (writer: Writer) => boolean): Promise<void> {
    while (!test(this)) {
      if (this.#hasExited) throw new Error('the writer ended by itself');
      await new Promise<void>((resolve) => {
        this.#onLine = resolve;
      });
    }
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }
}

describe('embedded log and processes that die', () => {
  let directory: string;
  const writers: Writer[] = [];
  const startWriter = (): Writer => {
    const writer = new Writer(directory);
    writers.push(writer);
    return writer;
  };
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'event-store-'));
  });
  afterEach(async () => {
    await Promise.all(writers.splice(0).map((writer) => writer.kill()));
    await rm(directory, { recursive: true });
  });

  it('has every acknowledged append after kill -9 under load, whole and in order', async () => {
    const acknowledged: string[] = [];
    for (let round = 1; round <= crashRounds(2); round++) {
      const writer = startWriter();
      await writer.until(() => writer.acknowledged.length >= 300 * round);
      await writer.kill();
      acknowledged.push(...writer.acknowledged);
      const store = await openEmbeddedEventStore({ directory });
      const events = new Map<string, StoredEvent>();
      const groups = new Map<unknown, number>();
      let last = 0n;
      for await (const event of store.readAll()) {
        expect(event.position > last).toBe(true);
        last = event.position;
        events.set(`${event.stream} ${event.revision} ${event.id} ${event.position}`, event);
        groups.set(event.data['group'], (groups.get(event.data['group']) ?? 0) + 1);
      }
      expect(acknowledged.filter((line) => !events.has(line))).toEqual([]);
      const written = [...events.values()].filter(({ type }) => type === 'crash.Written.v1');
      for (const { data } of written) expect(groups.get(data['group'])).toBe(data['size']);
      const [stream = ''] = acknowledged[0]?.split(' ') ?? [];
      const inStream = await all(store.readStream(stream));
      expect(inStream.map(({ revision }) => revision)).toEqual(inStream.map((_, n) => n));
      expect(await store.head()).toBe(last);
      expect(await store.append(newStream(), 'no_stream', newEvents(1))).toMatchObject({
        outcome: 'appended',
      });
      await store.close();
    }
  });

  it('keeps a second writer out, and lets readers in, while a process writes', async () => {
    await expect(openEmbeddedEventStore({ directory, readOnly: true })).rejects.toMatchObject({
      name: 'StoreUnavailableError',
    });
    const writer = startWriter();
    await writer.until(({ isOpen }) => isOpen);
    await expect(openEmbeddedEventStore({ directory })).rejects.toMatchObject({
      name: 'DirectoryInUseError',
    });
    const store = await openEmbeddedEventStore({ directory, readOnly: true });
    await expect(store.append(newStream(), 'no_stream', newEvents(1))).rejects.toThrow('reading');
    const reader = new Reader(store, { after: await store.head() });
    await reader.untilHead();
    await writer.until(({ acknowledged }) => acknowledged.length >= 3_000);
    await reader.untilEvents(3_000);
    const [first] = reader.events;
    expect(first && (await all(store.readStream(first.stream)))).toContainEqual(first);
    await writer.kill();
    reader.abort();
    expect(await reader.next().then(() => reader.next())).toBeUndefined();
    await store.close();
  });
});
