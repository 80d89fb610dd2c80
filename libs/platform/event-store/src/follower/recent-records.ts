import type { StoredEvent } from '../event-store.js';

/** An event of the log on its way to those who follow it. */
export interface LogRecord {
  /** Stored name of its type. */
  readonly type: string;
  readonly position: bigint;
  /** About what it takes in memory. */
  readonly bytes: number;
  /** Decoded for the first who asks; the same object for all of them, which nobody may change. */
  readonly event: StoredEvent;
}

/** Records that follow each other, up to the end of an append. */
export interface RecordPage<R extends LogRecord = LogRecord> {
  readonly records: readonly R[];
  /** Everything up to here has been looked at. */
  readonly position: bigint;
}

/**
 * The recent records of the log, kept in memory within a bound for everybody who follows it. Only whole appends are added.
 */
export class RecentRecords<R extends LogRecord> {
  #records: R[] = [];
  #bytes = 0;
  /** What comes after this position is kept. */
  #start: bigint;
  #end: bigint;

  /**
   * @param end position that the log has come to
   * @param mostBytes that are kept; up to twice as many for a while
   */
  constructor(
    end: bigint,
    private readonly mostBytes: number,
  ) {
    this.#start = end;
    this.#end = end;
  }

  /** The position that the log is known to have come to. */
  get end(): bigint {
    return this.#end;
  }

  /** The newest of the records that are kept. */
  get newest(): R | undefined {
    return this.#records.at(-1);
  }

  /** Keeps a page that starts behind `after`. What was kept goes when the page does not follow it. */
  add(after: bigint, { records, position }: RecordPage<R>): void {
    if (after !== this.#end) {
      this.#records = [];
      this.#bytes = 0;
      this.#start = after;
    }
    for (const record of records) {
      this.#records.push(record);
      this.#bytes += record.bytes;
    }
    this.#end = position;
    // Twice as many as needed, so that taking away the older half is rare.
    if (this.#bytes > 2 * this.mostBytes) this.#drop();
  }

  /** The records behind a position; undefined where not all of them are kept. */
  page(after: bigint): RecordPage<R> | undefined {
    if (!this.has(after)) return undefined;
    return { records: this.#records.slice(this.#behind(after)), position: this.#end };
  }

  /** Whether {@link page} has what is behind a position. */
  has(after: bigint): boolean {
    return after >= this.#start && after <= this.#end;
  }

  /** The record at a position, if it is kept. */
  at(position: bigint): R | undefined {
    const record = this.#records[this.#behind(position) - 1];
    return record?.position === position ? record : undefined;
  }

  /** Index of the first record behind a position. */
  #behind(position: bigint): number {
    let [low, high] = [0, this.#records.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const record = this.#records[middle];
      if (record === undefined || record.position > position) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #drop(): void {
    let count = 0;
    while (this.#bytes > this.mostBytes) this.#bytes -= this.#records[count++]?.bytes ?? 0;
    this.#start = this.#records[count - 1]?.position ?? this.#start;
    this.#records = this.#records.slice(count);
  }
}
