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
