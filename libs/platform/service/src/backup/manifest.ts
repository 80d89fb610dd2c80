import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { NamedError } from '#libs/platform/kernel';
import { undefinedIfMissing } from '#libs/platform/runtime';

/** Name of the manifest. It is written last, so a backup without it is incomplete. */
export const MANIFEST = 'manifest.json';
/** Paths of the log and the keys, both in a backup and in `DATA_DIR`. */
export const LOG = 'events/log.ndjson';
export const KEYS = 'keys/data.mdb';
/** Files that hold a generated master key. */
export const MASTER_KEYS = ['master.key', 'master.key.next'];

/** Every path a backup may contain, so that a forged manifest can't name other files. */
const FILE =
  /^(?:events\/log\.ndjson|keys\/data\.mdb|documents\/[\da-f]{2}\/[\da-f]{62}|master\.key(?:\.next)?)$/;

export interface BackupFile {
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

/** The target directory is not empty. */
export class DirectoryNotEmptyError extends NamedError {}

/** The backup can't be restored: it is incomplete, damaged, or not a backup at all. */
export class BadBackupError extends NamedError {}

/** Writes the manifest once all other files are in place. */
export async function writeManifest(directory: string, manifest: BackupManifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeFile(join(directory, MANIFEST), text, { mode: 0o600, flag: 'wx', flush: true });
}

/** @throws BadBackupError if there is no valid manifest */
export async function readManifest(directory: string): Promise<BackupManifest> {
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
export async function describeFile(directory: string, path: string): Promise<BackupFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(join(directory, path))) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { path, bytes, sha256: hash.digest('hex') };
}

/** @throws BadBackupError if a file is missing or differs from its entry in the manifest */
export async function checkFile(directory: string, file: BackupFile): Promise<void> {
  const path = join(directory, file.path);
  // lstat: a symbolic link could lead anywhere
  const found = await lstat(path).catch(() => undefined);
  if (found?.isFile() !== true) throw new BadBackupError(`${path} is missing.`);
  const { bytes, sha256 } = await describeFile(directory, file.path);
  if (bytes === file.bytes && sha256 === file.sha256) return;
  throw new BadBackupError(`${path} is damaged: its contents differ from what was backed up.`);
}

/** Durably copies the first `bytes` bytes to a new file, creating parent directories. */
export async function copyBytes(from: string, to: string, bytes: number): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const target = createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(bytes === 0 ? [] : createReadStream(from, { end: bytes - 1 }), target);
}

/** Returns the sorted entries of a directory; none if it does not exist. */
export async function namesIn(directory: string): Promise<readonly string[]> {
  return ((await readdir(directory).catch(undefinedIfMissing)) ?? []).sort();
}
