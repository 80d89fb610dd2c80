import type { FoundAppend } from './log-appends.js';
import type { IndexChanges, Location, LogIndex, StreamRecords } from './lmdb-index.js';

/** Number of records per index commit. */
export const SEGMENT_EVENTS = 4_096;

/** Consecutive records of the file, by stream. */
class Segment implements IndexChanges {
  readonly streams = new Map<string, StreamRecords>();
  events = 0;
  end = 0;
  checksum = 0;
}

/** Finds streams and records: in the index or, for the newest, in memory, as the index follows in large steps. All of them are durable. */
export class LogTail {
  /** Oldest first; the last one still grows. A stream's revisions continue from one to the next. */
  #segments: Segment[] = [];

  constructor(private readonly index: LogIndex) {}

  /** Newest revision of a stream; undefined if it does not exist. */
  head(stream: string): number | undefined {
    for (let n = this.#segments.length - 1; n >= 0; n--) {
      const records = this.#segments[n]?.streams.get(stream);
      if (records) return records.first + records.places.length - 1;
    }
    return this.index.head(stream)?.revision;
  }

  /** Locations of `count` events of a stream, from a revision on; all must exist. */
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

  /** Adds records that end at `end`. The tail takes over the lists. */
  add({ streams, events, end, checksum }: IndexChanges & { readonly events: number }): void {
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

  /** Adds an append found in the file. Throws if it does not continue its stream. */
  addAppend({ stream, first, places, end, checksum }: FoundAppend): void {
    if (first !== (this.head(stream) ?? -1) + 1) {
      throw new Error(`the append ending at ${end} does not continue its stream`);
    }
    const streams = new Map([[stream, { first, places: [...places] }]]);
    this.add({ streams, events: places.length, end, checksum });
  }

  /** Number of events missing from the index. */
  get events(): number {
    return this.#segments.reduce((sum, { events }) => sum + events, 0);
  }

  /** Commits the oldest segment to the index; returns false if there is none. Nothing is added to it any more. */
  async enterOldest(): Promise<boolean> {
    const [oldest] = this.#segments;
    if (oldest === undefined || oldest.events === 0) return false;
    if (this.#segments.length === 1) this.#segments.push(new Segment());
    await this.index.commit(oldest);
    this.drop(oldest.end);
    return true;
  }

  /** Commits segments, oldest first, while the index lacks at least `least` events. */
  async enter(least: number): Promise<void> {
    while (this.events >= least && (await this.enterOldest()));
  }

  /** Drops the segments that the index has, up to `end`. */
  drop(end: number): void {
    this.#segments = this.#segments.filter((segment) => segment.end > end);
  }
}

const DELAY_MS = 250;

const RETRY_MS = 1_000;

interface IndexerOwner {
  /** A commit failed; it will be retried. */
  failed(error: unknown): void;
  recovered(): void;
}

/**
 * Writes the index behind the log, after a few thousand events or a quarter of a second. Nobody waits for it: what is missing when the
 * process dies is found in the file at the next start. A failed commit, for instance on a full disk, has changed nothing and is retried.
 */
export class Indexer {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #failed = false;

  constructor(
    private readonly tail: LogTail,
    private readonly owner: IndexerOwner,
  ) {}

  /** Call after adding to the tail. */
  added(): void {
    if (this.#running || this.#failed) return;
    if (this.tail.events >= SEGMENT_EVENTS) this.#start(false);
    else this.#timer ??= setTimeout(() => this.#start(true), DELAY_MS).unref();
  }

  #start(all: boolean): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running = this.#run(all)
      .then(
        () => this.#succeeded(),
        (error: unknown) => this.#fail(error),
      )
      .finally(() => {
        this.#running = undefined;
        if (this.tail.events > 0) this.added();
      });
  }

  #succeeded(): void {
    if (!this.#failed) return;
    this.#failed = false;
    this.owner.recovered();
  }

  #fail(error: unknown): void {
    if (!this.#failed) this.owner.failed(error);
    this.#failed = true;
    this.#timer = setTimeout(() => this.#start(true), RETRY_MS).unref();
  }

  /** Commits full segments; with `all`, the partial one, too. */
  async #run(all: boolean): Promise<void> {
    if (all) await this.tail.enterOldest();
    await this.tail.enter(SEGMENT_EVENTS);
  }

  /** Commits everything, unless the index can't be written. */
  async flush(): Promise<void> {
    while (!this.#failed && this.tail.events > 0) {
      if (!this.#running) this.#start(true);
      await this.#running;
    }
    clearTimeout(this.#timer);
  }
}
