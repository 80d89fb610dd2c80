import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkLog, type LogWork, recordedAt } from '#libs/platform/event-store';
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
export interface BackupOptions extends LogWork {
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
  const copy = new Copy(dataDir, target, work.signal);
  try {
    let log: BackupManifest['log'];
    if (eventStoreUrl === undefined) {
      const { events, bytes, newest } = await checkLog(join(dataDir, 'events'), work);
      await copy.file(LOG, bytes);
      log = { events, bytes, newest: newest === undefined ? null : recordedAt(newest) };
    }
    if (mongodbUrl === undefined) {
      await copy.keys();
      await copy.documents();
    }
    if (withMasterKey) await copy.masterKeys();
    const manifest: BackupManifest = {
      format: 1,
      version: VERSION,
      begunAt,
      ...(log && { log }),
      files: copy.files,
    };
    await writeManifest(target, manifest);
    await syncDirectory(target);
    return manifest;
  } catch (error) {
    for (const name of await namesIn(target)) await rm(join(target, name), { recursive: true });
    throw error;
  }
}

/** A copy of files of `DATA_DIR` under the same names. */
class Copy {
  readonly files: BackupFile[] = [];

  constructor(
    private readonly dataDir: string,
    private readonly target: string,
    private readonly signal: AbortSignal,
  ) {}

  /** @param bytes how many from its start on; default: all */
  async file(path: string, bytes?: number): Promise<void> {
    this.signal.throwIfAborted();
    const from = join(this.dataDir, path);
    await copyBytes(from, join(this.target, path), bytes ?? (await stat(from)).size);
    this.files.push(await describeFile(this.target, path));
  }

  /** The keys as they are at one moment. */
  async keys(): Promise<void> {
    const to = join(this.target, dirname(KEYS));
    await mkdir(to, { mode: 0o700 });
    await copyKeyStore(join(this.dataDir, dirname(KEYS)), to);
    this.files.push(await describeFile(this.target, KEYS));
  }

  /** Signed documents, each of which is written once and whole. */
  async documents(): Promise<void> {
    const documents = join(this.dataDir, 'documents');
    for (const folder of (await namesIn(documents)).filter((name) => /^[\da-f]{2}$/.test(name))) {
      for (const name of await namesIn(join(documents, folder))) {
        await this.file(`documents/${folder}/${name}`);
      }
    }
  }

  async masterKeys(): Promise<void> {
    const there = await namesIn(this.dataDir);
    for (const name of MASTER_KEYS) if (there.includes(name)) await this.file(name);
  }
}
