import {
  accessSync,
  appendFileSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Database, open, type RootDatabase, type RootDatabaseOptionsWithPath } from 'lmdb';
import { NamedError } from '#libs/platform/kernel';
import {
  isAsClosed,
  isUnverified,
  readMetas,
  removeChecksum,
  writeChecksum,
} from './lmdb-checksum.js';
import { overwriteDeleted } from './lmdb-overwrite-deleted.js';
import { StoreUnavailableError } from './store-unavailable.js';

/** Bytes of the checksum at the end of a checked value. */
export const CHECKSUM_BYTES = 4;

/** Fills the end of `room` with a CRC-32 of a key and the value before it. */
export function withChecksum(key: Uint8Array | string, room: Buffer): Buffer {
  const end = room.length - CHECKSUM_BYTES;
  room.writeUInt32BE(crc32(room.subarray(0, end), crc32(key)), end);
  return room;
}

/** The value before the checksum, not copied; undefined if key or value are not those that {@link withChecksum} had. */
export function valueOfChecked(key: Uint8Array | string, stored: Buffer): Buffer | undefined {
  const end = stored.length - CHECKSUM_BYTES;
  if (end < 0) return undefined;
  const value = stored.subarray(0, end);
  return crc32(value, crc32(key)) === stored.readUInt32BE(end) ? value : undefined;
}

/** A store's file is damaged. The message names the file and what to do. */
export class DamagedStoreError extends NamedError {}

interface LmdbEnvironment extends Omit<RootDatabaseOptionsWithPath, 'path' | 'noSubdir'> {
  readonly directory: string;
  /** What an operator has to do if the file is damaged. */
  readonly remedy: string;
}

/**
 * An LMDB environment whose writer leaves a checksum of the file for whoever opens it next.
 * @throws DamagedStoreError if the file isn't as it was closed, or as {@link openLmdb}
 */
export class CheckedLmdb<V, K extends string = string> {
  readonly root: RootDatabase<V, K>;
  /** The file is known to be as it was written: it had a checksum, is new, or has been verified since. */
  isWhole: boolean;
  /** The last overwriting: one at a time. */
  #overwriting = Promise.resolve(true);

  /** @param store names it when it can't write */
  constructor(
    private readonly environment: LmdbEnvironment,
    private readonly store = 'the store',
  ) {
    const { directory, readOnly = false } = environment;
    this.isWhole = !isUnverified(directory);
    if (!isAsClosed(directory)) throw this.damaged();
    if (!readOnly) removeChecksum(directory);
    this.root = openLmdb<V, K>(environment);
  }

  /** What to throw if something is not what was written. A checksum would vouch for it, so none is left. */
  damaged(cause?: unknown, what = join(this.environment.directory, 'data.mdb')): DamagedStoreError {
    this.isWhole = false;
    return new DamagedStoreError(`${what} is damaged: ${this.environment.remedy}`, { cause });
  }

  /**
   * Runs a write transaction; resolves when its result is visible. The callback must check before its first put, since an exception
   * does not undo puts.
   * @throws StoreUnavailableError if LMDB fails, for example because the disk is full
   */
  transaction<T>(work: () => T): Promise<T> {
    return this.#writing(() => this.root.transaction(work));
  }

  /** See {@link overwriteDeleted}. @throws StoreUnavailableError as {@link transaction} */
  overwriteDeleted(
    databases: readonly Database<unknown>[],
    signal?: AbortSignal,
  ): Promise<boolean> {
    const { directory } = this.environment;
    const overwrite = (): Promise<boolean> =>
      this.#writing(() => overwriteDeleted(this.root, directory, databases, signal));
    this.#overwriting = this.#overwriting.then(overwrite, overwrite);
    return this.#overwriting;
  }

  async #writing<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      settleFailedCommit(error);
      if (error instanceof DamagedStoreError) throw error;
      throw new StoreUnavailableError(`${this.store} could not write`, { cause: error });
    }
  }

  async close(): Promise<void> {
    await this.#overwriting.catch(() => undefined);
    const { directory, readOnly = false } = this.environment;
    const leavesChecksum = this.isWhole && !readOnly;
    if (leavesChecksum) await this.root.flushed;
    await this.root.close();
    if (leavesChecksum) writeChecksum(directory);
  }
}

/** Lets others run after each thousand steps of a long loop. */
export function pauser(): () => Promise<void> | undefined {
  let steps = 0;
  return () => (++steps % 1_000 === 0 ? new Promise(setImmediate) : undefined);
}

