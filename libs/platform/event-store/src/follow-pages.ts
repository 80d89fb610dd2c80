import { setImmediate as nextTurn } from 'node:timers/promises';
import { sleep } from '#libs/platform/stores';
import {
  type EventFilter,
  type LogPage,
  StoreUnavailableError,
  type SubscribeOptions,
  type StoredEvent,
} from './event-store.js';

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

const PAGE_RECORDS = 1_000;
const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 1_000;

/** What an adapter provides for subscriptions to its log. */
export interface FollowedLog<R extends LogRecord> {
  readonly recent: RecentRecords<R>;
  /** Whether to read the next page while the last one is processed. */
  readonly readsAhead: boolean;
  readonly isClosed: boolean;
  /** Whether the log ended with the recent records a moment ago. */
  readonly isAtHead: boolean;
  /** Reads a page of whole appends for a follower behind the recent records, and not beyond those. May omit records that don't match. */
  read(after: bigint, filter: EventFilter | undefined): Promise<RecordPage<R>>;
  /** Resolves when there are more records, the head is reached, the log is closed, or on {@link wake}. */
  grown(): Promise<void>;
  /** Wakes all waiters because one of them is to end: cheaper than watching an abort signal during every wait. */
  wake(): void;
  matcher(filter: EventFilter | undefined): (record: R) => boolean;
  /** Whether two consecutive records belong to the same append. */
  goesOn(record: R, next: R): boolean;
}

/**
 * A catch-up subscription in pages. Followers that have reached the recent records share those, decoded once; others read their own
 * pages. Waits for a log that is away.
 * @param after a position of this log
 */
export async function* followPages<R extends LogRecord>(
  log: FollowedLog<R>,
  after: bigint,
  { filter, most = PAGE_RECORDS, signal }: SubscribeOptions,
): AsyncGenerator<LogPage, void, undefined> {
  const wake = (): void => log.wake();
  signal.addEventListener('abort', wake);
  const matches = log.matcher(filter);
  const isOver = (): boolean => signal.aborted || log.isClosed;
  const reader = new PageReader(log, filter, signal);
  let position = after;
  let saidCaughtUp = false;
  try {
    while (!isOver()) {
      const kept = log.recent.page(position);
      if (kept?.position === position && (saidCaughtUp || !log.isAtHead)) {
        await log.grown();
        continue;
      }
      const page = kept ?? (await reader.next(position));
      if (!page) continue;
      if (log.readsAhead && !log.recent.has(page.position)) reader.readAhead(page.position);
      for (const part of parts(page, most, log)) {
        if (isOver()) return;
        position = part.position;
        saidCaughtUp = position === log.recent.end && log.isAtHead;
        const events = part.records.filter(matches).map(({ event }) => event);
        yield { events, position, caughtUp: saidCaughtUp };
        // Let timers and the network run between pages; at the head, waiting for the next page does that.
        if (!saidCaughtUp) await nextTurn();
      }
    }
  } finally {
    signal.removeEventListener('abort', wake);
  }
}

/** Splits a page into parts of about `most` records without splitting appends. */
function* parts<R extends LogRecord>(
  { records, position }: RecordPage<R>,
  most: number,
  log: Pick<FollowedLog<R>, 'goesOn'>,
): Generator<RecordPage<R>, void, undefined> {
  const size = Math.max(1, most);
  let start = 0;
  for (let end = size; end < records.length; end += 1) {
    const [last, next] = [records[end - 1], records[end]];
    if (!last || !next || log.goesOn(last, next)) continue;
    yield { records: records.slice(start, end), position: last.position };
    start = end;
    end += size - 1;
  }
  yield { records: start === 0 ? records : records.slice(start), position };
}

/** Reads pages for one follower, with optional read-ahead and retries. */
class PageReader<R extends LogRecord> {
  #ahead: Promise<RecordPage<R>> | undefined;
  #retryMs = FIRST_RETRY_MS;

  constructor(
    private readonly log: FollowedLog<R>,
    private readonly filter: EventFilter | undefined,
    private readonly signal: AbortSignal,
  ) {}

  /** Starts reading the page that will be requested next. */
  readAhead(after: bigint): void {
    this.#ahead = this.log.read(after, this.filter);
    // `next` reports the error.
    this.#ahead.catch(() => undefined);
  }

  /** The page after a position; undefined if the signal is aborted or, after a pause, if the log is away. */
  async next(after: bigint): Promise<RecordPage<R> | undefined> {
    const reading = this.#ahead ?? this.log.read(after, this.filter);
    this.#ahead = undefined;
    try {
      const page = await unlessAborted(reading, this.signal);
      this.#retryMs = FIRST_RETRY_MS;
      return page;
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      await sleep(this.#retryMs, this.signal);
      this.#retryMs = Math.min(2 * this.#retryMs, LAST_RETRY_MS);
      return undefined;
    }
  }
}

/** Settles like a promise, or with undefined as soon as the signal is aborted. */
export async function unlessAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal,
): Promise<T | undefined> {
  let abort: (() => void) | undefined;
  const aborted = new Promise<undefined>((resolve) => {
    abort = () => resolve(undefined);
    signal.addEventListener('abort', abort);
    if (signal.aborted) resolve(undefined);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (abort) signal.removeEventListener('abort', abort);
  }
}
