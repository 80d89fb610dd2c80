import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { logDirectory, type LogWork, reindexLog } from '#libs/platform/event-store';
import { syncDirectory } from '#libs/platform/runtime';
import {
  BadBackupError,
  type BackupManifest,
  checkFile,
  copyBytes,
  DirectoryNotEmptyError,
  LOG,
  MASTER_KEYS,
  namesIn,
  readManifest,
} from './manifest.js';

/**
 * Reads a backup, every file of it.
 * @throws BadBackupError when it is not what was written
 */
export async function checkBackup(backup: string, signal: AbortSignal): Promise<BackupManifest> {
  const manifest = await readManifest(backup);
  for (const file of manifest.files) {
    signal.throwIfAborted();
    await checkFile(backup, file);
  }
  return manifest;
}

/**
 * Restores a backup, which is checked as a whole before anything is written, into a directory that is not there or has nothing but a
 * master key; every append of the log is then worked out by its checksum, and its index made. Where that fails, the directory is as it was.
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
  const twice = manifest.files.find(({ path }) => existing.includes(path));
  if (twice)
    throw new DirectoryNotEmptyError(`${dataDir} has a ${twice.path}, and so has the backup.`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    // The log last: a start finds keys without a log, and refuses, if this is cut off in between.
    const files = [...manifest.files].sort(
      (a, b) => Number(a.path === LOG) - Number(b.path === LOG),
    );
    for (const { path, bytes } of files) {
      work.signal.throwIfAborted();
      const to = join(dataDir, path);
      await copyBytes(join(backup, path), `${to}.part`, bytes);
      await rename(`${to}.part`, to);
    }
    if (manifest.log) await checkRestored(manifest.log, dataDir, work);
    await syncDirectory(dataDir);
    return manifest;
  } catch (error) {
    for (const name of await namesIn(dataDir)) {
      if (!existing.includes(name)) await rm(join(dataDir, name), { recursive: true });
    }
    throw error;
  }
}

async function checkRestored(
  { events, bytes }: NonNullable<BackupManifest['log']>,
  dataDir: string,
  work: LogWork,
): Promise<void> {
  const made = await reindexLog(logDirectory(dataDir), work);
  if (made.events === events && made.bytes === bytes && made.torn === 0) return;
  throw new BadBackupError('The log of the backup has not the events that its manifest says.');
}
