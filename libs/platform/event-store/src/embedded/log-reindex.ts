import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StoreUnavailableError } from '../event-store.js';
import { LogIndex } from './lmdb-index.js';
import { appendsOfLog, type LogWork } from './log-check.js';
import { LogFile, syncDirectory } from './log-file.js';
import { LogTail, SEGMENT_EVENTS } from './log-tail.js';
import { INDEX_DIRECTORY, LOG_FILE } from './log-opening.js';
import { waitUntilUnused } from '#libs/platform/stores';

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
