import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isRunning, thisProcess } from '#libs/platform/stores';

const PREFIX = 'refold-';
/** `refold-{host}-{pid}-{start}-{random}` */
const NAME = /^refold-(.+)-(\d+)-(\d*)-\w+$/;
/** A directory of a process on another host counts as abandoned if unchanged for this long. */
const ABANDONED_MS = 3_600_000;

/** Creates a directory for a {@link Refold} of this process, whose `close` removes it. Removes abandoned ones first. */
export async function makeRefoldDirectory(parent: string): Promise<string> {
  await removeAbandonedRefolds(parent);
  // With database servers, nothing else may have been stored there before.
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const { host, pid, started } = thisProcess();
  return mkdtemp(join(parent, `${PREFIX}${host}-${pid}-${started}-`));
}

/**
 * Removes the directories of processes that were killed. They contain documents with personal data.
 * @returns whether there is none any more; false if a process is still using one
 */
export async function removeAbandonedRefolds(parent: string): Promise<boolean> {
  let isNoneLeft = true;
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(parent, name);
    if (await isLeftOver(name, path)) await rm(path, { recursive: true, force: true });
    else isNoneLeft = false;
  }
  return isNoneLeft;
}

async function isLeftOver(name: string, path: string): Promise<boolean> {
  const [, host, pid, started = ''] = NAME.exec(name) ?? [];
  if (host === hostname()) return !isRunning({ pid: Number(pid), started });
  const data = await stat(join(path, 'data.mdb')).catch(() => stat(path).catch(() => undefined));
  return data !== undefined && Date.now() - data.mtimeMs > ABANDONED_MS;
}
