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
  readSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { open, type RootDatabase, type RootDatabaseOptionsWithPath } from 'lmdb';
import { NamedError } from '#libs/platform/kernel';

/** A store's file is not what was written there. Says which, and what to do. */
export class DamagedStoreError extends NamedError {}

/** What an environment is opened with. */
interface LmdbEnvironment extends Omit<RootDatabaseOptionsWithPath, 'path' | 'noSubdir'> {
  readonly directory: string;
  /** What an operator has to do where the file is damaged. */
  readonly remedy: string;
}

/**
 * Opens the LMDB environment of a directory, made when missing; both are nobody's but their owner's. The driver ends the process where the file is no LMDB file, or where
 * pages of it that it maps are missing, so the file is looked at before.
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
  // Not opened: to close it would give up the locks that this process has on it.
  if (!readOnly && existsSync(lock)) accessSync(lock, constants.R_OK | constants.W_OK);
  if (sizes === undefined) throw new DamagedStoreError(`${path} is damaged: ${remedy}`);
  // What lacks at the end may be free pages that were never written. Filled up, it can be looked through for others. Who only reads
  // leaves that to the writer.
  if (!readOnly) keepToOwner(directory, [path, lock]);
  const lacking = readOnly ? 0 : Math.max(0, sizes.needed - sizes.is);
  if (lacking > 0) appendFileSync(path, Buffer.alloc(lacking));
  let root: RootDatabase<V, K> | undefined;
  try {
    root = open<V, K>({
      ...options,
      path: directory,
      // A path with a dot in its last part would be taken for a file name.
      noSubdir: false,
      // Were the writes of a turn of the event loop one commit, as is the driver's default, it would keep a promise of that commit
      // which nobody else has: failed, on a full disk say, that would end the process.
      eventTurnBatching: false,
    });
    lookInto(root, lacking > 0 ? Infinity : 1);
    return root;
  } catch (error) {
    void root?.close();
    if (lacking > 0 && statSync(path).size === sizes.needed) truncateSync(path, sizes.is);
    if (!(error as Error).message.startsWith('MDB_')) throw error;
    throw new DamagedStoreError(`${path} is damaged: ${remedy}`, { cause: error });
  }
}

/**
 * Copies the LMDB environment of a directory as it is at one moment, beside those who write to it.
 * @param target an empty directory
 * @throws DamagedStoreError
 */
export async function copyLmdb(
  environment: Pick<LmdbEnvironment, 'directory' | 'remedy'>,
  target: string,
): Promise<void> {
  const root = openLmdb({ ...environment, readOnly: true });
  try {
    await root.backup(target, false);
    chmodSync(join(target, 'data.mdb'), 0o600);
  } finally {
    await root.close();
  }
}

/** What the driver makes everybody on the machine could read, as could what an earlier build has left. */
function keepToOwner(directory: string, files: readonly string[]): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  for (const file of files) if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600 });
  try {
    chmodSync(directory, 0o700);
    for (const file of files) chmodSync(file, 0o600);
  } catch (error) {
    // What belongs to somebody else may be given to the process by its group.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

/** Settles what the driver tells of a failed commit besides the error that it throws: a promise that would end the process. */
export function settleFailedCommit(error: unknown): void {
  const { commitError } = error as { readonly commitError?: Promise<unknown> };
  commitError?.catch(() => undefined);
}

// The two pages that an LMDB file begins with, of which each commit writes the older one: a header, then what follows.
const METAS = 2;
const PAGE_HEADER_BYTES = 24;
const FLAGS_AT = 18;
const META_FLAG = 0x08;
const META_BYTES = 136;
const MAGIC = 0xbeef_c0de;
const VERSION = 2;
const PAGE_SIZE_AT = 24;
const LAST_PAGE_AT = 120;

/** How long a file is, and how long it is with all its pages; undefined when it is no LMDB file. */
function sizesOf(
  path: string,
  readOnly: boolean,
): { readonly is: number; readonly needed: number } | undefined {
  const file = openIfThere(path, readOnly);
  if (file === undefined) return { is: 0, needed: 0 };
  try {
    if (!readOnly && fstatSync(file).size === 0) return { is: 0, needed: 0 };
    let pageSize = 0;
    let needed = 0;
    for (let page = 0; page < METAS; page++) {
      const head = Buffer.alloc(PAGE_HEADER_BYTES + META_BYTES);
      if (readSync(file, head, 0, head.length, page * pageSize) < head.length) return undefined;
      const meta = head.subarray(PAGE_HEADER_BYTES);
      const isMeta = (head.readUInt16LE(FLAGS_AT) & META_FLAG) !== 0;
      if (!isMeta || meta.readUInt32LE(0) !== MAGIC) return undefined;
      if ((meta.readUInt32LE(4) & 0xffff) !== VERSION) return undefined;
      pageSize = meta.readUInt32LE(PAGE_SIZE_AT);
      const pages = Number(meta.readBigUInt64LE(LAST_PAGE_AT)) + 1;
      needed = Math.max(needed, pages * pageSize);
    }
    // After the pages were counted: the file of another process only grows.
    return { is: fstatSync(file).size, needed };
  } finally {
    closeSync(file);
  }
}

/** Opens a file as the driver will; undefined when nothing is there. Throws what the system says, with the path. */
function openIfThere(path: string, readOnly: boolean): number | undefined {
  try {
    return openSync(path, readOnly ? 'r' : 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads so many entries of each database of an environment. */
function lookInto(root: RootDatabase<unknown, string>, limit: number): void {
  for (const name of [...root.getKeys()]) {
    const database = root.openDB({ name, encoding: 'binary', keyEncoding: 'binary' });
    database.getRange({ limit }).forEach(() => undefined);
  }
}
