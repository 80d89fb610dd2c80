import { LRUCache } from 'lru-cache';
import type { EventFilter } from '../event-store.js';
import type { FollowedLog } from '../follower/follow-pages.js';
import { RecentRecords, type RecordPage } from '../follower/recent-records.js';
import { areOfOneAppend } from '../one-append.js';
import type { Connection } from './eventstoredb-connection.js';
import { readServerLog, type ServerRecord } from './eventstoredb-reads.js';
import { Tail } from './eventstoredb-tail.js';

/** Events of a page of a follower, to begin with, at least and at most; in between, as many as have this size. */
const FOLLOWED_EVENTS = 1_024;
const LEAST_FOLLOWED_EVENTS = 32;
const MOST_FOLLOWED_EVENTS = 8_192;
const FOLLOWED_BYTES = 2 * 1024 * 1024;
/** Bytes of the newest events that are kept for those who follow. */
const KEPT_BYTES = 2 * 1024 * 1024;

/** Streams whose ends are known. */
const STREAMS = 50_000;
/** Of a stream that is watched, and whose end is not known yet. */
const UNKNOWN = -1;

/** Position of the very last event, the server's own included. */
export async function endOf(connection: Connection): Promise<bigint> {
  const [last] = await connection.call((client, heard) =>
    readServerLog(client, { backwards: true, count: 1, heard }),
  );
  return last?.position ?? 0n;
}

/** A page, and whether the log ended there. */
interface ServerPage extends RecordPage<ServerRecord> {
  readonly isLast: boolean;
}

/** The log of a server as its followers see it. */
export class ServerLog implements FollowedLog<ServerRecord> {
  readonly readsAhead = true;
  readonly recent: RecentRecords<ServerRecord>;
  /** The last revisions of the streams that this process uses. */
  readonly ends = new StreamEnds();
  readonly #tail: Tail<ServerRecord>;
  #pageEvents = FOLLOWED_EVENTS;

  constructor(
    private readonly connection: Connection,
    end: bigint,
  ) {
    this.recent = new RecentRecords(end, KEPT_BYTES);
    this.#tail = new Tail(this.recent, async (after) => {
      const page = await this.#page(after, undefined);
      this.ends.passed(page.records);
      return page;
    });
  }

  get isClosed(): boolean {
    return this.connection.isClosed;
  }

  get isAtHead(): boolean {
    return this.#tail.isAtHead;
  }

  /** Goes on from the end of the log, where somebody is further than the newest events; false when that is no end of it. */
  async skipTo(position: bigint): Promise<boolean> {
    const end = await endOf(this.connection);
    if (end > this.recent.end) {
      this.recent.add(end, { records: [], position: end });
      this.ends.forget();
    }
    return position <= end;
  }

  /**
   * Whether a stream has nothing from a revision on. For one whose end this process knows, a look at what is new in the log tells,
   * the same look for all who ask in a moment.
   */
  async endsBefore(stream: string, revision: number): Promise<boolean> {
    if (this.ends.of(stream) !== revision - 1) return false;
    await this.#tail.look();
    return this.ends.of(stream) === revision - 1;
  }

  /** An append of this process has left a stream at a revision. */
  appended(stream: string, revision: number): void {
    this.ends.set(stream, revision);
    this.#tail.ring();
  }

  async read(after: bigint, filter: EventFilter | undefined): Promise<RecordPage<ServerRecord>> {
    const { end } = this.recent;
    const page = await this.#page(after, filter);
    const records = page.records.filter(({ position }) => position <= end);
    // The newest events go on from there. How far the server has looked that leaves events out it does not say.
    if (page.isLast || records.length < page.records.length) return { records, position: end };
    return page;
  }

  /**
   * A page behind a position. The server shows an append whole or not at all, but a page that is full may end inside one: what may go
   * on is left for the next page.
   */
  async #page(after: bigint, filter: EventFilter | undefined): Promise<ServerPage> {
    for (let count = this.#pageEvents; ; count *= 2) {
      const page = await this.connection.call((client, heard) =>
        readServerLog(client, { count, from: after, filter, heard }),
      );
      const isLast = page.length < count;
      this.#pageEvents = nextSize(page, this.#pageEvents);
      // The server counts the given position in, and its own events.
      const records = page.filter((one) => one.position !== after && !isSystemEvent(one));
      const position = page.at(-1)?.position ?? after;
      if (isLast || records.length === 0) return { records, position, isLast };
      let whole = records.length - 1;
      while (whole > 0 && this.#areNeighbours(records, whole)) whole -= 1;
      const last = records[whole - 1];
      if (last) return { records: records.slice(0, whole), position: last.position, isLast };
    }
  }

  #areNeighbours(records: readonly ServerRecord[], index: number): boolean {
    const [before, at] = [records[index - 1], records[index]];
    return before !== undefined && at !== undefined && this.goesOn(before, at);
  }

  goesOn(record: ServerRecord, next: ServerRecord): boolean {
    return record.stream === next.stream && areOfOneAppend(record.event, next.event);
  }

  matcher(filter: EventFilter | undefined): (record: ServerRecord) => boolean {
    return matchesFilter(filter);
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

/** How many events to read next, so that a page has about {@link FOLLOWED_BYTES}. */
function nextSize(page: readonly ServerRecord[], count: number): number {
  if (page.length < count / 2) return count;
  const bytes = page.reduce((sum, record) => sum + record.bytes, 0);
  const fitting = Math.floor((FOLLOWED_BYTES * page.length) / Math.max(1, bytes));
  return Math.min(Math.max(LEAST_FOLLOWED_EVENTS, fitting), MOST_FOLLOWED_EVENTS);
}

/** The store's own events and streams start with `$`; nobody else gets to see them. */
function isSystemEvent(event: { readonly stream: string; readonly type: string }): boolean {
  return event.type.startsWith('$') || event.stream.startsWith('$');
}

/** The selection a filter makes, as a test. System events never pass; an empty list of prefixes lets nothing pass. */
export function matchesFilter(
  filter: EventFilter | undefined,
): (event: { readonly stream: string; readonly type: string }) => boolean {
  return (event) =>
    !isSystemEvent(event) &&
    (filter?.streamPrefixes?.some((prefix) => event.stream.startsWith(prefix)) ?? true) &&
    (filter?.typePrefixes?.some((prefix) => event.type.startsWith(prefix)) ?? true);
}

/**
 * Where streams end, as far as this process has read or written them and follows the log. What others append meanwhile it sees there:
 * so a stream has to be watched before it is asked for its end.
 */
class StreamEnds {
  readonly #ends = new LRUCache<string, number>({ max: STREAMS });

  /** The last revision of a stream; undefined where it is not known. */
  of(stream: string): number | undefined {
    const end = this.#ends.get(stream);
    return end === UNKNOWN ? undefined : end;
  }

  /** The end of a stream is about to be asked for: what comes from now on counts. */
  watch(stream: string): void {
    if (!this.#ends.has(stream)) this.#ends.set(stream, UNKNOWN);
  }

  /** A stream that is watched has been found to reach a revision. */
  set(stream: string, revision: number): void {
    const known = this.#ends.get(stream);
    if (known !== undefined && revision > known) this.#ends.set(stream, revision);
  }

  /** Events that have been appended, by whomever. */
  passed(records: readonly { readonly stream: string; readonly revision: number }[]): void {
    for (const { stream, revision } of records) this.set(stream, revision);
  }

  /** Some events have not been seen. */
  forget(): void {
    this.#ends.clear();
  }
}
