import { DamagedLogError, type StoredEvent } from '../event-store.js';
import { damaged, recordsOfAppends, visitWholeAppends, type WholeRecord } from './log-appends.js';
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
   * @throws DamagedLogError if a record is not the expected one, or its append is not what was written
   */
  stream(stream: string, from: number, count: number, backwards: boolean): StoredEvent[] {
    const places: Location[] = [];
    const most = Math.min(count, PAGE_EVENTS);
    let bytes = 0;
    for (const place of this.tail.places(stream, from, backwards ? -1 : 1, most)) {
      places.push(place);
      bytes += place.length;
      if (bytes >= PAGE_BYTES) break;
    }
    if (backwards) places.reverse();
    const records = neighbours(places).flatMap((run) => this.#records(run));
    const first = backwards ? from - places.length + 1 : from;
    records.forEach(({ event }, index) => {
      if (event.stream === stream && event.revision === first + index) return;
      throw new DamagedLogError(
        `the log record ending at ${event.position} is not the one that was written`,
      );
    });
    return ofWholeAppends(records, backwards);
  }

  /** The records at adjacent places. */
  #records(run: readonly Location[]): readonly StreamRecord[] {
    const { offset: from } = run[0] ?? { offset: 0 };
    const to = run.reduce((end, { length }) => end + length, from);
    const records = recordsOfAppends(this.file, from, to).filter(
      ({ start, end }) => start >= from && end <= to,
    );
    if (records.length !== run.length) throw damaged(from, to);
    return records.map(({ text, end, ...place }) => ({ event: decodeRecord(text, end), ...place }));
  }

  /** Reads a chunk from the record boundary `from` up to `end`. */
  forwards(from: number, end: number, matches: Matches, max: number): LogPage {
    const events: StoredEvent[] = [];
    const next = visitWholeAppends(this.file, from, end, (record, recordEnd) => {
      if (matches(record)) events.push(decodeRecord(record, recordEnd));
      return events.length < max;
    });
    return { events, next };
  }

  /** Reads the append before the record boundary `to`, newest first, leaving out records that end at or after `before`. */
  backwards(to: number, before: number, matches: Matches, max: number): LogPage {
    const records = recordsOfAppends(this.file, this.file.boundary(to - 1), to);
    const events = records
      .filter(({ text, end }) => end < before && matches(text))
      .slice(-max)
      .map(({ text, end }) => decodeRecord(text, end));
    return { events: events.reverse(), next: records[0]?.start ?? 0 };
  }

  /** The record boundary at or before a position. Callers may make up positions, and half a record must never be read. */
  boundary(position: bigint, end: number): number {
    if (position >= BigInt(end)) return end;
    return position <= 0n ? 0 : this.file.boundary(Number(position));
  }
}

/** An event, and whether it is the first or last of its append. */
interface StreamRecord extends Pick<WholeRecord, 'opens' | 'closes'> {
  readonly event: StoredEvent;
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
 * The events of consecutive records of a stream, in reading order. Drops an append that continues beyond them, unless it is the
 * only one: the next read returns it as a whole.
 */
function ofWholeAppends(records: readonly StreamRecord[], backwards: boolean): StoredEvent[] {
  if (backwards) {
    const first = records.findIndex(({ opens }) => opens);
    const whole = records.slice(Math.max(0, first)).map(({ event }) => event);
    return whole.reverse();
  }
  const last = records.findLastIndex(({ closes }) => closes);
  return records.slice(0, last === -1 ? undefined : last + 1).map(({ event }) => event);
}
