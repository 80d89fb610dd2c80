import { DamagedLogError, type StoredEvent } from '../event-store.js';
import type { Location } from './lmdb-index.js';
import type { LogFile } from './log-file.js';
import type { LogTail } from './log-tail.js';
import { decodeRecord } from './log-record.js';
import { neighbours, ofWholeAppends, readNeighbours } from './log-stream-page.js';
import { visitWholeAppends } from './log-whole-appends.js';

const PAGE_EVENTS = 256;
const PAGE_BYTES = 256 * 1024;

/** Which records a page takes. */
type Matches = (record: string) => boolean;

/** One page of the log, and where the next one starts. */
export interface LogPage {
  readonly events: readonly StoredEvent[];
  readonly next: number;
}

/**
 * Pages of the embedded log. A page is read in one go, so that no LMDB cursor or snapshot outlives it: an open snapshot would
 * keep LMDB from using its free pages again.
 */
export class LogReader {
  readonly #tail: LogTail;
  readonly #file: LogFile;

  constructor(tail: LogTail, file: LogFile) {
    this.#tail = tail;
    this.#file = file;
  }

  /**
   * Events of one stream from a revision on, `count` or, when that is much, fewer but at least one; all must exist. Where more than
   * one append is among them they have each as a whole. Neighbours in the file are fetched in one read.
   * @param asItStands also what was changed, as far as it can be read
   * @throws DamagedLogError when a record is another than the one that was written, or a whole append is not what was
   */
  stream(
    stream: string,
    from: number,
    count: number,
    { backwards, asItStands }: { backwards: boolean; asItStands: boolean },
  ): StoredEvent[] {
    const places: Location[] = [];
    const most = Math.min(count, PAGE_EVENTS);
    let bytes = 0;
    for (const place of this.#tail.places(stream, from, backwards ? -1 : 1, most)) {
      places.push(place);
      bytes += place.length;
      if (bytes >= PAGE_BYTES) break;
    }
    if (backwards) places.reverse();
    const records = neighbours(places).flatMap((run) =>
      readNeighbours(this.#file, run, asItStands),
    );
    const first = backwards ? from - places.length + 1 : from;
    records.forEach(({ event }, index) => {
      if (event.stream === stream && event.revision === first + index) return;
      throw new DamagedLogError(
        `the record of the log that ends at ${event.position} is not the one that was written`,
      );
    });
    return ofWholeAppends(records, backwards);
  }

  /** Where the append ends that has the record of a stream's `revision`, which ends at `end`. */
  endOfAppend(stream: string, revision: number, end: number): number {
    let last = end;
    for (let next = revision + 1; !this.#file.closesAppend(last); next++) {
      for (const { offset, length } of this.#tail.places(stream, next, 1, 1))
        last = offset + length;
    }
    return last;
  }

  /** The next chunk from the record boundary `from` on, at most up to `end`; `asItStands` also of appends that were changed. */
  forwards(
    from: number,
    end: number,
    { matches, max, asItStands }: { matches: Matches; max: number; asItStands: boolean },
  ): LogPage {
    const events: StoredEvent[] = [];
    const visit = (record: string, recordEnd: number): boolean => {
      if (matches(record)) events.push(decodeRecord(record, recordEnd));
      return events.length < max;
    };
    const next = asItStands
      ? this.#file.forwards(from, end, visit)
      : visitWholeAppends(this.#file, from, end, visit);
    return { events, next };
  }

  /** The chunk before the record boundary `to`, newest first, without a record that ends at or after `before`. */
  backwards(to: number, before: number, matches: Matches, max: number): LogPage {
    const events: StoredEvent[] = [];
    const next = this.#file.backwards(to, (record, recordEnd) => {
      if (recordEnd < before && matches(record)) events.push(decodeRecord(record, recordEnd));
      return events.length < max;
    });
    return { events, next };
  }

  /**
   * The record boundary at or before a position: of the record a made-up position lies in, the end is after it. Positions are
   * opaque outside, and half a record must never be read.
   */
  boundary(position: bigint, end: number): number {
    if (position >= BigInt(end)) return end;
    return position <= 0n ? 0 : this.#file.boundary(Number(position));
  }
}
