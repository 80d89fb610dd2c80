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
    await writeManifest(target, manifest);
    await syncDirectory(target);
    return manifest;
  } catch (error) {
    for (const name of await namesIn(target)) await rm(join(target, name), { recursive: true });
    throw error;
  }
}
