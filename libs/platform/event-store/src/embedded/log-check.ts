import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedLogError, type StoredEvent, StoreUnavailableError } from '../event-store.js';
import { type FoundAppend, scanAppends } from './log-appends.js';
import { CHECKSUM_BYTES, checksumAtEnd, checksumIfWhole } from './log-checksum.js';
import { LogFile } from './log-file.js';
import { LOG_FILE } from './log-opening.js';
import { decodeRecord } from './log-record.js';

/** Bytes between progress reports and checks of the abort signal. */
const STRIDE = 8 * 1024 * 1024;

/** Control of an operation on the whole log. */
export interface LogWork {
  readonly signal: AbortSignal;
  /** Called from time to time with the number of bytes done. */
  readonly onProgress: (done: number, total: number) => void;
}

/** The intact, durable part of a log. */
export interface VerifiedLog {
  readonly events: number;
  readonly bytes: number;
  /** Absent if the log is empty. */
  readonly newest?: StoredEvent;
}

/**
 * Yields all appends of a log after verifying each. Stops before one that is still being written or was torn by a crash.
 * @throws DamagedLogError at the first append that is not what was written
 */
export function* appendsOfLog(
  file: LogFile,
  size: number,
): Generator<FoundAppend, void, undefined> {
  let end = 0;
  for (const append of scanAppends(file, 0, 0, size)) {
    yield append;
    ({ end } = append);
  }
  if (goesOn(file, end, size)) {
    throw new DamagedLogError(`the log from ${end} on is not what was written there`);
  }
}

/**
 * Verifies a whole embedded log, even beside its writer. The result covers everything acknowledged before the call.
 * @throws StoreUnavailableError if there is no log, or its end can't be flushed to disk
 * @throws DamagedLogError if the log is not what was written
 */
export async function checkLog(
  directory: string,
  { signal, onProgress }: LogWork,
): Promise<VerifiedLog> {
  const path = join(directory, LOG_FILE);
  if (!existsSync(path)) throw new StoreUnavailableError(`there is no ${path}`);
  const file = await LogFile.open(path, true);
  try {
    const size = file.size();
    let events = 0;
    let last: FoundAppend | undefined;
    let reported = 0;
    for (const append of appendsOfLog(file, size)) {
      events += append.places.length;
      last = append;
      if (append.end - reported < STRIDE) continue;
      reported = append.end;
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
      onProgress(reported, size);
    }
    const place = last?.places.at(-1);
    if (!last || !place) return { events: 0, bytes: 0 };
    if (!file.flush(last.end)) {
      throw new StoreUnavailableError(`${path} could not be flushed to disk`);
    }
    const record = file.bytes(place.offset, place.length - 1).toString('utf8');
    return { events, bytes: last.end, newest: decodeRecord(record, last.end) };
  } finally {
    await file.close();
  }
}

/** Whether an intact append exists after `from`; if so, what lies between was changed. A torn append would be the end of the log. */
function goesOn(file: LogFile, from: number, size: number): boolean {
  const limit = file.boundary(size);
  let start = from;
  let before: number | undefined;
  for (let at = from; at < limit;) {
    at = file.forwards(at, limit, (record) => !record.endsWith('"]'));
    if (!file.closesAppend(at)) continue;
    const bytes = file.bytes(start, at - start);
    const newline = bytes.length - 1;
    if (before !== undefined && checksumIfWhole(bytes, 0, newline, before) !== undefined) {
      return true;
    }
    before = checksumAtEnd(bytes.subarray(-CHECKSUM_BYTES));
    start = at;
  }
  return false;
}