/**
 * Opens the LMDB environment in a directory and creates it if missing, accessible to its owner only. The driver kills the process
 * if the file is not an LMDB file or lacks mapped pages, so the file is checked first.
 * @throws DamagedStoreError
 */
export function openLmdb<V, K extends string>({
  directory,
  remedy,
  ...options
}: LmdbEnvironment): RootDatabase<V, K> {
  const path = join(directory, 'data.mdb');
  const { readOnly = false } = options;
  const sizes = sizesOf(path, readOnly);
  const lock = join(directory, 'lock.mdb');
  // Checked without opening it: closing it would release the locks that this process holds on it.
  if (!readOnly && existsSync(lock)) accessSync(lock, constants.R_OK | constants.W_OK);
  if (sizes === undefined) throw new DamagedStoreError(`${path} is damaged: ${remedy}`);
  // The missing end may consist of free pages that were never written. Once it is filled up, all entries can be read to find out.
  // Readers leave that to the writer.
  if (!readOnly) keepToOwner(directory, [path, lock]);
  const missing = readOnly ? 0 : Math.max(0, sizes.needed - sizes.actual);
  if (missing > 0) appendFileSync(path, Buffer.alloc(missing));
  let root: RootDatabase<V, K> | undefined;
  try {
    root = open<V, K>({
      ...options,
      path: directory,
      // Otherwise the driver would take a directory with a dot in its name for a file.
      noSubdir: false,
      // By default the driver commits the writes of an event-loop turn together and keeps a promise of that commit to itself.
      // If it rejected, on a full disk for example, the process would end.
      eventTurnBatching: false,
    });
    readEntries(root, missing > 0 ? Infinity : 1);
    return root;
  } catch (error) {
    void root?.close();
    if (missing > 0 && statSync(path).size === sizes.needed) truncateSync(path, sizes.actual);
    if (!(error as Error).message.startsWith('MDB_')) throw error;
    throw new DamagedStoreError(`${path} is damaged: ${remedy}`, { cause: error });
  }
}

/**
 * Copies a consistent snapshot of the LMDB environment in a directory, without what was deleted, while others may write to it.
 * @param target an empty directory
 * @throws DamagedStoreError
 */
export async function copyLmdb(
  environment: Pick<LmdbEnvironment, 'directory' | 'remedy'>,
  target: string,
): Promise<void> {
  const root = openLmdb({ ...environment, readOnly: true });
  try {
    await root.backup(target, true);
    chmodSync(join(target, 'data.mdb'), 0o600);
  } finally {
    await root.close();
  }
}

/** Restricts access to the owner: files that the driver or an earlier build created can be read by every user. */
function keepToOwner(directory: string, files: readonly string[]): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  for (const file of files) {
    // Another process may create and fill the file meanwhile, so it must not be truncated.
    if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600, flag: 'a' });
  }
  try {
    chmodSync(directory, 0o700);
    for (const file of files) chmodSync(file, 0o600);
  } catch (error) {
    // The files may belong to another user and be accessible through the group.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

/** Handles the promise that the driver attaches to the error of a failed commit. Unhandled, it would end the process. */
export function settleFailedCommit(error: unknown): void {
  const { commitError } = error as { readonly commitError?: Promise<unknown> };
  commitError?.catch(() => undefined);
}

/** The size of a file and the size it needs for all its pages; undefined if it is not an LMDB file. */
function sizesOf(
  path: string,
  readOnly: boolean,
): { readonly actual: number; readonly needed: number } | undefined {
  const file = openIfExists(path, readOnly);
  if (file === undefined) return { actual: 0, needed: 0 };
  try {
    if (!readOnly && fstatSync(file).size === 0) return { actual: 0, needed: 0 };
    const metas = readMetas(file);
    if (metas === undefined) return undefined;
    const needed = Math.max(...metas.map((meta) => meta.needed));
    // Read after the pages were counted: another process may let the file grow, never shrink.
    return { actual: fstatSync(file).size, needed };
  } finally {
    closeSync(file);
  }
}

/** Opens a file the way the driver will; undefined if it does not exist. Throws the system's error, which names the path. */
function openIfExists(path: string, readOnly: boolean): number | undefined {
  try {
    return openSync(path, readOnly ? 'r' : 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads up to `limit` entries of each database. */
function readEntries(root: RootDatabase<unknown, string>, limit: number): void {
  for (const name of [...root.getKeys()]) {
    const database = root.openDB({ name, encoding: 'binary', keyEncoding: 'binary' });
    database.getRange({ limit }).forEach(() => undefined);
  }
}
