import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntilUnused } from '#libs/platform/stores';
import { DamagedLogError, type StoredEvent, StoreUnavailableError } from '../event-store.js';
import { type FoundAppend, scanAppends } from './log-appends.js';
import { LogIndex } from './lmdb-index.js';
import { LogFile, syncDirectory } from './log-file.js';
import { INDEX_DIRECTORY, LOG_FILE } from './log-opening.js';
import { decodeRecord } from './log-record.js';
import { LogTail, SEGMENT_EVENTS } from './log-tail.js';

/** Bytes between progress reports and checks of the abort signal. */
const STRIDE = 8 * 1024 * 1024;

/** Control of an operation on the whole log. */
export interface LogWork {
  readonly signal: AbortSignal;
  /** Called from time to time with the number of bytes done. */
  readonly onProgress: (done: number, total: number) => void;
}

/** The intact, durable part of a log. */
interface VerifiedLog {
  readonly events: number;
  readonly bytes: number;
  /** Absent if the log is empty. */
  readonly newest?: StoredEvent;
}

/**
 * Yields all appends of a log after verifying each. Stops before one that is still being written or was torn by a crash: it lacks its
 * end, or a page of it never came to the disk.
 * @param known how far the log reaches at least
 * @throws DamagedLogError at the first append that is not what was written
 */
function* appendsOfLog(
  file: LogFile,
  size: number,
  known = 0,
): Generator<FoundAppend, void, undefined> {
  let end = 0;
  for (const append of scanAppends(file, 0, 0, size)) {
    yield append;
    ({ end } = append);
  }
  if (end < known || goesOn(file, end, size)) {
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
    const known = await indexedEnd(directory);
    const size = file.size();
    let events = 0;
    let last: FoundAppend | undefined;
    let reported = 0;
    for (const append of appendsOfLog(file, size, known)) {
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

/** How far the index reaches; 0 if there is none. What it has was on disk before. */
async function indexedEnd(directory: string): Promise<number> {
  const path = join(directory, INDEX_DIRECTORY);
  if (!existsSync(join(path, 'data.mdb'))) return 0;
  const index = new LogIndex(path, true);
  try {
    return index.logEnd()?.end ?? 0;
  } finally {
    await index.close();
  }
}

/**
 * Whether there is a whole append after `from`, where the intact ones end: it was changed, or one before it. A torn write leaves no
 * whole append, except one with zeros where a page never came to the disk; JSON has none.
 */
function goesOn(file: LogFile, from: number, size: number): boolean {
  const limit = file.boundary(size);
  for (let at = from; at < limit;) {
    const start = at;
    do at = file.forwards(at, limit, (record) => !record.endsWith('"]'));
    while (at < limit && !file.closesAppend(at));
    if (file.closesAppend(at) && !file.bytes(start, at - start).includes(0)) return true;
  }
  return false;
}

interface Reindexed {
  readonly events: number;
  readonly bytes: number;
  /** Bytes after them: torn by a crash, never acknowledged, cut off at the next start. */
  readonly torn: number;
}

/**
 * Rebuilds the index of an embedded log next to the old one and then replaces that. Verifies every append, so nothing that was changed
 * gets into the index. If interrupted, it starts over the next time.
 * @throws DirectoryInUseError while a process writes there
 * @throws DamagedLogError if the log is not what was written; the old index stays
 */
export async function reindexLog(
  directory: string,
  { signal, onProgress }: LogWork,
): Promise<Reindexed> {
  const path = join(directory, LOG_FILE);
  if (!existsSync(path)) throw new StoreUnavailableError(`there is no ${path}`);
  const index = join(directory, INDEX_DIRECTORY);
  await waitUntilUnused(index, signal);
  const fresh = `${index}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  const file = await LogFile.open(path, true);
  try {
    const reindexed = await filled(fresh, file, { signal, onProgress });
    const old = `${index}.old`;
    rmSync(old, { recursive: true, force: true });
    if (existsSync(index)) renameSync(index, old);
    renameSync(fresh, index);
    await syncDirectory(directory);
    rmSync(old, { recursive: true, force: true });
    return reindexed;
  } finally {
    await file.close();
    rmSync(fresh, { recursive: true, force: true });
  }
}

async function filled(
  directory: string,
  file: LogFile,
  { signal, onProgress }: LogWork,
): Promise<Reindexed> {
  const index = new LogIndex(directory, false);
  try {
    index.initialise();
    const tail = new LogTail(index);
    const size = file.size();
    let events = 0;
    let end = 0;
    for (const append of appendsOfLog(file, size)) {
      signal.throwIfAborted();
      tail.addAppend(append);
      events += append.places.length;
      end = append.end;
      if (tail.events < SEGMENT_EVENTS) continue;
      await tail.enter(SEGMENT_EVENTS);
      onProgress(end, size);
    }
    await tail.enter(1);
    return { events, bytes: end, torn: size - end };
  } finally {
    await index.close();
  }
}
