import { checkAppend, MAX_APPEND_BYTES, checkSize } from '../append-rules.js';
import {
  StoreUnavailableError,
  type AppendResult,
  type ExpectedRevision,
  type NewEvent,
} from '../event-store.js';
import type { LogEnd, StreamRecords } from './lmdb-index.js';
import type { LogFile } from './log-file.js';
import type { LogReader } from './log-reader.js';
import type { LogTail } from './log-tail.js';
import { enterChecksum, encodeRecord, EmbeddedRecord, NEWLINE } from './log-record.js';

const BUFFER_BYTES = 128 * 1024;
const KEPT_BYTES = 1024 * 1024;
const KEPT_BUFFERS = 2;
/** Maximum UTF-8 bytes per UTF-16 code unit. */
const MAX_CHARACTER_BYTES = 3;

const buffers: Buffer[] = [];

/** Appends that share one write, and so one wait for the disk. */
export class Batch {
  /** Its offset in the file. */
  readonly start: number;
  /** Checksum of the append before the batch. */
  readonly before: number;
  readonly streams = new Map<string, StreamRecords>();
  /** The records for followers, in order. */
  readonly records: EmbeddedRecord[] = [];
  events = 0;
  checksum: number;
  /** Resolves when the batch is on disk; rejects if it could not be written. */
  readonly durable: Promise<void>;
  resolve!: () => void;
  reject!: (error: unknown) => void;
  #buffer: Buffer = buffers.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
  #length = 0;

  constructor(start: number, before: number) {
    this.start = start;
    this.before = before;
    this.checksum = before;
    this.durable = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // Every append waits for it and reports the error; an empty batch may fail unnoticed.
    this.durable.catch(() => undefined);
  }

  /** The records, in the first {@link length} bytes. */
  get bytes(): Buffer {
    return this.#buffer;
  }

  get length(): number {
    return this.#length;
  }

  get end(): number {
    return this.start + this.#length;
  }

  /** Newest revision of a stream within the batch. */
  head(stream: string): number | undefined {
    const records = this.streams.get(stream);
    return records && records.first + records.places.length - 1;
  }

