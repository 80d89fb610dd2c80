import { checkSize } from '../append-rules.js';
import type { NewEvent } from '../event-store.js';
import { enterChecksum } from './log-checksum.js';
import type { StreamRecords } from './lmdb-index.js';
import { encodeRecord, EmbeddedRecord } from './log-record.js';

const BUFFER_BYTES = 128 * 1024;
const KEPT_BYTES = 1024 * 1024;
const KEPT_BUFFERS = 2;
/** Maximum UTF-8 bytes per UTF-16 code unit. */
const MAX_CHARACTER_BYTES = 3;
const NEWLINE = 10;

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
