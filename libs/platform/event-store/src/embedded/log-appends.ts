import { DamagedLogError } from '../event-store.js';
import {
  CHECKSUM_BYTES,
  checksumAtEnd,
  checksumIfWhole,
  isClosing,
  decodeRecord,
  eventsClosed,
  NEWLINE,
} from './log-record.js';
import type { Location } from './lmdb-index.js';
import { CHUNK_BYTES, type LogFile, type Visit } from './log-file.js';

/** An append within a buffer. */
interface AppendBytes {
  /** Offset of its first record. */
  readonly start: number;
  /** Offsets of the newlines of its records, at least one. */
  readonly newlines: readonly number[];
  /** Its checksum; undefined if the append is not what was written. */
  readonly checksum: number | undefined;
}

/**
 * Finds the consecutive appends in a buffer; `before` is the checksum of the append before them. Stops before an incomplete append, and
 * after one that is not what was written: nothing can be said about what follows it.
 */
function* appendsIn(bytes: Buffer, before: number): Generator<AppendBytes, void, undefined> {
  let start = 0;
  let newlines: number[] = [];
  let last = before;
  for (
    let newline = bytes.indexOf(NEWLINE);
    newline !== -1;
    newline = bytes.indexOf(NEWLINE, newline + 1)
  ) {
    newlines.push(newline);
    if (!isClosing(bytes, newline)) continue;
    const checksum = checksumIfWhole(bytes, start, newline, last);
    yield { start, newlines, checksum };
    if (checksum === undefined) return;
    last = checksum;
    start = newline + 1;
    newlines = [];
  }
}

/** An intact append in the file. */
export interface FoundAppend {
  readonly stream: string;
  /** Revision of its first event. */
  readonly first: number;
  readonly places: readonly Location[];
  readonly end: number;
  readonly checksum: number;
}

/** Locates an append in the file, where `bytes` start at `base`. Undefined if it is not what was written. */
function foundAppend(
  bytes: Buffer,
  base: number,
  { start, newlines, checksum }: AppendBytes,
): FoundAppend | undefined {
  if (checksum === undefined) return undefined;
  let offset = start;
  const places = newlines.map((newline) => {
    const place = { offset: base + offset, length: newline + 1 - offset };
    offset = newline + 1;
    return place;
  });
  const last = bytes.toString('utf8', offset - (places.at(-1)?.length ?? 0), offset - 1);
  if (eventsClosed(last) !== places.length) return undefined;
  const record = bytes.toString('utf8', start, newlines[0]);
  const { stream, revision } = decodeRecord(record, base + start);
  return { stream, first: revision, places, end: base + offset, checksum };
}

/**
 * Yields the intact appends between `from`, which follows an append with the checksum `before`, and `limit`. Stops at the first one
 * that is incomplete or damaged.
 */
export function* scanAppends(
  file: LogFile,
  from: number,
  before: number,
  limit: number,
): Generator<FoundAppend, void, undefined> {
  let last = { end: from, checksum: before };
  for (let size = CHUNK_BYTES; last.end < limit;) {
    const { end: base, checksum } = last;
    const length = Math.min(size, limit - base);
    const bytes = file.bytes(base, length);
    // Find all appends before yielding the first: the next read overwrites the buffer.
    const found = Array.from(appendsIn(bytes, checksum), (one) => foundAppend(bytes, base, one));
    for (const append of found) {
      if (!append) return;
      yield append;
      last = append;
    }
    if (last.end === base && base + length === limit) return;
    if (last.end === base) size *= 2;
  }
}

/**
 * Visits the records of one chunk, from a record boundary up to `limit`, the end of an append. Verifies each append before visiting its
 * records. Returns the offset after the last visited record.
 * @throws DamagedLogError before the first append that is not what was written
 */
export function visitWholeAppends(
  file: LogFile,
  from: number,
  limit: number,
  visit: Visit,
): number {
  const base = startOfAppend(file, from);
  const before = checksumBefore(file, base);
  for (let size = CHUNK_BYTES; ; size *= 2) {
    const length = Math.min(size, limit - base);
    const bytes = file.bytes(base, length);
    let visited = 0;
    for (const { start, newlines, checksum } of appendsIn(bytes, before)) {
      if (checksum === undefined) {
        // Deliver the appends before it first.
        if (start > 0) break;
        throw damaged(base, base + (newlines.at(-1) ?? 0) + 1);
      }
      for (const newline of newlines) {
        const after = base + newline + 1;
        if (after > from && !visit(bytes.toString('utf8', visited, newline), after)) return after;
        visited = newline + 1;
      }
    }
    if (visited > 0) {
      file.shrink();
      return base + visited;
    }
    if (length === limit - base) throw damaged(base, limit);
  }
}

/** A record of a verified append. */
export interface WholeRecord {
  readonly text: string;
  /** Offsets of its line and after it. */
  readonly start: number;
  readonly end: number;
  /** Whether it is the first or the last of its append. */
  readonly opens: boolean;
  readonly closes: boolean;
}

/**
 * All records of the appends that have records between two record boundaries, in order: a part of an append can't be verified.
 * @throws DamagedLogError if one of the appends is not what was written
 */
export function recordsOfAppends(file: LogFile, from: number, to: number): WholeRecord[] {
  const lead = Math.min(from, CHECKSUM_BYTES);
  const bytes = file.bytes(from - lead, to - from + lead);
  const isWhole = (lead === 0 || isClosing(bytes, lead - 1)) && isClosing(bytes, bytes.length - 1);
  if (!isWhole) return recordsOfAppends(file, startOfAppend(file, from), endOfAppend(file, to));
  const before = lead === 0 ? 0 : checksumAtEnd(bytes.subarray(0, lead));
  if (before === undefined) throw damaged(from - lead, from);
  const records: WholeRecord[] = [];
  const appends = bytes.subarray(lead);
  let start = 0;
  for (const { newlines, checksum } of appendsIn(appends, before)) {
    const last = newlines.at(-1);
    if (checksum === undefined) throw damaged(from + start, from + (last ?? 0) + 1);
    for (const newline of newlines) {
      records.push({
        text: appends.toString('utf8', start, newline),
        start: from + start,
        end: from + newline + 1,
        opens: newline === newlines[0],
        closes: newline === last,
      });
      start = newline + 1;
    }
  }
  file.shrink();
  return records;
}

/** End of the append that contains, or ends at, a record boundary. */
function endOfAppend(file: LogFile, boundary: number): number {
  const limit = file.boundary(file.size());
  let end = boundary;
  while (!file.closesAppend(end)) {
    if (end >= limit) throw damaged(boundary, limit);
    end = file.forwards(end, limit, (record) => !record.endsWith('"]'));
  }
  return end;
}

/** Start of the append that contains, or starts at, a record boundary. */
function startOfAppend(file: LogFile, boundary: number): number {
  let start = boundary;
  while (start > 0 && !file.closesAppend(start)) start = file.boundary(start - 1);
  return start;
}

function checksumBefore(file: LogFile, start: number): number {
  if (start === 0) return 0;
  const checksum = checksumAtEnd(file.bytes(start - CHECKSUM_BYTES, CHECKSUM_BYTES));
  if (checksum === undefined) throw damaged(start - CHECKSUM_BYTES, start);
  return checksum;
}

/** The error for a changed part of the log. */
export function damaged(from: number, to: number): DamagedLogError {
  return new DamagedLogError(`the log from ${from} to ${to} is not what was written there`);
}
