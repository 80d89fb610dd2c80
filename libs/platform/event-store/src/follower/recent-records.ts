import type { StoredEvent } from '../event-store.js';

/** A log event on its way to followers. */
export interface LogRecord {
  readonly type: string;
  readonly position: bigint;
  /** Approximate memory use. */
  readonly bytes: number;
  /** Decoded on first use and shared by all followers: must not be changed. */
  readonly event: StoredEvent;
}

/** Consecutive records that end with a whole append. */
export interface RecordPage<R extends LogRecord = LogRecord> {
  readonly records: readonly R[];
  /** Everything up to here has been read. */
  readonly position: bigint;
}

/** The most recent log records, cached in bounded memory for all followers. Only whole appends are added. */
export class RecentRecords<R extends LogRecord> {
  #records: R[] = [];
  #bytes = 0;
  /** Records after this position are kept. */
  #start: bigint;
  #end: bigint;
  /** The last page asked for: most followers are at the same place. */
  #page: (RecordPage<R> & { readonly after: bigint }) | undefined;

  /**
   * @param end current end of the log
   * @param mostBytes limit; temporarily up to twice as much is kept
   */
  constructor(
    end: bigint,
    private readonly mostBytes: number,
  ) {
    this.#start = end;
    this.#end = end;
  }

  /** The known end of the log. */
  get end(): bigint {
    return this.#end;
  }

  get newest(): R | undefined {
    return this.#records.at(-1);
  }

  /** Adds the page after position `after`; drops older records if there is a gap. */
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
    // Trimming only at twice the limit makes it rare.
    if (this.#bytes > 2 * this.mostBytes) this.#drop();
  }

  /** The records after a position; undefined if some are no longer kept. */
  page(after: bigint): RecordPage<R> | undefined {
    if (!this.has(after)) return undefined;
    if (this.#page?.after !== after || this.#page.position !== this.#end) {
      const records = this.#records.slice(this.#behind(after));
      this.#page = { after, records, position: this.#end };
    }
    return this.#page;
  }

  /** Whether all records after a position are kept. */
  has(after: bigint): boolean {
    return after >= this.#start && after <= this.#end;
  }

  at(position: bigint): R | undefined {
    const record = this.#records[this.#behind(position) - 1];
    return record?.position === position ? record : undefined;
  }

  /** Index of the first record after a position. */
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
