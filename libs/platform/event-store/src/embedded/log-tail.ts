import type { FoundAppend } from './log-appends.js';
import type { IndexChanges, Location, LogIndex } from './lmdb-index.js';

/** Records that enter the index together. */
export const SEGMENT_EVENTS = 512;

/** Records of a stream from the revision `first` on, which may become more. */
export interface NewRecords {
  readonly first: number;
  readonly places: Location[];
}

/** Records that follow each other in the file, by stream. */
class Segment implements IndexChanges {
  readonly streams = new Map<string, NewRecords>();
  events = 0;
  end = 0;
  checksum = 0;
}

/**
 * Where streams and records are: in the index, or, for the newest ones, in memory, because the index follows the file in large
 * steps. What is here is durable.
 */
export class LogTail {
  /** Oldest first; the last one is still growing. A stream's revisions go on from one to the next. */
  #segments: Segment[] = [];

  constructor(private readonly index: LogIndex) {}

  /** Newest revision of a stream; undefined when it does not exist. */
  head(stream: string): number | undefined {
    for (let n = this.#segments.length - 1; n >= 0; n--) {
      const records = this.#segments[n]?.streams.get(stream);
      if (records) return records.first + records.places.length - 1;
    }
    return this.index.head(stream)?.revision;
  }

  /** Places of `count` events of a stream from a revision on, one after the other; all must exist. */
  *places(stream: string, from: number, step: 1 | -1, count: number): Generator<Location> {
    let id: number | undefined;
    for (let n = 0; n < count; n++) {
      const revision = from + step * n;
      let place = this.#place(stream, revision);
      if (!place) {
        id ??= this.index.head(stream)?.id ?? 0;
        place = this.index.location(id, revision);
      }
      yield place;
    }
  }

  #place(stream: string, revision: number): Location | undefined {
    for (let n = this.#segments.length - 1; n >= 0; n--) {
      const records = this.#segments[n]?.streams.get(stream);
      if (records && revision >= records.first) return records.places[revision - records.first];
    }
    return undefined;
  }

  /** Adds records of several streams that end at `end`; they are the tail's from now on. */
  add(
    streams: ReadonlyMap<string, NewRecords>,
    events: number,
    end: number,
    checksum: number,
  ): void {
    let segment = this.#segments.at(-1);
    if (!segment || segment.events >= SEGMENT_EVENTS) {
      segment = new Segment();
      this.#segments.push(segment);
    }
    for (const [stream, { first, places }] of streams) {
      const records = segment.streams.get(stream);
      if (records) records.places.push(...places);
      else segment.streams.set(stream, { first, places });
    }
    segment.events += events;
    segment.end = end;
    segment.checksum = checksum;
  }

  /** Adds an append that was found in the file. Throws when it doesn't go on where its stream ends. */
  addAppend({ stream, first, places, end, checksum }: FoundAppend): void {
    if (first !== (this.head(stream) ?? -1) + 1) {
      throw new Error(`the append that ends at ${end} does not follow its stream's last event`);
    }
    this.add(new Map([[stream, { first, places: [...places] }]]), places.length, end, checksum);
  }

  /** Events that the index doesn't have yet. */
  get events(): number {
    return this.#segments.reduce((sum, { events }) => sum + events, 0);
  }

  /** Enters the oldest segment in the index; false when there is none. Nothing is added to it any more. */
  async enterOldest(): Promise<boolean> {
    const [oldest] = this.#segments;
    if (oldest === undefined || oldest.events === 0) return false;
    if (this.#segments.length === 1) this.#segments.push(new Segment());
    await this.index.commit(oldest);
    this.drop(oldest.end);
    return true;
  }

  /** Enters segments, oldest first, while the index lacks at least so many events. */
  async enter(least: number): Promise<void> {
    while (this.events >= least && (await this.enterOldest()));
  }

  /** Forgets what the index has, up to `end`. */
  drop(end: number): void {
    this.#segments = this.#segments.filter((segment) => segment.end > end);
  }
}
