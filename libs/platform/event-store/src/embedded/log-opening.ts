import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StoreUnavailableError } from '../event-store.js';
import { scanAppends } from './log-appends.js';
import { LogIndex, REINDEX, type LogEnd } from './lmdb-index.js';
import { LogFile, syncDirectory } from './log-file.js';
import { LogTail } from './log-tail.js';
import { WriterLock } from '#libs/platform/stores';

/** File and directory names within a log directory. */
export const LOG_FILE = 'log.ndjson';
export const INDEX_DIRECTORY = 'index';

export interface LogParts {
  readonly index: LogIndex;
  readonly file: LogFile;
  readonly tail: LogTail;
  /** Absent if the log is open for reading only. */
  readonly lock?: WriterLock;
  readonly start: LogEnd;
}

const EMPTY: LogEnd = { end: 0, checksum: 0 };

/** Opens a log for reading, beside its writer. Throws {@link StoreUnavailableError} while nobody has written there yet. */
export async function openForReading(directory: string): Promise<LogParts> {
  const indexDirectory = join(directory, INDEX_DIRECTORY);
  const paths = [join(directory, LOG_FILE), join(indexDirectory, 'data.mdb')] as const;
  if (!paths.every((path) => existsSync(path))) {
    throw new StoreUnavailableError(`there is no log in ${directory} yet`);
  }
  const index = new LogIndex(indexDirectory, true);
  const start = index.logEnd() ?? EMPTY;
  const file = await LogFile.open(paths[0], true);
  return { index, file, tail: new LogTail(index), start };
}

/** Opens a log as its only writer, after repairing what a crash may have left. */
export async function openForWriting(directory: string): Promise<LogParts> {
  const indexDirectory = join(directory, INDEX_DIRECTORY);
  const logPath = join(directory, LOG_FILE);
  mkdirSync(indexDirectory, { recursive: true, mode: 0o700 });
  const index = new LogIndex(indexDirectory, false);
  let lock: WriterLock | undefined;
  let file: LogFile | undefined;
  try {
    lock = await WriterLock.acquire(indexDirectory, index);
    if (!index.isWhole) await index.verify();
    file = await LogFile.open(logPath, false);
    if (index.logEnd() === undefined) {
      if (file.size() > 0)
        throw new Error(`${logPath} has records but its index is missing: ${REINDEX}`);
      index.initialise();
      await syncDirectory(indexDirectory);
      await syncDirectory(dirname(resolve(directory)));
    }
    const tail = new LogTail(index);
    const start = await recover(logPath, { index, file, tail });
    return { index, file, tail, lock, start };
  } catch (error) {
    lock?.release();
    await file?.close();
    await index.close();
    throw error;
  }
}

/** Indexes intact appends missing from the index. Cuts off a torn append and all after it: that was one write, never acknowledged. */
async function recover(
  path: string,
  { index, file, tail }: Omit<LogParts, 'lock' | 'start'>,
): Promise<LogEnd> {
  const indexed = index.logEnd() ?? EMPTY;
  const size = file.size();
  if (size < indexed.end)
    throw new Error(`${path} is shorter than its index says: restore both from a backup`);
  let { end, checksum } = indexed;
  for (const append of scanAppends(file, end, checksum, size)) {
    tail.addAppend(append);
    ({ end, checksum } = append);
  }
  // After kill -9, the content of the file may not be on disk yet.
  if (size > indexed.end) await file.truncate(end);
  await tail.enter(1);
  return { end, checksum };
}

/** Tracks, in a read-only process, how far the writer has got. */
export class LogFollower {
  #seen: LogEnd;

  constructor(private readonly parts: LogParts) {
    this.#seen = parts.start;
  }

  /**
   * The current end of the log; the tail then has all records that the index lacks. Flushes them first because they may not be on disk
   * yet: nobody may act on what a power cut could take back.
   */
  end(): number {
    const { index, file, tail } = this.parts;
    index.refresh();
    const indexed = index.logEnd();
    if (indexed) {
      tail.drop(indexed.end);
      if (indexed.end > this.#seen.end) this.#seen = indexed;
    }
    const { end, checksum } = this.#seen;
    const size = file.size();
    if (size <= end) return end;
    const appends = [...scanAppends(file, end, checksum, size)];
    const last = appends.at(-1);
    if (last && file.flush(last.end)) {
      for (const append of appends) tail.addAppend(append);
      this.#seen = { end: last.end, checksum: last.checksum };
    }
    return this.#seen.end;
  }
}
