import type { LogFile } from './lmdb-log-file.js';
import { LogRecord } from './lmdb-record.js';
import { visitWholeAppends } from './lmdb-whole-appends.js';

/** Bytes at the end of the log whose records are kept, and read as events at most once. */
const KEPT_BYTES = 192 * 1024;
/** Bytes that are handed over at a time. */
const PAGE_BYTES = 192 * 1024;

/** Records that follow each other. */
export interface RecordPage {
  readonly records: readonly LogRecord[];
  /** Offset after the last. */
  readonly next: number;
}

/**
 * The newest records of the log, for everybody who follows it: kept as they are written or, in a process that only reads, as the
 * first of its followers reads them. All followers are handed the same events, which nobody may change.
 */
export class NewestRecords {
  #records: LogRecord[] = [];
  /** Offset of the first record that is kept. */
  #start = 0;
  /** Offset after the last. */
  #end = 0;

  constructor(private readonly file: LogFile) {}

  /** Keeps records that stand in the log from the offset `start` on; they are durable. */
  add(start: number, records: readonly LogRecord[]): void {
    const last = records.at(-1);
    if (!last) return;
    if (start !== this.#end) {
      this.#records = [];
      this.#start = start;
    }
    for (const record of records) this.#records.push(record);
    this.#end = last.end;
    // Twice as many as needed, so that taking away the older half is rare.
    if (this.#end - this.#start > 2 * KEPT_BYTES) this.#drop(this.#after(this.#end - KEPT_BYTES));
  }

  /** The next records from the record boundary `from` on, at least one; the log is durable up to `end`. */
  page(from: number, end: number): RecordPage {
    return from >= this.#start && from < this.#end ? this.#kept(from) : this.#read(from, end);
  }

  /** The record that ends at the record boundary `end`. */
  endingAt(end: number): LogRecord {
    const kept = this.#records[this.#after(end) - 1];
    if (kept?.end === end) return kept;
    let found: LogRecord | undefined;
    this.file.backwards(end, (text) => {
      found = new LogRecord(text, end);
      return false;
    });
    if (!found) throw new Error(`no record ends at ${end}`);
    return found;
  }

  #kept(from: number): RecordPage {
    const records = this.#records.slice(this.#after(from), this.#after(from + PAGE_BYTES) + 1);
    return { records, next: records.at(-1)?.end ?? from };
  }

  #read(from: number, end: number): RecordPage {
    const records: LogRecord[] = [];
    const next = visitWholeAppends(this.file, from, end, (text, recordEnd) => {
      records.push(new LogRecord(text, recordEnd));
      return true;
    });
    // Who is far behind reads what nobody else is about to.
    if (next > this.#end && end - from <= KEPT_BYTES) this.add(from, records);
    return { records, next };
  }

  /** Index of the first record that ends after an offset. */
  #after(offset: number): number {
    let [low, high] = [0, this.#records.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#records[middle]?.end ?? Infinity) > offset) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #drop(count: number): void {
    this.#start = this.#records[count - 1]?.end ?? this.#start;
    this.#records = this.#records.slice(count);
  }
}
