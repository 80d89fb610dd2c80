import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import {
  type EventFilter,
  type LogPage,
  StoreUnavailableError,
  type SubscribeOptions,
} from '../event-store.js';
import type { LogRecord, RecentRecords, RecordPage } from './recent-records.js';

/** Records that are handed over at a time where a follower does not say. */
const PAGE_RECORDS = 1_000;
const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 1_000;

/** What an adapter gives those who follow its log. */
export interface FollowedLog<R extends LogRecord> {
  readonly recent: RecentRecords<R>;
  /** Whether the next page is read while the last one is worked on. */
  readonly readsAhead: boolean;
  readonly isClosed: boolean;
  /** Whether the log ended a moment ago where the recent records end. */
  readonly isAtHead: boolean;
  /**
   * A page of whole appends behind a position, for a follower that is behind the recent records. What does not match may be left
   * out. It does not go beyond the recent records.
   */
  read(after: bigint, filter: EventFilter | undefined): Promise<RecordPage<R>>;
  /** Resolves when there are more records or the head has come in sight, the log is closed, or on {@link wake}. */
  grown(): Promise<void>;
  /** Has all who wait look again, since one of them is to end: that costs less than watching a signal each time somebody waits. */
  wake(): void;
  /** A filter as a test of records. */
  matcher(filter: EventFilter | undefined): (record: R) => boolean;
  /** Whether the append that has a record has the one behind it, too. */
  goesOn(record: R, next: R): boolean;
}

/**
 * A catch-up subscription over pages. Whoever has come to the recent records is handed those, decoded once for all followers; who is
 * further behind reads pages of its own. A log that is away is waited for.
 * @param after a position of this log
 */
export async function* followPages<R extends LogRecord>(
  log: FollowedLog<R>,
  after: bigint,
  options: SubscribeOptions,
): AsyncGenerator<LogPage, void, undefined> {
  const wake = (): void => log.wake();
  options.signal.addEventListener('abort', wake);
  try {
    yield* pagesUntilAborted(log, after, options);
  } finally {
    options.signal.removeEventListener('abort', wake);
  }
}

async function* pagesUntilAborted<R extends LogRecord>(
  log: FollowedLog<R>,
  after: bigint,
  { filter, most = PAGE_RECORDS, signal }: SubscribeOptions,
): AsyncGenerator<LogPage, void, undefined> {
  const matches = log.matcher(filter);
  const isOver = (): boolean => signal.aborted || log.isClosed;
  const reader = new PageReader(log, filter, signal);
  let position = after;
  let saidCaughtUp = false;
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
      // Timers and the network have their turn between two pages: at the head the next one comes from there.
      if (!saidCaughtUp) await nextTurn();
    }
  }
}

/** Cuts a page into parts of about `most` records, each of whole appends. */
function* parts<R extends LogRecord>(
  { records, position }: RecordPage<R>,
  most: number,
  log: Pick<FollowedLog<R>, 'goesOn'>,
): Generator<RecordPage<R>, void, undefined> {
  let start = 0;
  while (records.length - start > most) {
    let end = start + Math.max(1, most);
    const isInside = (): boolean => {
      const [last, next] = [records[end - 1], records[end]];
      return last !== undefined && next !== undefined && log.goesOn(last, next);
    };
    while (isInside()) end += 1;
    const last = records[end - 1];
    if (last === undefined || end === records.length) break;
    yield { records: records.slice(start, end), position: last.position };
    start = end;
  }
  yield { records: start === 0 ? records : records.slice(start), position };
}

/** Reads pages for one follower, one ahead where that helps, for as long as it takes. */
class PageReader<R extends LogRecord> {
  #ahead: Promise<RecordPage<R>> | undefined;
  #retryMs = FIRST_RETRY_MS;

  constructor(
    private readonly log: FollowedLog<R>,
    private readonly filter: EventFilter | undefined,
    private readonly signal: AbortSignal,
  ) {}

  /** Begins to read the page that will be asked for next. */
  readAhead(after: bigint): void {
    this.#ahead = this.log.read(after, this.filter);
    // Who asks for the page is told.
    this.#ahead.catch(() => undefined);
  }

  /** The page behind a position; undefined when the signal is aborted, and, after a pause, when the log is away. */
  async next(after: bigint): Promise<RecordPage<R> | undefined> {
    const reading = this.#ahead ?? this.log.read(after, this.filter);
    this.#ahead = undefined;
    try {
      const page = await unlessAborted(reading, this.signal);
      this.#retryMs = FIRST_RETRY_MS;
      return page;
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      await delay(this.#retryMs, undefined, { signal: this.signal }).catch(() => undefined);
      this.#retryMs = Math.min(2 * this.#retryMs, LAST_RETRY_MS);
      return undefined;
    }
  }
}

/** What a promise resolves to; undefined at once when the signal is aborted. */
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
