import { setMaxListeners } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { type EventFilter, type LogPage, StoreUnavailableError } from './event-store.js';
import {
  type FollowedLog,
  followPages,
  type LogRecord,
  RecentRecords,
  type RecordPage,
} from './follow-pages.js';

/** A log of numbered records; those whose numbers have the same tens are of one append. */
class NumberedLog implements FollowedLog<LogRecord> {
  readonly readsAhead = true;
  isClosed = false;
  isAtHead = true;
  readonly recent: RecentRecords<LogRecord>;
  decoded = 0;
  /** Positions that pages were read from. */
  readonly reads: bigint[] = [];
  fails = 0;
  #grow: () => void = () => undefined;
  #grown = new Promise<void>((resolve) => (this.#grow = resolve));

  /** @param size records of a page */
  constructor(
    private end: bigint,
    private readonly size = 10n,
    keptBytes = 1_000,
  ) {
    this.recent = new RecentRecords(end, keptBytes);
  }

  record(position: bigint): LogRecord {
    const decode = (): void => {
      this.decoded += 1;
    };
    let event: object | undefined;
    return {
      position,
      type: position % 2n === 0n ? 'even' : 'odd',
      bytes: 10,
      get event() {
        if (!event) decode();
        return (event ??= { position }) as never;
      },
    };
  }

  records(after: bigint, end: bigint): LogRecord[] {
    const records: LogRecord[] = [];
    for (let position = after + 1n; position <= end; position++)
      records.push(this.record(position));
    return records;
  }

  append(count: bigint): void {
    const [after, position] = [this.end, this.end + count];
    this.recent.add(after, { records: this.records(after, position), position });
    this.end = position;
    this.wake();
  }

  read(after: bigint): Promise<RecordPage> {
    this.reads.push(after);
    if (this.fails-- > 0) return Promise.reject(new StoreUnavailableError('away'));
    const end = after + this.size < this.recent.end ? after + this.size : this.recent.end;
    return Promise.resolve({ records: this.records(after, end), position: end });
  }

  grown(): Promise<void> {
    return this.#grown;
  }

  wake(): void {
    this.#grow();
    this.#grown = new Promise<void>((resolve) => (this.#grow = resolve));
  }

  matcher(filter: EventFilter | undefined): (record: LogRecord) => boolean {
    return ({ type }) => filter?.typePrefixes?.includes(type) ?? true;
  }

  goesOn(record: LogRecord, next: LogRecord): boolean {
    return record.position / 10n === next.position / 10n;
  }
}

const { signal } = new AbortController();
setMaxListeners(0, signal);
const positions = (page: LogPage): bigint[] => page.events.map(({ position }) => position);

describe('following a log', () => {
  it('is handed what is new once decoded, however many follow', async () => {
    const log = new NumberedLog(5n);
    const followers = Array.from({ length: 10 }, () => followPages(log, 5n, { signal }));
    for (const one of followers) {
      expect((await one.next()).value).toEqual({ events: [], position: 5n, caughtUp: true });
    }
    const pages = followers.map((one) => one.next());
    log.append(3n);
    for (const page of pages)
      expect(positions((await page).value as LogPage)).toEqual([6n, 7n, 8n]);
    expect([log.decoded, log.reads]).toEqual([3, []]);
  });

  it('decodes nothing that is not wanted, and says how far it is all the same', async () => {
    const log = new NumberedLog(0n);
    const follower = followPages(log, 0n, { filter: { typePrefixes: ['even'] }, signal });
    log.append(5n);
    expect((await follower.next()).value).toMatchObject({ position: 5n, caughtUp: true });
    expect(log.decoded).toBe(2);
  });

  it('reads the next page while the last one is worked on, until it has come to what is kept', async () => {
    const log = new NumberedLog(35n);
    const follower = followPages(log, 0n, { signal });
    const ends: [bigint, number][] = [];
    for (let count = 0; count < 4; count++) {
      const page = (await follower.next()).value as LogPage;
      ends.push([page.position, log.reads.length]);
    }
    expect(ends).toEqual([
      [10n, 2],
      [20n, 3],
      [30n, 4],
      [35n, 4],
    ]);
  });

  it('goes on from pages of its own where it is so slow that what is new is not kept for it', async () => {
    const log = new NumberedLog(0n, 10n, 100);
    const follower = followPages(log, 0n, { signal });
    await follower.next();
    const next = follower.next();
    for (let times = 0; times < 10; times++) log.append(10n);
    const seen = positions((await next).value as LogPage);
    while (seen.length < 100) seen.push(...positions((await follower.next()).value as LogPage));
    expect(seen).toEqual(Array.from({ length: 100 }, (_, n) => BigInt(n + 1)));
    expect(log.reads.length).toBeGreaterThan(0);
  });

  it('cuts a page where an append ends, be it larger than asked for', async () => {
    const log = new NumberedLog(35n, 100n);
    const follower = followPages(log, 0n, { most: 3, signal });
    const ends: bigint[] = [];
    for await (const page of follower) {
      ends.push(page.position);
      if (page.caughtUp) break;
    }
    expect(ends).toEqual([9n, 19n, 29n, 35n]);
  });

  it('says caught up only where the head is in sight', async () => {
    const log = new NumberedLog(0n);
    log.isAtHead = false;
    const follower = followPages(log, 0n, { signal });
    const next = follower.next();
    log.append(2n);
    expect((await next).value).toMatchObject({ position: 2n, caughtUp: false });
    log.isAtHead = true;
    expect((await follower.next()).value).toEqual({ events: [], position: 2n, caughtUp: true });
  });

  it('waits for a log that is away', async () => {
    const log = new NumberedLog(10n);
    log.fails = 3;
    const follower = followPages(log, 0n, { signal });
    expect((await follower.next()).value).toMatchObject({ position: 10n });
    expect(log.reads).toEqual([0n, 0n, 0n, 0n]);
  });

  it('ends when it is aborted while it waits for the log', async () => {
    const abort = new AbortController();
    const log = new NumberedLog(10n);
    log.read = () => new Promise(() => undefined);
    const next = followPages(log, 0n, { signal: abort.signal }).next();
    abort.abort();
    expect((await next).done).toBe(true);
  });
});
