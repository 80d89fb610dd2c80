import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { checkRevision, checkStreamName } from './append-rules.js';
import {
  StoreUnavailableError,
  type AppendResult,
  type EventFilter,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type StoredEvent,
  type SubscriptionMessage,
} from './event-store.js';
import { Appender } from './lmdb-appender.js';
import { LogIndex, type LogEnd } from './lmdb-index.js';
import { LogFile, syncDirectory } from './lmdb-log-file.js';
import { LogReader } from './lmdb-log-reader.js';
import { recordFilter } from './lmdb-record.js';
import { WriterLock } from './lmdb-writer-lock.js';

const LOG_FILE = 'log.ndjson';
const INDEX_DIRECTORY = 'index';
const POLL_MS = 50;

/** Lets timers and the network have their turn between two pages. */
const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface Parts {
  readonly index: LogIndex;
  readonly file: LogFile;
  /** Absent in a store that only reads. */
  readonly lock?: WriterLock;
  readonly start: LogEnd;
}

/** The embedded adapter of {@link EventStore}; see {@link openLmdbEventStore}. */
class LmdbEventStore implements EventStore {
  readonly #index: LogIndex;
  readonly #file: LogFile;
  readonly #reader: LogReader;
  readonly #lock: WriterLock | undefined;
  readonly #appender: Appender | undefined;
  readonly #wake = new Set<() => void>();
  #poll: NodeJS.Timeout | undefined;
  #end: number;
  #closing: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#index = parts.index;
    this.#file = parts.file;
    this.#reader = new LogReader(parts.index, parts.file);
    this.#lock = parts.lock;
    this.#end = parts.start.end;
    if (parts.lock) {
      this.#appender = new Appender(parts.index, parts.file, parts.start, (end) => {
        this.#advance(end);
      });
    }
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendResult> {
    this.#checkOpen();
    if (!this.#appender) throw new Error('the log is open for reading only');
    return this.#appender.append(stream, expected, events);
  }

  async *readStream(
    stream: string,
    options: { from?: number; direction?: 'forwards' | 'backwards'; max?: number } = {},
  ): AsyncGenerator<StoredEvent, void, undefined> {
    checkStreamName(stream);
    if (options.from !== undefined) checkRevision(options.from);
    this.#refresh();
    const head = this.#index.head(stream);
    if (!head) return;
    const backwards = options.direction === 'backwards';
    const first = backwards
      ? Math.min(options.from ?? head.revision, head.revision)
      : (options.from ?? 0);
    const available = backwards ? first + 1 : head.revision - first + 1;
    const total = Math.min(options.max ?? Infinity, available);
    for (let read = 0; read < total;) {
      if (read > 0) {
        await breathe();
        this.#checkOpen();
      }
      const next = backwards ? first - read : first + read;
      const page = this.#reader.stream(head.id, next, total - read, backwards);
      for (const event of page) yield event;
      read += page.length;
    }
  }

  async *readAll(
    options: {
      after?: bigint;
      before?: bigint;
      direction?: 'forwards' | 'backwards';
      filter?: EventFilter;
      max?: number;
    } = {},
  ): AsyncGenerator<StoredEvent, void, undefined> {
    this.#refresh();
    const end = this.#end;
    const backwards = options.direction === 'backwards';
    const matches = recordFilter(options.filter);
    const before = options.before ?? BigInt(end) + 1n;
    const limit = Number(before);
    let position = this.#reader.boundary(backwards ? before : (options.after ?? 0n), end);
    for (let left = options.max ?? Infinity; left > 0;) {
      if (backwards ? position === 0 : position === end) return;
      this.#checkOpen();
      const page = backwards
        ? this.#reader.backwards(position, limit, matches, left)
        : this.#reader.forwards(position, end, matches, left);
      for (const event of page.events) yield event;
      position = page.next;
      left -= page.events.length;
      await breathe();
    }
  }

  async *subscribeToAll(options: {
    after?: bigint;
    filter?: EventFilter;
    signal: AbortSignal;
  }): AsyncGenerator<SubscriptionMessage, void, undefined> {
    const { signal } = options;
    const matches = recordFilter(options.filter);
    this.#refresh();
    if ((options.after ?? 0n) > BigInt(this.#end)) {
      throw new RangeError('the position to resume after lies beyond the end of the log');
    }
    let position = this.#reader.boundary(options.after ?? 0n, this.#end);
    let delivered = position;
    let caughtUp = false;
    while (!this.#isOver(signal)) {
      if (position < this.#end) {
        const page = this.#reader.forwards(position, this.#end, matches, Infinity);
        position = page.next;
        for (const event of page.events) {
          if (this.#isOver(signal)) return;
          yield { kind: 'event', event };
          delivered = Number(event.position);
        }
        if (delivered < position) {
          if (this.#isOver(signal)) return;
          yield { kind: 'checkpoint', position: BigInt(position) };
          delivered = position;
        }
        await breathe();
      } else if (caughtUp) {
        await this.#change(position, signal);
      } else {
        caughtUp = true;
        yield { kind: 'caught-up' };
      }
    }
  }

  async head(): Promise<bigint> {
    this.#refresh();
    return Promise.resolve(BigInt(this.#end));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    clearInterval(this.#poll);
    await this.#appender?.close();
    this.#wakeAll();
    this.#lock?.release();
    await this.#index.close();
    await this.#file.close();
  }

  #checkOpen(): void {
    if (this.#closing) throw new StoreUnavailableError('the log is closed');
  }

  #isOver(signal: AbortSignal): boolean {
    return signal.aborted || this.#closing !== undefined;
  }

  /** Learns, in a store that only reads, how far the writing process has got. */
  #refresh(): void {
    this.#checkOpen();
    if (this.#appender) return;
    this.#index.refresh();
    this.#advance(this.#index.logEnd()?.end ?? 0);
  }

  #advance(end: number): void {
    if (end === this.#end) return;
    this.#end = end;
    this.#wakeAll();
  }

  #wakeAll(): void {
    for (const wake of [...this.#wake]) wake();
  }

  /** Resolves when the log has grown past a position, the signal is aborted or the store closes. */
  async #change(position: number, signal: AbortSignal): Promise<void> {
    if (!this.#appender) {
      this.#poll ??= setInterval(() => {
        if (this.#wake.size > 0) this.#refresh();
      }, POLL_MS);
    }
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        this.#wake.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      if (this.#end > position || this.#isOver(signal)) resolve();
      else {
        this.#wake.add(wake);
        signal.addEventListener('abort', wake);
      }
    });
  }
}

/**
 * Opens the embedded log in a directory, made when missing: records in `log.ndjson`, the index over them in LMDB. An append is on
 * disk before it is acknowledged or seen by anyone. Throws {@link DirectoryInUseError} when another process writes there.
 * With `readOnly` it may stand beside a writer: it reads and subscribes (new events are seen within 50 ms) and throws
 * {@link StoreUnavailableError} while nobody has written there yet.
 */
export async function openLmdbEventStore(options: {
  readonly directory: string;
  readonly readOnly?: boolean;
}): Promise<EventStore> {
  const readOnly = options.readOnly === true;
  const indexDirectory = join(options.directory, INDEX_DIRECTORY);
  const logPath = join(options.directory, LOG_FILE);
  if (readOnly) {
    if (!existsSync(join(indexDirectory, 'data.mdb')) || !existsSync(logPath)) {
      throw new StoreUnavailableError(`there is no log in ${options.directory} yet`);
    }
    const index = new LogIndex(indexDirectory, true);
    const file = await LogFile.open(logPath, true);
    return new LmdbEventStore({ index, file, start: index.logEnd() ?? { end: 0, nextStream: 1 } });
  }
  mkdirSync(indexDirectory, { recursive: true, mode: 0o700 });
  const index = new LogIndex(indexDirectory, false);
  let lock: WriterLock | undefined;
  let file: LogFile | undefined;
  try {
    lock = await WriterLock.acquire(indexDirectory, index);
    file = await LogFile.open(logPath, false);
    const size = await file.size();
    if (index.logEnd() === undefined) {
      if (size > 0) throw new Error(`${logPath} has records but its index is missing`);
      index.initialise();
      await syncDirectory(indexDirectory);
      await syncDirectory(dirname(resolve(options.directory)));
    }
    const start = index.logEnd() ?? { end: 0, nextStream: 1 };
    if (size < start.end) throw new Error(`${logPath} is shorter than its index says`);
    // What is beyond was never acknowledged: the process died between the file and the index.
    if (size > start.end) await file.truncate(start.end);
    return new LmdbEventStore({ index, file, lock, start });
  } catch (error) {
    lock?.release();
    await file?.close();
    await index.close();
    throw error;
  }
}
