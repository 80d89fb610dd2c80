import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigError, type Config } from './config.js';
import { undefinedIfMissing } from './files.js';

/**
 * Sees to it that `DATA_DIR` is there and can be written to, where anything is kept in it: made with its parents, mode 0700.
 * @throws ConfigError that names it
 */
export async function prepareDataDirectory(
  config: Pick<Config, 'dataDir' | 'eventStoreUrl' | 'mongodbUrl' | 'smtpUrl'>,
): Promise<void> {
  const { dataDir, eventStoreUrl, mongodbUrl, smtpUrl } = config;
  if (![eventStoreUrl, mongodbUrl, smtpUrl].includes(undefined)) return;
  try {
    const missing: string[] = [];
    let at = dataDir;
    for (; !(await isDirectory(at)); at = dirname(at)) missing.unshift(at);
    // One by one: mkdir with `recursive` never ends where a file system makes no directories, such as /proc.
    for (const directory of missing) await make(directory);
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new ConfigError([`DATA_DIR must be a directory that can be written to: ${code}`]);
  }
}

/** False when nothing is there. */
async function isDirectory(path: string): Promise<boolean> {
  const found = await stat(path).catch(undefinedIfMissing);
  if (found?.isDirectory() === false) throw Object.assign(new Error(path), { code: 'ENOTDIR' });
  return found !== undefined;
}

async function make(directory: string): Promise<void> {
  await mkdir(directory, { mode: 0o700 }).catch((error: unknown) => {
    // A process that starts at the same time may have been first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
}
