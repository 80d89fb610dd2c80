import { LRUCache } from 'lru-cache';
import type { LogFile } from './lmdb-log-file.js';
import { LogRecord } from './lmdb-record.js';

/** Bytes at the end of the log whose records are kept, and read as events at most once. */
const KEPT_BYTES = 512 * 1024;

/** Records that follow each other. */
export interface RecordPage {
  readonly records: readonly LogRecord[];
  /** Offset after the last. */
  readonly next: number;
}

/**
 * The newest records of the log, for everybody who follows it: whoever comes first reads a page, the others find it. All of them
 * are handed the same events, which nobody may change.
 */
export class NewestPages {
  /** By the offset of their first record: who has read the page before goes on where this one starts. */
  readonly #pages = new LRUCache<number, RecordPage & { readonly bytes: number }>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });

  constructor(private readonly file: LogFile) {}

  /** The next records from the record boundary `from` on, at least one; the log is durable up to `end`. */
  page(from: number, end: number): RecordPage {
    const known = this.#pages.get(from);
    if (known) return known;
    const records: LogRecord[] = [];
    const next = this.file.forwards(from, end, (text, recordEnd) => {
      records.push(new LogRecord(text, recordEnd));
      return true;
    });
    const page = { records, next, bytes: next - from };
    // Who is far behind reads what nobody else is about to.
    if (end - from <= KEPT_BYTES) this.#pages.set(from, page);
    return page;
  }
}
