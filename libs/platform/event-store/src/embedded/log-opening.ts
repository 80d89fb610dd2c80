import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StoreUnavailableError } from '../event-store.js';
import { scanAppends } from './log-appends.js';
import { LogIndex, REINDEX, type LogEnd } from './lmdb-index.js';
import { LogFile, syncDirectory } from './log-file.js';
import { LogTail } from './log-tail.js';
import { WriterLock } from '#libs/platform/stores';

/** Names in the directory of a log. */
export const LOG_FILE = 'log.ndjson';
export const INDEX_DIRECTORY = 'index';

/** An opened log. */
export interface LogParts {
  readonly index: LogIndex;
  readonly file: LogFile;
  readonly tail: LogTail;
  /** Absent in a log opened for reading. */
  readonly lock?: WriterLock;
  readonly start: LogEnd;
}

const EMPTY: LogEnd = { end: 0, checksum: 0 };

/** Opens a log beside its writer. Throws {@link StoreUnavailableError} while nobody has written there yet. */
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

/** Opens a log as its one writer, after what a crash may have left is put right. */
export async function openForWriting(directory: string): Promise<LogParts> {
  const indexDirectory = join(directory, INDEX_DIRECTORY);
  const logPath = join(directory, LOG_FILE);
  mkdirSync(indexDirectory, { recursive: true, mode: 0o700 });
  const index = new LogIndex(indexDirectory, false);
  let lock: WriterLock | undefined;
  let file: LogFile | undefined;
  try {
    lock = await WriterLock.acquire(indexDirectory, index);
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

/**
 * Enters in the index the appends that stand whole behind what it has, and cuts off the one a crash has torn with all behind it:
 * they were part of one write, which was never acknowledged.
 */
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
  // After kill -9 what stands in the file may not be on the disk yet.
  if (size > indexed.end) await file.truncate(end);
  await tail.enter(1);
  return { end, checksum };
}

/** Learns, in a process that only reads, how far the one that writes has got. */
export class LogFollower {
  #seen: LogEnd;

  constructor(private readonly parts: LogParts) {
    this.#seen = parts.start;
  }

  /**
   * The end of the log now. Its newest records, which the index doesn't have, are in the tail then. They may stand in the
   * file before the disk has them, so they are flushed first: nobody acts on what a power cut could still take back.
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
