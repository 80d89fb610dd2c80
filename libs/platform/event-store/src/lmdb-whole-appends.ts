import { DamagedLogError } from './event-store.js';
import { CHECKSUM_BYTES, checksumAtEnd, checksumIfWhole, isClosing } from './lmdb-checksum.js';
import type { LogFile, Visit } from './lmdb-log-file.js';

const NEWLINE = 10;
const CHUNK_BYTES = 256 * 1024;

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
    let checksum = before;
    let start = 0;
    let newlines: number[] = [];
    for (
      let newline = bytes.indexOf(NEWLINE);
      newline !== -1;
      newline = bytes.indexOf(NEWLINE, newline + 1)
    ) {
      newlines.push(newline);
      if (!isClosing(bytes, newline)) continue;
      const next = checksumIfWhole(bytes, start, newline, checksum);
      if (next === undefined) {
        // What stands before it is handed out first.
        if (start > 0) break;
        throw damaged(base, base + newline + 1);
      }
      for (const end of newlines) {
        const after = base + end + 1;
        if (after > from && !visit(bytes.toString('utf8', start, end), after)) return after;
        start = end + 1;
      }
      checksum = next;
      newlines = [];
    }
    if (start > 0) {
      file.shrink();
      return base + start;
    }
    if (length === limit - base) throw damaged(base, limit);
  }
}

/** Where the append starts that goes on, or starts, at a record boundary. */
function startOfAppend(file: LogFile, boundary: number): number {
  let start = boundary;
  while (start > 0 && !file.closesGroup(start)) start = file.boundary(start - 1);
  return start;
}

function checksumBefore(file: LogFile, start: number): number {
  if (start === 0) return 0;
  const checksum = checksumAtEnd(file.bytes(start - CHECKSUM_BYTES, CHECKSUM_BYTES));
  if (checksum === undefined) throw damaged(start - CHECKSUM_BYTES, start);
  return checksum;
}

function damaged(from: number, to: number): DamagedLogError {
  return new DamagedLogError(`the log from ${from} to ${to} is not what was written there`);
}
