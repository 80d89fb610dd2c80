import { DamagedLogError } from '../event-store.js';
import { CHECKSUM_BYTES, checksumAtEnd, checksumIfWhole, isClosing } from './log-checksum.js';
import type { Location } from './lmdb-index.js';
import type { LogFile, Visit } from './log-file.js';
import { decodeRecord, eventsClosed } from './log-record.js';

const NEWLINE = 10;
const CHUNK_BYTES = 256 * 1024;

/** An append as it stands in bytes of the file. */
interface AppendBytes {
  /** Where its first record starts. */
  readonly start: number;
  /** Where the newline of each of its records stands, one at least. */
  readonly newlines: readonly number[];
  /** Its checksum; undefined when it is not what was once written there. */
  readonly checksum: number | undefined;
}

/**
 * The appends that stand in `bytes` one after the other, the first of them after one with the checksum `before`. It ends before the one
 * that goes on behind the bytes, and after one that is not what was once written there: what follows that can't be told.
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

/** An append that was found in the file. */
export interface FoundAppend {
  readonly stream: string;
  /** Revision of its first event. */
  readonly first: number;
  readonly places: readonly Location[];
  readonly end: number;
  readonly checksum: number;
}

/** An append in `bytes`, which stand at `base`; undefined when it is not what was once written there. */
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
  const { stream, revision } = decodeRecord(
    bytes.toString('utf8', start, newlines[0]),
    base + start,
  );
  return { stream, first: revision, places, end: base + offset, checksum };
}

/**
 * The appends that stand whole and undamaged between `from`, the end of one with the checksum `before`, and `limit`. It ends before
 * the first that does not.
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
    // all of them before the first is handed out: the next read overwrites the bytes
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
 * Visits the records of one chunk from a record boundary on, up to `limit`, where an append ends, each after its whole append was
 * found to be what was written there. Returns the offset after the last one visited.
 * @throws DamagedLogError before the first append that is not
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
        // What stands before it is handed out first.
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

/** Where the append starts that goes on, or starts, at a record boundary. */
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

/** What is said of a part of the log that was changed. */
export function damaged(from: number, to: number): DamagedLogError {
  return new DamagedLogError(`the log from ${from} to ${to} is not what was written there`);
}
