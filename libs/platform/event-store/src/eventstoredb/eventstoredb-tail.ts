import { StoreUnavailableError } from '../event-store.js';
import type { LogRecord, RecentRecords, RecordPage } from '../follow-pages.js';

/** How long after a read the head still counts as current. */
const FRESH_MS = 250;
/** Shortest interval between reads, so that events gather. */
const SHORTEST_PAUSE_MS = 4;
/** Shortest interval as a multiple of the last read's duration, up to the longest: limits the load on a busy server. */
const PAUSE_OF_READS = 3;
const LONGEST_PAUSE_OF_READS_MS = 30;
/** Interval while somebody is catching up: others can join in. */
const CATCH_UP_PAUSE_MS = 2;
/** Longest interval while it polls, and so the longest delay of others' appends. */
const LONGEST_PAUSE_MS = 50;
/** After so long without news it stops polling and has the server tell. */
const QUIET_MS = 1_000;
/** Interval while the server tells, which one that is cut off does not. */
const LISTENING_PAUSE_MS = 5_000;
const AWAY_PAUSE_MS = 200;

interface Waiter {
  readonly wake: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Reads new events from a server, once for all followers, page after page while anybody waits. The server's own subscriptions
 * end whenever 32 events arrive faster than they are consumed.
 */
export class Tail<R extends LogRecord> {
  #waiting: Waiter[] = [];
  /** Callers that wait for a read that starts after their call. */
  #catchingUp: Waiter[] = [];
  #isReading = false;
  #endPause: () => void = () => undefined;
  #pauseMs = SHORTEST_PAUSE_MS;
  #lastReadMs = 0;
  #headSeenAt = -Infinity;
  #newsAt = performance.now();
  /** Whether it pauses while the server tells. */
  #isListening = false;
  #hangUp: (() => void) | undefined;
  #closed = false;

  /**
   * @param read reads the page after a position, and whether it is the last one
   * @param listen has the server ring once there is anything after a position; returns a function that ends that
   */
  constructor(
    private readonly recent: RecentRecords<R>,
    private readonly read: (after: bigint) => Promise<RecordPage<R> & { readonly isLast: boolean }>,
    private readonly listen?: (after: bigint, ring: () => void) => () => void,
  ) {}

  /** Whether the log ended with the recent records a moment ago. */
  get isAtHead(): boolean {
    return this.#isListening || performance.now() - this.#headSeenAt < FRESH_MS;
  }

  /** Reads soon because something was appended. */
  ring(): void {
    this.#stopListening();
    this.#headSeenAt = -Infinity;
    this.#newsAt = performance.now();
    this.#pauseMs = SHORTEST_PAUSE_MS;
    this.#endPause();
  }

  #stopListening(): void {
    this.#isListening = false;
    this.#hangUp?.();
    this.#hangUp = undefined;
  }

  /** Resolves when there are new records, the head is reached, the tail is closed, or on {@link wake}. */
  grown(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    return this.#join(this.#waiting);
  }

  wake(): void {
    for (const { wake } of this.#takeWaiters()) wake();
  }

  #join(waiters: Waiter[]): Promise<void> {
    const woken = new Promise<void>((wake, fail) => waiters.push({ wake, fail }));
    if (!this.#isReading) void this.#follow();
    return woken;
  }

  /** Resolves once the recent records include everything appended before the call. */
  catchUp(): Promise<void> {
    this.#newsAt = performance.now();
    this.#endPause();
    return this.#join(this.#catchingUp);
  }

  async #follow(): Promise<void> {
    this.#isReading = true;
    while (this.#waiting.length + this.#catchingUp.length > 0 && !this.#closed) {
      const started = performance.now();
      const catchingUp = this.#catchingUp;
      this.#catchingUp = [];
      try {
        const after = this.recent.end;
        const page = await this.read(after);
        this.#lastReadMs = performance.now() - started;
        const wasAtHead = this.isAtHead;
        // Somebody may have skipped to the end in the meantime.
        const isNext = this.recent.end === after;
        const hasMoved = isNext && page.position > after;
        if (hasMoved) this.recent.add(after, page);
        if (isNext && page.isLast) this.#headSeenAt = performance.now();
        // The server's own events are no news: its statistics come every half a minute.
        const isNews = hasMoved && page.records.length > 0;
        if (isNews) this.#newsAt = started;
        this.#pauseMs = isNews ? SHORTEST_PAUSE_MS : Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
        if (isNext && page.isLast) for (const { wake } of catchingUp) wake();
        else this.#catchingUp.push(...catchingUp);
        if (hasMoved || !wasAtHead) this.wake();
      } catch (error) {
        this.#stopListening();
        for (const { fail } of catchingUp) fail(error);
        if (error instanceof StoreUnavailableError) this.#pauseMs = AWAY_PAUSE_MS;
        else for (const { fail } of this.#takeWaiters()) fail(error);
      }
      await this.#rest(started);
    }
    this.#stopListening();
    this.#isReading = false;
  }

  /** Removes and returns the current waiters; later ones wait for the next page. */
  #takeWaiters(): Waiter[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }

  /** Pauses so that events gather; only briefly if somebody is catching up, and longer if the server tells of news. */
  async #rest(started: number): Promise<void> {
    while (!this.#closed) {
      if (performance.now() - this.#newsAt <= QUIET_MS || !this.isAtHead) this.#stopListening();
      else this.#hangUp ??= this.listen?.(this.recent.end, () => this.ring());
      const left = this.#pause() - (performance.now() - started);
      if (left < 0.5) return;
      this.#isListening = this.#hangUp !== undefined;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      if (this.#isListening) this.#headSeenAt = performance.now();
      this.#isListening = false;
    }
  }

  #pause(): number {
    if (this.#catchingUp.length > 0) return CATCH_UP_PAUSE_MS;
    if (this.#hangUp !== undefined) return LISTENING_PAUSE_MS;
    const share = Math.min(PAUSE_OF_READS * this.#lastReadMs, LONGEST_PAUSE_OF_READS_MS);
    return Math.max(this.#pauseMs, share);
  }

  close(): void {
    this.#closed = true;
    this.#stopListening();
    this.#endPause();
    this.wake();
    for (const { fail } of this.#catchingUp) fail(new StoreUnavailableError('the log is closed'));
  }
}
