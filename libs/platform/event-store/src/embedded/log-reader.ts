import { DamagedLogError, type StoredEvent } from '../event-store.js';
import { damaged, visitWholeAppends } from './log-appends.js';
import { CHECKSUM_BYTES, checksumAtEnd, checksumIfWhole, isClosing } from './log-checksum.js';
import type { Location } from './lmdb-index.js';
import type { LogFile } from './log-file.js';
import type { LogTail } from './log-tail.js';
import { decodeRecord } from './log-record.js';

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
  constructor(
    private readonly tail: LogTail,
    private readonly file: LogFile,
  ) {}

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
    for (const place of this.tail.places(stream, from, backwards ? -1 : 1, most)) {
      places.push(place);
      bytes += place.length;
      if (bytes >= PAGE_BYTES) break;
    }
    if (backwards) places.reverse();
    const records = neighbours(places).flatMap((run) => readNeighbours(this.file, run, asItStands));
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
    for (let next = revision + 1; !this.file.closesAppend(last); next++) {
      for (const { offset, length } of this.tail.places(stream, next, 1, 1)) last = offset + length;
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
      ? this.file.forwards(from, end, visit)
      : visitWholeAppends(this.file, from, end, visit);
    return { events, next };
  }

  /** The chunk before the record boundary `to`, newest first, without a record that ends at or after `before`. */
  backwards(to: number, before: number, matches: Matches, max: number): LogPage {
    const events: StoredEvent[] = [];
    const next = this.file.backwards(to, (record, recordEnd) => {
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
    return position <= 0n ? 0 : this.file.boundary(Number(position));
  }
}

/** A record of a stream, and whether its append starts or ends with it. */
interface StreamRecord {
  readonly event: StoredEvent;
  readonly starts: boolean;
  readonly ends: boolean;
}

/** Groups places that stand next to each other in the file. */
function neighbours(places: readonly Location[]): readonly (readonly Location[])[] {
  const runs: Location[][] = [];
  let end: number | undefined;
  for (const place of places) {
    if (place.offset === end) runs.at(-1)?.push(place);
    else runs.push([place]);
    end = place.offset + place.length;
  }
  return runs;
}

/**
 * The records of one stream at places next to each other. The checksum of each append that is among them as a whole is worked out; that
 * of the append before it stands before it in the file.
 * @throws DamagedLogError when one is not what was written, unless what is there is wanted `asItStands`
 */
function readNeighbours(
  file: LogFile,
  places: readonly Location[],
  asItStands: boolean,
): readonly StreamRecord[] {
  const offset = places[0]?.offset ?? 0;
  const lead = Math.min(offset, CHECKSUM_BYTES);
  const base = offset - lead;
  const length = places.reduce((sum, place) => sum + place.length, lead);
  const bytes = file.bytes(base, length);
  const records: StreamRecord[] = [];
  let at = lead;
  /** Where the append starts that is being read; none when it started before. */
  let start = lead === 0 || isClosing(bytes, lead - 1) ? lead : undefined;
  let before = lead === 0 ? 0 : checksumAtEnd(bytes.subarray(0, lead));
  for (const place of places) {
    const newline = at + place.length - 1;
    const ends = isClosing(bytes, newline);
    let checksum: number | undefined;
    if (ends && start !== undefined && !asItStands) {
      checksum = before === undefined ? undefined : checksumIfWhole(bytes, start, newline, before);
      if (checksum === undefined) {
        throw damaged(base + start, base + newline + 1);
      }
    }
    const event = decodeRecord(bytes.toString('utf8', at, newline), base + newline + 1);
    records.push({ event, starts: start === at, ends });
    at = newline + 1;
    if (!ends) continue;
    start = at;
    before = checksum ?? checksumAtEnd(bytes.subarray(at - CHECKSUM_BYTES, at));
  }
  return records;
}

/**
 * The events of records that follow each other in their stream, in the order they are read in, without the append that goes on beyond
 * them, unless there is no other: read next, it is there as a whole.
 */
function ofWholeAppends(records: readonly StreamRecord[], backwards: boolean): StoredEvent[] {
  if (backwards) {
    const first = records.findIndex(({ starts }) => starts);
    const whole = records.slice(Math.max(0, first)).map(({ event }) => event);
    return whole.reverse();
  }
  const last = records.findLastIndex(({ ends }) => ends);
  return records.slice(0, last === -1 ? undefined : last + 1).map(({ event }) => event);
}
