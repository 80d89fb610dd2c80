import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { NamedError } from '#libs/platform/kernel';
import { undefinedIfMissing } from '#libs/platform/runtime';

/** Name of the manifest in a backup. It is written last: a backup without it was not finished. */
export const MANIFEST = 'manifest.json';
/** Where the log and the keys are, in a backup as in `DATA_DIR`. */
export const LOG = 'events/log.ndjson';
export const KEYS = 'keys/data.mdb';
/** The files that a generated master key is in. */
export const MASTER_KEYS = ['master.key', 'master.key.next'];

/** What a backup may hold, as in `DATA_DIR`: a manifest that was changed can name nothing else. */
const FILE =
  /^(?:events\/log\.ndjson|keys\/data\.mdb|documents\/[\da-f]{2}\/[\da-f]{62}|master\.key(?:\.next)?)$/;

/** A file of a backup. */
export interface BackupFile {
  /** In the backup as in `DATA_DIR`, with `/` between its parts. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What is in a backup. */
export interface BackupManifest {
  readonly format: 1;
  /** Of the build that made it. */
  readonly version: string;
  /** All that was acknowledged before this moment is in it. */
  readonly begunAt: string;
  /** Absent where EventStoreDB has the log. */
  readonly log?: {
    readonly events: number;
    readonly bytes: number;
    /** When its newest event was recorded; null for an empty log. */
    readonly newest: string | null;
  };
  readonly files: readonly BackupFile[];
}

/** A directory that something is to be written into has something already. */
export class DirectoryNotEmptyError extends NamedError {}

/** A backup can't be restored: it is none, was not finished, or is not what was written. */
export class BadBackupError extends NamedError {}

/** Writes the manifest of a backup that has all its files. */
export async function writeManifest(directory: string, manifest: BackupManifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeFile(join(directory, MANIFEST), text, { mode: 0o600, flag: 'wx', flush: true });
}

/**
 * What is in a backup.
 * @throws BadBackupError
 */
export async function readManifest(directory: string): Promise<BackupManifest> {
  const path = join(directory, MANIFEST);
  let manifest: Partial<BackupManifest>;
  try {
    manifest = JSON.parse(await readFile(path, 'utf8')) as Partial<BackupManifest>;
  } catch {
    throw new BadBackupError(
      `${directory} is no backup, or one that was not finished: there is no ${MANIFEST} that can be read.`,
    );
  }
  const { format } = manifest;
  const files: unknown = manifest.files;
  if (format !== 1) throw new BadBackupError(`${path} is of another version of the backup format.`);
  const known =
    Array.isArray(files) && (files as readonly BackupFile[]).every((file) => FILE.test(file.path));
  if (!known) throw new BadBackupError(`${path} names files that no backup has.`);
  return manifest as BackupManifest;
}

/** What stands in a file of a backup. */
export async function describeFile(directory: string, path: string): Promise<BackupFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(join(directory, path))) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { path, bytes, sha256: hash.digest('hex') };
}

/**
 * Compares a file of a backup with what the manifest says of it.
 * @throws BadBackupError when it is another one
 */
export async function checkFile(directory: string, file: BackupFile): Promise<void> {
  const path = join(directory, file.path);
  // not through a link, which could lead anywhere
  const found = await lstat(path).catch(() => undefined);
  if (found?.isFile() !== true) throw new BadBackupError(`${path} is missing.`);
  const { bytes, sha256 } = await describeFile(directory, file.path);
  if (bytes === file.bytes && sha256 === file.sha256) return;
  throw new BadBackupError(`${path} is damaged: it is not what the backup wrote there.`);
}

/**
 * Copies a file, durably, into one that is not there yet, with the directories above it.
 * @param bytes how many from its start on
 */
export async function copyBytes(from: string, to: string, bytes: number): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const target = createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(bytes === 0 ? [] : createReadStream(from, { end: bytes - 1 }), target);
}

/** What is in a directory, in order; nothing where there is none. */
export async function namesIn(directory: string): Promise<readonly string[]> {
  return ((await readdir(directory).catch(undefinedIfMissing)) ?? []).sort();
}
