import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkLog, logDirectory, type LogWork, recordedAt } from '#libs/platform/event-store';
import type { Clock } from '#libs/platform/kernel';
import { type Config, copyKeyStore, syncDirectory, VERSION } from '#libs/platform/runtime';
import {
  type BackupFile,
  type BackupManifest,
  copyBytes,
  describeFile,
  DirectoryNotEmptyError,
  KEYS,
  LOG,
  MASTER_KEYS,
  namesIn,
  writeManifest,
} from './manifest.js';

/** What is backed up, and who waits for it. */
interface BackupOptions extends LogWork {
  /** A directory that is made, or an empty one. */
  readonly target: string;
  /** Whether the master key, which opens all the rest, is put beside it. */
  readonly withMasterKey: boolean;
  readonly clock: Clock;
}

/**
 * Copies what is embedded of a service, beside the process that writes to it or without it: the log up to a moment, then the keys, then
 * the signed documents. Both are stored before the event that needs them, so that the later copies have what the earlier one names.
 * @throws DirectoryNotEmptyError, StoreUnavailableError, DamagedLogError, KeysLostError; nothing is left at the target then
 */
export async function backUp(
  { dataDir, eventStoreUrl, mongodbUrl }: Pick<Config, 'dataDir' | 'eventStoreUrl' | 'mongodbUrl'>,
  { target, withMasterKey, clock, ...work }: BackupOptions,
): Promise<BackupManifest> {
  const begunAt = new Date(clock.now()).toISOString();
  if ((await namesIn(target)).length > 0) {
    throw new DirectoryNotEmptyError(
      `${target} is not empty: a backup has a directory of its own.`,
    );
  }
  await mkdir(target, { recursive: true, mode: 0o700 });
  const files: BackupFile[] = [];
  const described = async (path: string): Promise<unknown> =>
    files.push(await describeFile(target, path));
  /** Copies what is in `DATA_DIR` under the same name. `bytes`: how many from its start on; default: all. */
  const copy = async (path: string, bytes?: number): Promise<void> => {
    work.signal.throwIfAborted();
    const from = join(dataDir, path);
    await copyBytes(from, join(target, path), bytes ?? (await stat(from)).size);
    await described(path);
  };
  try {
    let log: BackupManifest['log'];
    if (eventStoreUrl === undefined) {
      const { events, bytes, newest } = await checkLog(logDirectory(dataDir), work);
      await copy(LOG, bytes);
      log = { events, bytes, newest: newest === undefined ? null : recordedAt(newest) };
    }
    if (mongodbUrl === undefined) {
      // the keys as they are at one moment
      const keys = dirname(KEYS);
      await mkdir(join(target, keys), { mode: 0o700 });
      await copyKeyStore(join(dataDir, keys), join(target, keys));
      await described(KEYS);
      // signed documents, each of which is written once and whole
      for (const folder of await namesIn(join(dataDir, 'documents'))) {
        if (!/^[\da-f]{2}$/.test(folder)) continue;
        for (const name of await namesIn(join(dataDir, 'documents', folder))) {
          await copy(`documents/${folder}/${name}`);
        }
      }
    }
    const there = withMasterKey ? await namesIn(dataDir) : [];
    for (const name of MASTER_KEYS) if (there.includes(name)) await copy(name);
    const manifest = { format: 1, version: VERSION, begunAt, ...(log && { log }), files } as const;
    await writeManifest(target, manifest);
    await syncDirectory(target);
    return manifest;
  } catch (error) {
    for (const name of await namesIn(target)) await rm(join(target, name), { recursive: true });
    throw error;
  }
}
