import { constants, statSync } from 'node:fs';
import { access, mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { ConfigError, type Config } from './config.js';
import { undefinedIfMissing, writeFileAtomically } from './files.js';

/** Records the moment that the newest backup covers, in `DATA_DIR/last-backup`: ISO-8601 UTC and its CRC-32. */
export async function writeLastBackup(dataDir: string, at: string): Promise<void> {
  await writeFileAtomically(lastBackupPath(dataDir), Buffer.from(`${at} ${checksumOf(at)}\n`));
}

/** The moment that the newest backup covers, in ms since 1970; undefined if there is none, or the record was changed. */
export async function readLastBackup(dataDir: string): Promise<number | undefined> {
  const text = await readFile(lastBackupPath(dataDir), 'utf8').catch(undefinedIfMissing);
  const [at = '', checksum] = text?.trimEnd().split(' ') ?? [];
  return checksum === checksumOf(at) ? Date.parse(at) : undefined;
}

function lastBackupPath(dataDir: string): string {
  return join(dataDir, 'last-backup');
}

function checksumOf(text: string): string {
  return crc32(text).toString(16);
}

/** Creates `DATA_DIR` (mode 0700) if anything will be kept in it. @throws ConfigError if it is not a writable directory */
export async function prepareDataDirectory(
  config: Pick<Config, 'dataDir' | 'eventStoreUrl' | 'mongodbUrl' | 'smtpUrl'>,
): Promise<void> {
  const { dataDir, eventStoreUrl, mongodbUrl, smtpUrl } = config;
  if (![eventStoreUrl, mongodbUrl, smtpUrl].includes(undefined)) return;
  try {
    const missing: string[] = [];
    let at = dataDir;
    for (; !(await isDirectory(at)); at = dirname(at)) missing.unshift(at);
    // One by one: recursive mkdir loops forever on file systems without directories of their own, such as /proc.
    for (const directory of missing) await make(directory);
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new ConfigError([`DATA_DIR must be a writable directory: ${code}`]);
  }
}

/**
 * Identifies the directory itself, by device and inode: a copy has another id, whatever it contains.
 * @throws if there is none
 */
export function dataDirectoryId(dataDir: string): string {
  const { dev, ino } = statSync(dataDir, { bigint: true });
  return `${dev}-${ino}`;
}

/** Returns false if nothing exists at the path. */
async function isDirectory(path: string): Promise<boolean> {
  const found = await stat(path).catch(undefinedIfMissing);
  if (found?.isDirectory() === false) throw Object.assign(new Error(path), { code: 'ENOTDIR' });
  return found !== undefined;
}

async function make(directory: string): Promise<void> {
  await mkdir(directory, { mode: 0o700 }).catch((error: unknown) => {
    // Another starting process may have been faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
}