  /**
   * Adds an append whose first event gets the revision `first`. Returns the position of each event. Everything that can fail comes before
   * the first change.
   */
  add(stream: string, first: number, events: readonly NewEvent[]): readonly bigint[] {
    checkSize(events);
    const count = events.length;
    const lines = events.map((event, index) =>
      encodeRecord(stream, first + index, event, index === count - 1 ? count : undefined),
    );
    const most = lines.reduce((sum, line) => sum + MAX_CHARACTER_BYTES * line.length + 1, 0);
    this.#reserve(most);
    let records = this.streams.get(stream);
    if (!records) {
      records = { first, places: [] };
      this.streams.set(stream, records);
    }
    const positions: bigint[] = [];
    const start = this.#length;
    let at = start;
    for (const line of lines) {
      const offset = at;
      at += this.#buffer.write(line, at);
      this.#buffer[at++] = NEWLINE;
      records.places.push({ offset: this.start + offset, length: at - offset });
      this.records.push(new EmbeddedRecord(line, this.start + at));
      positions.push(BigInt(this.start + at));
    }
    this.checksum = enterChecksum(this.#buffer, start, at - 1, this.checksum);
    this.#length = at;
    this.events += count;
    return positions;
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#buffer.length));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }

  /** Returns the buffer to the pool. */
  release(): void {
    if (buffers.length < KEPT_BUFFERS && this.#buffer.length <= KEPT_BYTES) {
      buffers.push(this.#buffer);
    }
    this.#buffer = Buffer.alloc(0);
  }
}

const RETRY_MS = 1_000;

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? (error as Error).name;
}

interface AppenderParts {
  readonly file: LogFile;
  readonly tail: LogTail;
  readonly reader: LogReader;
  readonly start: LogEnd;
  /** Called once a batch is durable and readable, before its appends are acknowledged. */
  readonly onDurable: (batch: Batch) => void;
}

/**
 * The write side of the embedded log. There is only one writer, so an append is checked right away against the stream's head (pending
 * writes included), gets its revision and position, and joins the batch for the next write. While one batch is being written,
 * the next one fills. A batch is durable when its write returns.
 */
export class Appender {
  #filling: Batch;
  #writing: Batch | undefined;
  #running: Promise<void> | undefined;
  #broken: StoreUnavailableError | undefined;
  /** Bytes that must fit on the disk before appends are accepted again. */
  #missingBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(private readonly parts: AppenderParts) {
    this.#filling = new Batch(parts.start.end, parts.start.checksum);
  }

  /** False after a failed write until there is room again, and while the index can't be written. */
  get takesAppends(): boolean {
    return this.#missingBytes === 0 && this.#broken === undefined;
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendResult> {
    checkAppend(stream, expected, events);
    if (this.#broken) throw this.#broken;
    const batch = this.#filling;
    const { tail } = this.parts;
    const head = batch.head(stream) ?? this.#writing?.head(stream) ?? tail.head(stream);
    if ((head ?? 'no_stream') !== expected) {
      // The result refers to events that must not be taken back, so wait until they are durable.
      if (batch.streams.has(stream)) await batch.durable;
      else if (this.#writing?.streams.has(stream)) await this.#writing.durable;
      return this.#refuseOrRepeat(stream, expected, events);
    }
    const first = head === undefined ? 0 : head + 1;
    const positions = batch.add(stream, first, events);
    const position = BigInt(batch.end);
    this.#running ??= this.#run();
    await batch.durable;
    return { outcome: 'appended', revision: first + events.length - 1, position, positions };
  }

  /** Returns the first result if the same event ids are already where they should go; otherwise a conflict. */
  #refuseOrRepeat(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): AppendResult {
    const { tail, reader } = this.parts;
    const head = tail.head(stream);
    if (head === undefined) return { outcome: 'conflict', actual: 'no_stream' };
    const conflict: AppendResult = { outcome: 'conflict', actual: head };
    const first = expected === 'no_stream' ? 0 : expected + 1;
    const last = first + events.length - 1;
    if (last > head) return conflict;
    const positions: bigint[] = [];
    while (positions.length < events.length) {
      const read = positions.length;
      for (const stored of reader.stream(stream, first + read, events.length - read, false)) {
        if (stored.id !== events[positions.length]?.id.toLowerCase()) return conflict;
        positions.push(stored.position);
      }
    }
    return { outcome: 'appended', revision: last, position: positions.at(-1) ?? 0n, positions };
  }

  async #run(): Promise<void> {
    const { file, tail, onDurable } = this.parts;
    // All appends of this event loop turn share the first write.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#filling.length > 0) {
      const batch = this.#filling;
      this.#writing = batch;
      this.#filling = new Batch(batch.end, batch.checksum);
      try {
        await file.write(batch.bytes, batch.length, batch.start);
      } catch (error) {
        await this.#takeBack(batch, error);
        continue;
      } finally {
        batch.release();
      }
      this.#writing = undefined;
      tail.add(batch);
      onDurable(batch);
      batch.resolve();
    }
    this.#running = undefined;
  }

  /** Undoes a batch after a failed write, for instance on a full disk, and the next one that builds on it. Nobody has seen them yet. */
  async #takeBack(batch: Batch, error: unknown): Promise<void> {
    // The next write covers any remains in the file. Should that fail, too, their checksums match nothing that may follow.
    await this.parts.file.truncate(batch.start).catch(() => undefined);
    const message = `the log could not be written (${codeOf(error)})`;
    const unavailable = new StoreUnavailableError(message, { cause: error });
    const next = this.#filling;
    this.#writing = undefined;
    this.#filling = new Batch(batch.start, batch.before);
    batch.reject(unavailable);
    next.reject(unavailable);
    next.release();
    // Demand room for the largest append, so that the state of the log does not depend on the size of each one.
    this.#missingBytes = Math.max(batch.length, MAX_APPEND_BYTES);
    this.#retryLater();
  }

  #retryLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#running) this.#retryLater();
      else this.#running = this.#retry();
    }, RETRY_MS).unref();
  }

  /** Checks for free space by writing behind the end of the log. What it writes is no append and is cut off again. */
  async #retry(): Promise<void> {
    const { file } = this.parts;
    const { start } = this.#filling;
    try {
      await file.write(Buffer.alloc(this.#missingBytes), this.#missingBytes, start);
      this.#missingBytes = 0;
    } catch {
      if (!this.#closed) this.#retryLater();
    }
    await file.truncate(start).catch(() => undefined);
    this.#running = this.#filling.length > 0 ? this.#run() : undefined;
  }

  /** Refuses appends until {@link resume}: the index can't be written, so their locations would exist only in memory. */
  stop(error: unknown): void {
    this.#broken ??= new StoreUnavailableError(
      `the index could not be written (${codeOf(error)}); the log takes no appends until it can be`,
      { cause: error },
    );
  }

  /** The index can be written again. */
  resume(): void {
    if (!this.#closed) this.#broken = undefined;
  }

  /** Waits for pending writes; later appends are refused. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#broken = new StoreUnavailableError('the log is closed');
    while (this.#running) await this.#running;
  }
}
