import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  checkLog,
  logDirectory,
  type LogWork,
  recordedAt,
  reindexLog,
} from '#libs/platform/event-store';
import { type Clock, NamedError } from '#libs/platform/kernel';
import {
  type Config,
  copyKeyStore,
  syncDirectory,
  undefinedIfMissing,
  VERSION,
} from '#libs/platform/runtime';

/** Name of the manifest. It is written last, so a backup without it is incomplete. */
const MANIFEST = 'manifest.json';
/** Paths of the log and the keys, both in a backup and in `DATA_DIR`. */
const LOG = 'events/log.ndjson';
const KEYS = 'keys/data.mdb';
/** Files that hold a generated master key. */
const MASTER_KEYS = ['master.key', 'master.key.next'];

/** Every path a backup may contain, so that a forged manifest can't name other files. */
const FILE =
  /^(?:events\/log\.ndjson|keys\/data\.mdb|documents\/[\da-f]{2}\/[\da-f]{62}|master\.key(?:\.next)?)$/;

interface BackupFile {
  /** Relative path, the same in the backup and in `DATA_DIR`, with `/` as separator. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Contents of a backup. */
export interface BackupManifest {
  readonly format: 1;
  /** Version of the build that made the backup. */
  readonly version: string;
  /** Everything acknowledged before this moment is included. */
  readonly begunAt: string;
  /** Absent if the log is in EventStoreDB. */
  readonly log?: {
    readonly events: number;
    readonly bytes: number;
    /** When the newest event was recorded; null for an empty log. */
    readonly newest: string | null;
  };
  readonly files: readonly BackupFile[];
}

class DirectoryNotEmptyError extends NamedError {}

/** The backup can't be restored: it is incomplete, damaged, or not a backup at all. */
export class BadBackupError extends NamedError {}

/** What to back up, and where to. */
interface BackupOptions extends LogWork {
  /** A new or empty directory. */
  readonly target: string;
  /** Whether to include the master key, which decrypts everything else. */
  readonly withMasterKey: boolean;
  readonly clock: Clock;
}

/**
 * Backs up the embedded stores, whether or not the service is running: first the log, then the keys, then the signed documents. Keys and
 * documents are stored before the events that need them, so the later copies contain everything the log refers to.
 * @throws DirectoryNotEmptyError, StoreUnavailableError, DamagedLogError, KeysLostError; the target is left empty
 */
export async function backUp(
  { dataDir, eventStoreUrl, mongodbUrl }: Pick<Config, 'dataDir' | 'eventStoreUrl' | 'mongodbUrl'>,
  { target, withMasterKey, clock, ...work }: BackupOptions,
): Promise<BackupManifest> {
  const begunAt = new Date(clock.now()).toISOString();
  if ((await namesIn(target)).length > 0) {
    throw new DirectoryNotEmptyError(`${target} is not empty: a backup needs its own directory.`);
  }
  await mkdir(target, { recursive: true, mode: 0o700 });
  const files: BackupFile[] = [];
  const describe = async (path: string): Promise<unknown> =>
    files.push(await describeFile(target, path));
  /** Copies a file of `DATA_DIR`: its first `bytes` bytes, or all of it. */
  const copy = async (path: string, bytes?: number): Promise<void> => {
    work.signal.throwIfAborted();
    const from = join(dataDir, path);
    await copyBytes(from, join(target, path), bytes ?? (await stat(from)).size);
    await describe(path);
  };
  try {
    let log: BackupManifest['log'];
    if (eventStoreUrl === undefined) {
      const { events, bytes, newest } = await checkLog(logDirectory(dataDir), work);
      await copy(LOG, bytes);
      log = { events, bytes, newest: newest === undefined ? null : recordedAt(newest) };
    }
    if (mongodbUrl === undefined) {
      // the keys, as of one moment
      const keys = dirname(KEYS);
      await mkdir(join(target, keys), { mode: 0o700 });
      await copyKeyStore(join(dataDir, keys), join(target, keys));
      await describe(KEYS);
      // signed documents, each of which is written once and whole
      for (const folder of await namesIn(join(dataDir, 'documents'))) {
        if (!/^[\da-f]{2}$/.test(folder)) continue;
        for (const name of await namesIn(join(dataDir, 'documents', folder))) {
          await copy(`documents/${folder}/${name}`);
        }
      }
    }
    const existing = withMasterKey ? await namesIn(dataDir) : [];
    for (const name of MASTER_KEYS) if (existing.includes(name)) await copy(name);
    const manifest = { format: 1, version: VERSION, begunAt, ...(log && { log }), files } as const;
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeFile(join(target, MANIFEST), text, { mode: 0o600, flag: 'wx', flush: true });
    await syncDirectory(target);
    return manifest;
  } catch (error) {
    for (const name of await namesIn(target)) await rm(join(target, name), { recursive: true });
    throw error;
  }
}

/** Checks every file of a backup. @throws BadBackupError */
export async function checkBackup(backup: string, signal: AbortSignal): Promise<BackupManifest> {
  const manifest = await readManifest(backup);
  for (const file of manifest.files) {
    signal.throwIfAborted();
    await checkFile(backup, file);
  }
  return manifest;
}

/**
 * Restores a backup into a directory that does not exist or contains only a master key. The whole backup is checked before anything is
 * written; then the checksum of every append is verified and the log's index is built. On failure the directory is left as it was.
 * @throws BadBackupError, DamagedLogError, DirectoryNotEmptyError
 */
export async function restore(
  backup: string,
  dataDir: string,
  work: LogWork,
): Promise<BackupManifest> {
  const existing = await namesIn(dataDir);
  if (existing.some((name) => !MASTER_KEYS.includes(name))) {
    throw new DirectoryNotEmptyError(
      `${dataDir} is not empty: restore into a new directory, never into that of a service.`,
    );
  }
  const manifest = await checkBackup(backup, work.signal);
  const conflict = manifest.files.find(({ path }) => existing.includes(path));
  if (conflict)
    throw new DirectoryNotEmptyError(`${dataDir} and the backup both have a ${conflict.path}.`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    // The log comes last: if this is interrupted, the service finds keys without a log and refuses to start.
    const files = [...manifest.files].sort(
      (a, b) => Number(a.path === LOG) - Number(b.path === LOG),
    );
    for (const { path, bytes } of files) {
      work.signal.throwIfAborted();
      const to = join(dataDir, path);
      await copyBytes(join(backup, path), `${to}.part`, bytes);
      await rename(`${to}.part`, to);
    }
    if (manifest.log) {
      const { events, bytes, torn } = await reindexLog(logDirectory(dataDir), work);
      if (events !== manifest.log.events || bytes !== manifest.log.bytes || torn !== 0)
        throw new BadBackupError('The log does not match the manifest of the backup.');
    }
    await syncDirectory(dataDir);
    return manifest;
  } catch (error) {
    for (const name of await namesIn(dataDir)) {
      if (!existing.includes(name)) await rm(join(dataDir, name), { recursive: true });
    }
    throw error;
  }
}

/** @throws BadBackupError if there is no valid manifest */
async function readManifest(directory: string): Promise<BackupManifest> {
  const path = join(directory, MANIFEST);
  let manifest: Partial<BackupManifest>;
  try {
    manifest = JSON.parse(await readFile(path, 'utf8')) as Partial<BackupManifest>;
  } catch {
    throw new BadBackupError(
      `${directory} is not a complete backup: it has no readable ${MANIFEST}.`,
    );
  }
  const { format } = manifest;
  const files: unknown = manifest.files;
  if (format !== 1) throw new BadBackupError(`${path} has an unsupported backup format.`);
  const known =
    Array.isArray(files) && (files as readonly BackupFile[]).every((file) => FILE.test(file.path));
  if (!known) throw new BadBackupError(`${path} lists files that don't belong in a backup.`);
  return manifest as BackupManifest;
}

/** Computes size and hash of a file for the manifest. */
async function describeFile(directory: string, path: string): Promise<BackupFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(join(directory, path))) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { path, bytes, sha256: hash.digest('hex') };
}

/** @throws BadBackupError if a file is missing or differs from its entry in the manifest */
async function checkFile(directory: string, file: BackupFile): Promise<void> {
  const path = join(directory, file.path);
  // lstat: a symbolic link could lead anywhere
  const found = await lstat(path).catch(() => undefined);
  if (found?.isFile() !== true) throw new BadBackupError(`${path} is missing.`);
  const { bytes, sha256 } = await describeFile(directory, file.path);
  if (bytes === file.bytes && sha256 === file.sha256) return;
  throw new BadBackupError(`${path} is damaged: its contents differ from what was backed up.`);
}

/** Durably copies the first `bytes` bytes to a new file, creating parent directories. */
async function copyBytes(from: string, to: string, bytes: number): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const target = createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(bytes === 0 ? [] : createReadStream(from, { end: bytes - 1 }), target);
}

/** Returns the sorted entries of a directory; none if it does not exist. */
async function namesIn(directory: string): Promise<readonly string[]> {
  return ((await readdir(directory).catch(undefinedIfMissing)) ?? []).sort();
}
