import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isRunning, thisProcess } from '#libs/platform/stores';

const PREFIX = 'refold-';
/** `refold-{host}-{pid}-{start}-{random}` */
const NAME = /^refold-(.+)-(\d+)-(\d*)-\w+$/;
/** A directory of a process that nobody here can look for is left over when it has not changed for so long, in milliseconds. */
const ABANDONED_MS = 3_600_000;

/** Makes a directory for a {@link Refold} of this process; {@link Refold.close} removes it. What others left is removed first. */
export async function makeRefoldDirectory(parent: string): Promise<string> {
  await removeLeftRefolds(parent);
  // beside servers nothing else may ever have been kept there
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const { host, pid, started } = thisProcess();
  return mkdtemp(join(parent, `${PREFIX}${host}-${pid}-${started}-`));
}

/** Removes the directories of processes that were killed before they could: they hold documents, with personal data. */
export async function removeLeftRefolds(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(parent, name);
    if (await isLeftOver(name, path)) await rm(path, { recursive: true, force: true });
  }
}

async function isLeftOver(name: string, path: string): Promise<boolean> {
  const [, host, pid, started = ''] = NAME.exec(name) ?? [];
  if (host === hostname()) return !isRunning({ pid: Number(pid), started });
  const data = await stat(join(path, 'data.mdb')).catch(() => stat(path).catch(() => undefined));
  return data !== undefined && Date.now() - data.mtimeMs > ABANDONED_MS;
}
