import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedLogError, StoreUnavailableError } from '../event-store.js';
import { scanAppends } from './log-append-scan.js';
import { CHECKSUM_BYTES, checksumAtEnd, checksumIfWhole } from './log-checksum.js';
import { LogIndex } from './lmdb-index.js';
import { LogFile, syncDirectory } from './log-file.js';
import { LogTail, SEGMENT_EVENTS } from './log-tail.js';
import { INDEX_DIRECTORY, LOG_FILE } from './log-opening.js';
import { untilNobodyWrites } from '#libs/platform/stores';

/** What an index was made anew from. */
export interface Reindexed {
  readonly events: number;
  /** Bytes of the log that are whole appends. */
  readonly bytes: number;
  /** Bytes behind them, which the next start cuts off: what a crash has torn, and never acknowledged. */
  readonly torn: number;
}

/** Who waits for the index. */
export interface ReindexOptions {
  /** Ends it; the index stays as it was. */
  readonly signal: AbortSignal;
  /** Told from time to time how many bytes of how many are done. */
  readonly onProgress: (done: number, total: number) => void;
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
  { signal, onProgress }: ReindexOptions,
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
  { signal, onProgress }: ReindexOptions,
): Promise<Reindexed> {
  const index = new LogIndex(directory, false);
  try {
    index.initialise();
    const tail = new LogTail(index);
    const enter = async (least: number): Promise<void> => {
      while (tail.events >= least) {
        const segment = tail.seal();
        if (!segment) return;
        await index.commit(segment);
        tail.drop(segment.end);
      }
    };
    const size = file.size();
    let events = 0;
    let end = 0;
    for (const append of scanAppends(file, 0, 0, size)) {
      tail.addAppend(append);
      events += append.places.length;
      end = append.end;
      if (tail.events < SEGMENT_EVENTS) continue;
      signal.throwIfAborted();
      await enter(SEGMENT_EVENTS);
      onProgress(end, size);
    }
    if (goesOn(file, end, size)) {
      throw new DamagedLogError(`the log from ${end} on is not what was written there`);
    }
    await enter(1);
    return { events, bytes: end, torn: size - end };
  } finally {
    await index.close();
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
