import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, type Config } from './config.js';
import { writeFileAtomically } from './files.js';

/**
 * The key that wraps all others: `MASTER_KEY`, or in the embedded default the contents of `DATA_DIR/master.key` (32 bytes
 * in Base64, mode 0600), which the first start generates.
 * @throws ConfigError when there is none, when the file holds something else, and when keys that another master key wrapped
 * are there without it: a new one would open none of them
 */
export async function loadMasterKey(
  config: Pick<Config, 'masterKey' | 'embedded' | 'dataDir'>,
): Promise<KeyObject> {
  if (config.masterKey !== undefined) return config.masterKey;
  if (!config.embedded) throw new ConfigError(['MASTER_KEY is required']);
  const path = join(config.dataDir, 'master.key');
  const existing = await read(path);
  if (existing !== undefined) return existing;
  if (await hasEntries(join(config.dataDir, 'keys'))) {
    throw new ConfigError([`${path} is missing, and ${config.dataDir}/keys needs the one it was`]);
  }
  await writeFileAtomically(path, Buffer.from(`${randomBytes(32).toString('base64')}\n`), {
    mode: 0o600,
    keepExisting: true,
  });
  // Read back: a process that started at the same time may have been first.
  const created = await read(path);
  if (created === undefined) throw new ConfigError([`${path} vanished`]);
  return created;
}

async function hasEntries(directory: string): Promise<boolean> {
  try {
    return (await readdir(directory)).length > 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function read(path: string): Promise<KeyObject | undefined> {
  let text: string;
  try {
    text = (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (!/^[A-Za-z0-9+/]{43}=?$/.test(text)) {
    throw new ConfigError([`${path} must hold 32 bytes in Base64`]);
  }
  return createSecretKey(Buffer.from(text, 'base64'));
}
