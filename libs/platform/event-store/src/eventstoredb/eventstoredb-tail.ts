import { StoreUnavailableError } from '../event-store.js';
import type { LogRecord, RecentRecords, RecordPage } from '../follower/recent-records.js';

/** So long after it was seen the head is taken for the head. */
const FRESH_MS = 250;
/** Between the starts of two reads, in milliseconds: what comes meanwhile is read together. */
const SHORTEST_PAUSE_MS = 4;
/** The same as a multiple of the last read's time: reading what is new takes no more than its share of a busy server. */
const PAUSE_OF_READS = 3;
const LONGEST_PAUSE_OF_READS_MS = 30;
/** The same while somebody waits for a look at the log: who comes meanwhile shares it. */
const LOOK_PAUSE_MS = 2;
/** The longest time until what others have appended is read, while nothing happens. */
const LONGEST_PAUSE_MS = 50;
/** While the log is away. */
const AWAY_PAUSE_MS = 200;

/** A follower that has everything there is. */
interface Waiter {
  readonly wake: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Reads what is new in a log of a server, once for all who follow it, for as long as somebody waits for it: page after page from the
 * last position. A subscription of the server would end whenever 32 events have come faster than they are taken.
 */
export class Tail<R extends LogRecord> {
  #waiting: Waiter[] = [];
  /** Those who wait for a read that begins after they came. */
  #looking: Waiter[] = [];
  #isReading = false;
  /** Ends the pause that is under way. */
  #goOn: () => void = () => undefined;
  #pauseMs = SHORTEST_PAUSE_MS;
  #lastReadMs = 0;
  #headSeenAt = -Infinity;
  #closed = false;

  /** @param read reads a page behind a position, and tells whether it is the last one */
  constructor(
    private readonly recent: RecentRecords<R>,
    private readonly read: (after: bigint) => Promise<RecordPage<R> & { readonly isLast: boolean }>,
  ) {}

  /** Whether the log ended a moment ago where the newest records end. */
  get isAtHead(): boolean {
    return performance.now() - this.#headSeenAt < FRESH_MS;
  }

  /** Something was appended: there is no need to wait until it might be looked for. */
  ring(): void {
    this.#headSeenAt = -Infinity;
    this.#pauseMs = SHORTEST_PAUSE_MS;
    this.#goOn();
  }

  /** Resolves when there is more than before or the head has come in sight, the tail is closed, or on {@link wake}. */
  grown(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    return this.#join(this.#waiting);
  }

  /** Has all who wait for growth look again. */
  wake(): void {
    for (const { wake } of this.#taken()) wake();
  }

  #join(waiters: Waiter[]): Promise<void> {
    const woken = new Promise<void>((wake, fail) => waiters.push({ wake, fail }));
    if (!this.#isReading) void this.#follow();
    return woken;
  }

  /** Resolves when everything is among the recent records that was appended before the call. */
  look(): Promise<void> {
    this.#goOn();
    return this.#join(this.#looking);
  }

  /** Reads until nobody waits any more. */
  async #follow(): Promise<void> {
    this.#isReading = true;
    while (this.#waiting.length + this.#looking.length > 0 && !this.#closed) {
      const started = performance.now();
      const looking = this.#looking;
      this.#looking = [];
      try {
        const after = this.recent.end;
        const page = await this.read(after);
        this.#lastReadMs = performance.now() - started;
        const wasAtHead = this.isAtHead;
        // Somebody may have skipped to the end meanwhile.
        const isNext = this.recent.end === after;
        const isNews = isNext && page.position > after;
        if (isNews) this.recent.add(after, page);
        if (isNext && page.isLast) this.#headSeenAt = performance.now();
        this.#pauseMs = isNews ? SHORTEST_PAUSE_MS : Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
        if (isNext && page.isLast) for (const { wake } of looking) wake();
        else this.#looking.push(...looking);
        if (isNews || !wasAtHead) this.wake();
      } catch (error) {
        for (const { fail } of looking) fail(error);
        if (error instanceof StoreUnavailableError) this.#pauseMs = AWAY_PAUSE_MS;
        else for (const { fail } of this.#taken()) fail(error);
      }
      await this.#rest(started);
    }
    this.#isReading = false;
  }

  /** Those who wait now; whoever comes later waits for the next page. */
  #taken(): Waiter[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }

  /** Lets events gather; for a moment only, when somebody looks for them. */
  async #rest(started: number): Promise<void> {
    while (!this.#closed) {
      const share = Math.min(PAUSE_OF_READS * this.#lastReadMs, LONGEST_PAUSE_OF_READS_MS);
      const pauseMs = this.#looking.length > 0 ? LOOK_PAUSE_MS : Math.max(this.#pauseMs, share);
      const left = pauseMs - (performance.now() - started);
      if (left < 0.5) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#goOn = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  close(): void {
    this.#closed = true;
    this.#goOn();
    this.wake();
    for (const { fail } of this.#looking) fail(new StoreUnavailableError('the log is closed'));
  }
}
