import { DamagedLogError } from '../event-store.js';
import { appendsIn } from './log-appends.js';
import { CHECKSUM_BYTES, checksumAtEnd } from './log-checksum.js';
import type { LogFile, Visit } from './log-file.js';

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

function damaged(from: number, to: number): DamagedLogError {
  return new DamagedLogError(`the log from ${from} to ${to} is not what was written there`);
}
