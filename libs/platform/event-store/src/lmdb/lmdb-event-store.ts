import { checkRevision, checkStreamName } from '../append-rules.js';
import {
  StoreUnavailableError,
  type AppendResult,
  type EventFilter,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type StoredEvent,
  type SubscriptionMessage,
} from '../event-store.js';
import { Appender } from './lmdb-appender.js';
import type { Batch } from './lmdb-batch.js';
import { Indexer } from './lmdb-indexer.js';
import { LogFollower } from './lmdb-log-follower.js';
import { LogReader } from './lmdb-log-reader.js';
import { openForReading, openForWriting, type LogParts } from './lmdb-opening.js';
import { NewestRecords, type RecordPage } from './lmdb-newest-records.js';
import { followerFilter, type LogRecord, recordFilter } from './lmdb-record.js';

const POLL_MS = 50;
/** Events of a stream that are read at first; each page after has twice as many, as far as the reader goes. */
const FIRST_PAGE = 32;

/** Lets timers and the network have their turn between two pages. */
const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The write side: appends, and the index that follows them. */
interface Writing {
  readonly appender: Appender;
  readonly indexer: Indexer;
}

/** The embedded adapter of {@link EventStore}; see {@link openLmdbEventStore}. */
class LmdbEventStore implements EventStore {
  readonly #parts: LogParts;
  readonly #reader: LogReader;
  readonly #newest: NewestRecords;
  readonly #writing: Writing | undefined;
  readonly #follower: LogFollower;
  /** Followers that have everything there is. */
  readonly #waiting: (() => void)[] = [];
  #poll: NodeJS.Timeout | undefined;
  #end: number;
  #closing: Promise<void> | undefined;

  constructor(parts: LogParts) {
    this.#parts = parts;
    this.#reader = new LogReader(parts.tail, parts.file);
    this.#newest = new NewestRecords(parts.file);
    this.#follower = new LogFollower(parts);
    this.#end = parts.start.end;
    if (parts.lock) this.#writing = this.#write(parts);
  }

  #write({ index, file, tail, start }: LogParts): Writing {
    const indexer = new Indexer(index, tail, {
      failed: (error) => appender.stop(error),
      recovered: () => appender.goOn(),
    });
    const onDurable = (batch: Batch): void => {
      this.#newest.add(batch.start, batch.records);
      this.#advance(batch.end);
      indexer.added();
    };
    const appender = new Appender({ file, tail, reader: this.#reader, start, onDurable });
    return { appender, indexer };
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendResult> {
    this.#checkOpen();
    if (!this.#writing) throw new Error('the log is open for reading only');
    return this.#writing.appender.append(stream, expected, events);
  }

  async *readStream(
    stream: string,
    options: {
      from?: number;
      direction?: 'forwards' | 'backwards';
      max?: number;
      asItStands?: boolean;
    } = {},
  ): AsyncGenerator<StoredEvent, void, undefined> {
    checkStreamName(stream);
    if (options.from !== undefined) checkRevision(options.from);
    this.#refresh();
    const head = this.#parts.tail.head(stream);
    if (head === undefined) return;
    const backwards = options.direction === 'backwards';
    const how = { backwards, asItStands: options.asItStands ?? false };
    const first = backwards ? Math.min(options.from ?? head, head) : (options.from ?? 0);
    const available = backwards ? first + 1 : head - first + 1;
    const total = Math.min(options.max ?? Infinity, available);
    for (let read = 0, most = FIRST_PAGE; read < total; most *= 2) {
      if (read > 0) {
        await breathe();
        this.#checkOpen();
      }
      const next = backwards ? first - read : first + read;
      const page = this.#reader.stream(stream, next, Math.min(total - read, most), how);
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
      asItStands?: boolean;
    } = {},
  ): AsyncGenerator<StoredEvent, void, undefined> {
    this.#refresh();
    const asItStands = options.asItStands ?? false;
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
        : this.#reader.forwards(position, end, { matches, max: left, asItStands });
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
    const matches = followerFilter(options.filter);
    this.#refresh();
    if ((options.after ?? 0n) > BigInt(this.#end)) {
      throw new RangeError('the position to resume after lies beyond the end of the log');
    }
    let position = this.#reader.boundary(options.after ?? 0n, this.#end);
    /** The end of the log as it was last looked at: where others append without end, it is ahead again by now. */
    let head = this.#end;
    let caughtUp = false;
    const wake = (): void => this.#wakeAll();
    signal.addEventListener('abort', wake);
    try {
      while (!this.#isOver(signal)) {
        if (!caughtUp && position === head) {
          caughtUp = true;
          yield { kind: 'caught-up' };
        } else if (position < this.#end) {
          head = this.#end;
          const page = this.#newest.page(position, head);
          position = page.next;
          for (const message of messagesOf(page, matches)) {
            if (this.#isOver(signal)) return;
            yield message;
          }
          await breathe();
        } else await this.#change(position, signal);
      }
    } finally {
      signal.removeEventListener('abort', wake);
    }
  }

  async endOfAppend({ stream, revision, position }: StoredEvent): Promise<bigint> {
    this.#checkOpen();
    return Promise.resolve(BigInt(this.#reader.endOfAppend(stream, revision, Number(position))));
  }

  async newest(): Promise<StoredEvent | undefined> {
    this.#refresh();
    return Promise.resolve(this.#end === 0 ? undefined : this.#newest.endingAt(this.#end).event);
  }

  async head(): Promise<bigint> {
    this.#refresh();
    return Promise.resolve(BigInt(this.#end));
  }

  takesAppends(): boolean {
    return this.#writing?.appender.takesAppends ?? true;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    clearInterval(this.#poll);
    const { index, file, lock } = this.#parts;
    await this.#writing?.appender.close();
    this.#wakeAll();
    await this.#writing?.indexer.flush();
    lock?.release();
    await index.close();
    await file.close();
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
    if (!this.#writing) this.#advance(this.#follower.end());
  }

  #advance(end: number): void {
    if (end === this.#end) return;
    this.#end = end;
    this.#wakeAll();
  }

  #wakeAll(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Resolves when the log may have grown past a position, the signal is aborted or the store closes. */
  async #change(position: number, signal: AbortSignal): Promise<void> {
    if (!this.#writing) {
      this.#poll ??= setInterval(() => {
        if (this.#waiting.length > 0) this.#refresh();
      }, POLL_MS);
    }
    if (this.#end > position || this.#isOver(signal)) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

/** The events of a page that match, and where it ends unless the last of its records is one of them. */
function* messagesOf(
  { records, next }: RecordPage,
  matches: (record: LogRecord) => boolean,
): Generator<SubscriptionMessage, void, undefined> {
  let delivered: number | undefined;
  for (const record of records) {
    if (!matches(record)) continue;
    yield { kind: 'event', event: record.event };
    delivered = record.end;
  }
  if (delivered !== next) yield { kind: 'checkpoint', position: BigInt(next) };
}

/**
 * Opens the embedded log in a directory, made when missing: records in `log.ndjson`, the index over them in LMDB. An append is on
 * disk before it is acknowledged or seen by anyone. Throws {@link DirectoryInUseError} when another process writes there.
 * With `readOnly` it may stand beside a writer: a read sees what was acknowledged before it, a subscription delivers it within
 * 50 ms. It throws {@link StoreUnavailableError} while nobody has written there yet.
 */
export async function openLmdbEventStore(options: {
  readonly directory: string;
  readonly readOnly?: boolean;
}): Promise<EventStore> {
  const { directory, readOnly } = options;
  return new LmdbEventStore(
    readOnly === true ? await openForReading(directory) : await openForWriting(directory),
  );
}
