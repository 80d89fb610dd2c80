import { DamagedLogError, type StoredEvent } from '../event-store.js';
import { damaged, visitWholeAppends } from './log-appends.js';
import { CHECKSUM_BYTES, checksumAtEnd, checksumIfWhole, isClosing } from './log-checksum.js';
import type { Location } from './lmdb-index.js';
import type { LogFile } from './log-file.js';
import type { LogTail } from './log-tail.js';
import { decodeRecord } from './log-record.js';

const PAGE_EVENTS = 256;
const PAGE_BYTES = 256 * 1024;

type Matches = (record: string) => boolean;

/** A page of the log and the position of the next one. */
export interface LogPage {
  readonly events: readonly StoredEvent[];
  readonly next: number;
}

/** Reads the embedded log page by page. No LMDB snapshot outlives a page: an open one would keep LMDB from reusing free pages. */
export class LogReader {
  constructor(
    private readonly tail: LogTail,
    private readonly file: LogFile,
  ) {}

  /**
   * Reads up to `count` events of a stream, at least one, from a revision on; all must exist. Returns whole appends if there is more than
   * one. Adjacent records are fetched in one read.
   * @param asItStands also return changed events, if readable
   * @throws DamagedLogError if a record is not the expected one, or a whole append is not what was written
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
        `the log record ending at ${event.position} is not the one that was written`,
      );
    });
    return ofWholeAppends(records, backwards);
  }

  /** Reads a chunk from the record boundary `from` up to `end`; with `asItStands` without verifying appends. */
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

  /** Reads the chunk before the record boundary `to`, newest first, leaving out records that end at or after `before`. */
  backwards(to: number, before: number, matches: Matches, max: number): LogPage {
    const events: StoredEvent[] = [];
    const next = this.file.backwards(to, (record, recordEnd) => {
      if (recordEnd < before && matches(record)) events.push(decodeRecord(record, recordEnd));
      return events.length < max;
    });
    return { events, next };
  }

  /** The record boundary at or before a position. Callers may make up positions, and half a record must never be read. */
  boundary(position: bigint, end: number): number {
    if (position >= BigInt(end)) return end;
    return position <= 0n ? 0 : this.file.boundary(Number(position));
  }
}

/** A record, and whether it is the first or last of its append. */
interface StreamRecord {
  readonly event: StoredEvent;
  readonly starts: boolean;
  readonly ends: boolean;
}

/** Groups locations that are adjacent in the file. */
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
 * Reads adjacent records of a stream. Verifies the checksum of each append that is completely among them; the checksum of
 * the append before precedes it in the file.
 * @throws DamagedLogError if an append is not what was written, unless `asItStands`
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
  /** Start of the current append; undefined if it lies before these records. */
  let start = lead === 0 || isClosing(bytes, lead - 1) ? lead : undefined;
  let before = lead === 0 ? 0 : checksumAtEnd(bytes.subarray(0, lead));
  for (const place of places) {
    const newline = at + place.length - 1;
    const ends = isClosing(bytes, newline);
    let checksum: number | undefined;
    if (ends && start !== undefined && !asItStands) {
      checksum = before === undefined ? undefined : checksumIfWhole(bytes, start, newline, before);
      if (checksum === undefined) throw damaged(base + start, base + newline + 1);
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
 * The events of consecutive records of a stream, in reading order. Drops an append that continues beyond them, unless it is the
 * only one: the next read returns it as a whole.
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
