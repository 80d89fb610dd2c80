import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StoreUnavailableError } from '../event-store.js';
import { LogIndex } from './lmdb-index.js';
import { appendsOfLog, type LogWork } from './log-check.js';
import { LogFile, syncDirectory } from './log-file.js';
import { LogTail, SEGMENT_EVENTS } from './log-tail.js';
import { INDEX_DIRECTORY, LOG_FILE } from './log-opening.js';
import { untilNobodyWrites } from '#libs/platform/stores';

/** What an index was made anew from. */
interface Reindexed {
  readonly events: number;
  /** Bytes of the log that are whole appends. */
  readonly bytes: number;
  /** Bytes behind them, which the next start cuts off: what a crash has torn, and never acknowledged. */
  readonly torn: number;
}

/**
 * Makes the index of an embedded log anew from the log itself, beside the old one, which it then takes the place of. Every append is
 * worked out by its checksum, so nothing that was changed gets into it. Interrupted, it is begun anew.
 * @param directory of the log
 * @throws DirectoryInUseError while a process writes there
 * @throws DamagedLogError where the log itself is not what was written; the index stays as it was
 */
export async function reindexLog(
  directory: string,
  { signal, onProgress }: LogWork,
): Promise<Reindexed> {
  const path = join(directory, LOG_FILE);
  if (!existsSync(path)) throw new StoreUnavailableError(`there is no ${path}`);
  const index = join(directory, INDEX_DIRECTORY);
  await untilNobodyWrites(index, signal);
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
      tail.addAppend(append);
      events += append.places.length;
      end = append.end;
      if (tail.events < SEGMENT_EVENTS) continue;
      signal.throwIfAborted();
      await tail.enter(SEGMENT_EVENTS);
      onProgress(end, size);
    }
    await tail.enter(1);
    return { events, bytes: end, torn: size - end };
  } finally {
    await index.close();
  }
}
