import { LRUCache } from 'lru-cache';
import { areSameAppend } from '../event-codec.js';
import type { EventFilter } from '../event-store.js';
import {
  type FollowedLog,
  type LogRecord,
  RecentRecords,
  type RecordPage,
} from '../follow-pages.js';
import type { Connection } from './eventstoredb-connection.js';
import { listen, readServerLog, type ServerPage } from './eventstoredb-reads.js';
import { Tail } from './eventstoredb-tail.js';

/** Initial, smallest and largest number of events per page; in between, as many as fit this size. */
const FOLLOWED_EVENTS = 1_024;
const LEAST_FOLLOWED_EVENTS = 32;
const MOST_FOLLOWED_EVENTS = 8_192;
const FOLLOWED_BYTES = 2 * 1024 * 1024;
/** Size of the recent records kept for followers. */
const KEPT_BYTES = 2 * 1024 * 1024;

/** Maximum number of streams whose ends are remembered. */
const STREAMS = 50_000;
/** End of a watched stream that is not known yet. */
const UNKNOWN = -1;

/** Position of the last event, including system events. */
export async function endOf(connection: Connection): Promise<bigint> {
  return (await readServerLog(connection, { backwards: true, count: 1 })).position;
}

/** The log of a server, as its followers see it. */
export class ServerLog implements FollowedLog<LogRecord> {
  readonly readsAhead = true;
  readonly matcher = matchesFilter;
  readonly recent: RecentRecords<LogRecord>;
  readonly ends = new StreamEnds();
  readonly #tail: Tail<LogRecord>;
  #pageEvents = FOLLOWED_EVENTS;

  constructor(
    private readonly connection: Connection,
    end: bigint,
  ) {
    this.recent = new RecentRecords(end, KEPT_BYTES);
    this.#tail = new Tail(
      this.recent,
      async (after) => {
        const page = await this.#page(after, undefined);
        this.ends.passed(page.records);
        return page;
      },
      (after, ring) => listen(this.connection, after, ring),
    );
  }

  get isClosed(): boolean {
    return this.connection.isClosed;
  }

  get isAtHead(): boolean {
    return this.#tail.isAtHead;
  }

  /** Skips to the end of the log for a follower beyond the recent records. Returns false if the position is beyond that end. */
  async skipTo(position: bigint): Promise<boolean> {
    const end = await endOf(this.connection);
    if (end > this.recent.end) {
      this.recent.add(end, { records: [], position: end });
      this.ends.forget();
    }
    return position <= end;
  }

  /** Whether a stream has nothing from a revision on. If its end is known, catching up with the log decides, once for all who ask. */
  async endsBefore(stream: string, revision: number): Promise<boolean> {
    if (this.ends.of(stream) !== revision - 1) return false;
    await this.#tail.catchUp();
    return this.ends.of(stream) === revision - 1;
  }

  /** Notes that this process has appended to a stream. */
  appended(stream: string, revision: number): void {
    this.ends.set(stream, revision);
    this.#tail.ring();
  }

  async read(after: bigint, filter: EventFilter | undefined): Promise<RecordPage> {
    const { end } = this.recent;
    const page = await this.#page(after, filter);
    // The recent records continue from there.
    if (!page.isLast && page.position <= end) return page;
    return { records: page.records.filter(({ position }) => position <= end), position: end };
  }

  /** Reads the page after a position. It may end inside an append; what may be incomplete is left for the next page. */
  async #page(after: bigint, filter: EventFilter | undefined): Promise<ServerPage> {
    for (let count = this.#pageEvents; ; count *= 2) {
      const page = await readServerLog(this.connection, { count, from: after, filter });
      this.#pageEvents = nextSize(page, this.#pageEvents);
      const { records, position, isLast } = page;
      if (isLast || position !== records.at(-1)?.position) return page;
      const whole = records.findLastIndex((record, index) => {
        const before = records[index - 1];
        return before !== undefined && !this.goesOn(before, record);
      });
      const last = records[whole - 1];
      if (last) return { records: records.slice(0, whole), position: last.position, isLast };
    }
  }

  goesOn({ event }: LogRecord, next: LogRecord): boolean {
    return areSameAppend(event, next.event);
  }

  grown(): Promise<void> {
    return this.#tail.grown();
  }

  wake(): void {
    this.#tail.wake();
  }

  close(): void {
    this.#tail.close();
  }
}

/** Number of events to read next, so that a page has about {@link FOLLOWED_BYTES}. */
function nextSize({ records }: ServerPage, count: number): number {
  if (records.length < count / 2) return count;
  const bytes = records.reduce((sum, record) => sum + record.bytes, 0);
  const fitting = Math.floor((FOLLOWED_BYTES * records.length) / bytes);
  return Math.min(Math.max(LEAST_FOLLOWED_EVENTS, fitting), MOST_FOLLOWED_EVENTS);
}

/** Converts a filter to a predicate. An empty list of prefixes matches nothing. */
export function matchesFilter(filter: EventFilter | undefined): (record: LogRecord) => boolean {
  return ({ event, type }) =>
    (filter?.streamPrefixes?.some((prefix) => event.stream.startsWith(prefix)) ?? true) &&
    (filter?.typePrefixes?.some((prefix) => type.startsWith(prefix)) ?? true);
}

/**
 * Known ends of streams, from this process's reads and writes and from following the log. A stream must be watched before its end is
 * read, so that no append in between is missed.
 */
class StreamEnds {
  readonly #ends = new LRUCache<string, number>({ max: STREAMS });

  /** The last revision of a stream; undefined if unknown. */
  of(stream: string): number | undefined {
    const end = this.#ends.get(stream);
    return end === UNKNOWN ? undefined : end;
  }

  /** Starts tracking a stream, before its end is read. */
  watch(stream: string): void {
    if (!this.#ends.has(stream)) this.#ends.set(stream, UNKNOWN);
  }

  /** Notes that a watched stream reaches a revision. */
  set(stream: string, revision: number): void {
    const known = this.#ends.get(stream);
    if (known !== undefined && revision > known) this.#ends.set(stream, revision);
  }

  /** Notes events appended by anybody. */
  passed(records: readonly LogRecord[]): void {
    for (const { event } of records) this.set(event.stream, event.revision);
  }

  /** Forgets all ends because some events were skipped. */
  forget(): void {
    this.#ends.clear();
  }
}
