import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkRevision, checkStreamName } from '../append-rules.js';
import {
  StoreUnavailableError,
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type LogPage,
  type ReadAllOptions,
  type ReadStreamOptions,
  type StoredEvent,
  type StoreState,
  type SubscribeOptions,
  UnknownPositionError,
} from '../event-store.js';
import { type FollowedLog, followPages, RecentRecords, type RecordPage } from '../follow-pages.js';
import { Appender, type Batch } from './log-appender.js';
import { Indexer } from './log-tail.js';
import { LogReader } from './log-reader.js';
import { LogFollower, type LogParts, openForReading, openForWriting } from './log-opening.js';
import { followerFilter, EmbeddedRecord, recordFilter } from './log-record.js';
import { visitWholeAppends } from './log-appends.js';

const POLL_MS = 50;
/** Size of the recent records kept at the end of the log: no more than followers lag, so that they stay in the young generation. */
const KEPT_BYTES = 192 * 1024;
/** Events in the first page of a stream; each further page doubles. */
const FIRST_PAGE = 32;

/** The write side: appends, and the index that follows them. */
interface Writing {
  readonly appender: Appender;
  readonly indexer: Indexer;
}

/** The embedded adapter of {@link EventStore}; see {@link openEmbeddedEventStore}. */
class EmbeddedEventStore implements EventStore, FollowedLog<EmbeddedRecord> {
  readonly readsAhead = false;
  readonly isAtHead = true;
  readonly matcher = followerFilter;
  readonly recent: RecentRecords<EmbeddedRecord>;
  readonly #reader: LogReader;
  readonly #writing: Writing | undefined;
  readonly #follower: LogFollower;
  /** The promise shared by all who wait for new records. */
  #growth: Promise<void> | undefined;
  #grow: () => void = () => undefined;
  #poll: NodeJS.Timeout | undefined;
  #end: number;
  #closing: Promise<void> | undefined;

  constructor(private readonly parts: LogParts) {
    this.#reader = new LogReader(parts.tail, parts.file);
    this.recent = new RecentRecords(BigInt(parts.start.end), KEPT_BYTES);
    this.#follower = new LogFollower(parts);
    this.#end = parts.start.end;
    if (parts.lock) this.#writing = this.#write(parts);
  }

  #write({ file, tail, start }: LogParts): Writing {
    const indexer = new Indexer(tail, {
      failed: (error) => appender.stop(error),
      recovered: () => appender.resume(),
    });
    const onDurable = (batch: Batch): void => {
      const position = BigInt(batch.end);
      this.recent.add(BigInt(batch.start), { records: batch.records, position });
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
    options: ReadStreamOptions = {},
  ): AsyncGenerator<StoredEvent, void, undefined> {
    checkStreamName(stream);
    if (options.from !== undefined) checkRevision(options.from);
    this.#refresh();
    const head = this.parts.tail.head(stream);
    if (head === undefined) return;
    const backwards = options.direction === 'backwards';
    const first = backwards ? Math.min(options.from ?? head, head) : (options.from ?? 0);
    const available = backwards ? first + 1 : head - first + 1;
    const total = Math.min(options.max ?? Infinity, available);
    for (let read = 0, most = FIRST_PAGE; read < total; most *= 2) {
      if (read > 0) {
        await nextTurn();
        this.#checkOpen();
      }
      const next = backwards ? first - read : first + read;
      const page = this.#reader.stream(stream, next, Math.min(total - read, most), backwards);
      for (const event of page) yield event;
      read += page.length;
    }
  }

  async *readAll(options: ReadAllOptions = {}): AsyncGenerator<StoredEvent, void, undefined> {
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
      await nextTurn();
    }
  }

  async *subscribeToAll(options: SubscribeOptions): AsyncGenerator<LogPage, void, undefined> {
    this.#refresh();
    const { after = 0n } = options;
    if (after > BigInt(this.#end)) {
      throw new UnknownPositionError('the position to start after is beyond the end of the log');
    }
    yield* followPages(this, BigInt(this.#reader.boundary(after, this.#end)), options);
  }

  async read(after: bigint): Promise<RecordPage<EmbeddedRecord>> {
    this.#refresh();
    return Promise.resolve(this.#page(after));
  }

  #page(after: bigint): RecordPage<EmbeddedRecord> {
    const records: EmbeddedRecord[] = [];
    const { file } = this.parts;
    const end = visitWholeAppends(file, Number(after), this.#end, (text, recordEnd) => {
      records.push(new EmbeddedRecord(text, recordEnd));
      return true;
    });
    return { records, position: BigInt(end) };
  }

  goesOn({ closes }: EmbeddedRecord): boolean {
    return !closes;
  }

  async newest(): Promise<StoredEvent | undefined> {
    this.#refresh();
    if (this.#end === 0) return undefined;
    const end = this.#end;
    const kept = this.recent.at(BigInt(end))?.event;
    return Promise.resolve(kept ?? this.#reader.backwards(end, end + 1, () => true, 1).events[0]);
  }

  async head(): Promise<bigint> {
    this.#refresh();
    return Promise.resolve(BigInt(this.#end));
  }

  state(): StoreState {
    return this.#writing?.appender.takesAppends === false ? 'takes no appends' : 'answers';
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    clearInterval(this.#poll);
    const { index, file, lock } = this.parts;
    await this.#writing?.appender.close();
    this.wake();
    await this.#writing?.indexer.flush();
    lock?.release();
    await index.close();
    await file.close();
  }

  #checkOpen(): void {
    if (this.#closing) throw new StoreUnavailableError('the log is closed');
  }

  get isClosed(): boolean {
    return this.#closing !== undefined;
  }

  /** In a read-only store, finds out how far the writing process has got. */
  #refresh(): void {
    this.#checkOpen();
    if (!this.#writing) this.#advance(this.#follower.end());
  }

  #advance(end: number): void {
    if (end === this.#end) return;
    this.#end = end;
    if (!this.#writing) this.#readNewest();
    this.wake();
  }

  /** Caches what another process has written, for those who wait for it. */
  #readNewest(): void {
    const end = BigInt(this.#end);
    try {
      while (this.#growth && this.recent.end < end) {
        const after = this.recent.end;
        if (end - after > KEPT_BYTES) break;
        this.recent.add(after, this.#page(after));
      }
    } catch {
      // Whoever reads these records gets the error.
    }
    if (this.recent.end < end) this.recent.add(end, { records: [], position: end });
  }

  wake(): void {
    this.#growth = undefined;
    this.#grow();
  }

  grown(): Promise<void> {
    if (!this.#writing) {
      this.#poll ??= setInterval(() => {
        if (this.#growth) this.#refresh();
      }, POLL_MS);
    }
    return (this.#growth ??= new Promise((resolve) => (this.#grow = resolve)));
  }
}

/**
 * Opens the embedded log in a directory, creating it if missing: records in `log.ndjson`, and their index in LMDB. An append is on disk
 * before it is acknowledged or visible. Throws {@link DirectoryInUseError} if another process writes there.
 * With `readOnly`, the log may have a writer: reads see all it acknowledged before, subscriptions deliver within 50 ms. Throws
 * {@link StoreUnavailableError} while nobody has written there yet.
 */
export async function openEmbeddedEventStore(options: {
  readonly directory: string;
  readonly readOnly?: boolean | undefined;
}): Promise<EventStore> {
  const { directory, readOnly } = options;
  return new EmbeddedEventStore(
    readOnly === true ? await openForReading(directory) : await openForWriting(directory),
  );
}
