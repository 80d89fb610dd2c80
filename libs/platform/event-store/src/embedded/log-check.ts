import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedLogError, type StoredEvent, StoreUnavailableError } from '../event-store.js';
import { type FoundAppend, scanAppends } from './log-appends.js';
import { CHECKSUM_BYTES, checksumAtEnd, checksumIfWhole } from './log-checksum.js';
import { LogFile } from './log-file.js';
import { LOG_FILE } from './log-opening.js';
import { decodeRecord } from './log-record.js';

/** Bytes between two looks at whether to go on, and two reports of how far it is. */
const STRIDE = 8 * 1024 * 1024;

/** Who waits for something that takes the whole log. */
export interface LogWork {
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Told from time to time how many bytes of how many are done. */
  readonly onProgress: (done: number, total: number) => void;
}

/** The part of a log that is whole and on the disk. */
export interface SoundLog {
  readonly events: number;
  readonly bytes: number;
  /** Absent from an empty log. */
  readonly newest?: StoredEvent;
}

/**
 * The appends of a log from its first byte on, each found to be what was written there. It ends before one that is under way, or that a
 * crash has torn.
 * @throws DamagedLogError where one is not what was written
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
 * Reads an embedded log from its first byte to its last, beside a process that writes to it. All that was acknowledged before is in the
 * part it answers, which stays as it is.
 * @param directory of the log
 * @throws StoreUnavailableError where there is none, or the disk does not take what was written last
 * @throws DamagedLogError where it is not what was written
 */
export async function checkLog(
  directory: string,
  { signal, onProgress }: LogWork,
): Promise<SoundLog> {
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
      throw new StoreUnavailableError(`the disk does not take what is written to ${path}`);
    }
    const record = file.bytes(place.offset, place.length - 1).toString('utf8');
    return { events, bytes: last.end, newest: decodeRecord(record, last.end) };
  } finally {
    await file.close();
  }
}

/** Whether a whole append stands anywhere behind `from`: then what is between was changed. What a crash has torn ends the log. */
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
