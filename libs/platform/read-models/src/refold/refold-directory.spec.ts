import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makeRefoldDirectory, removeAbandonedRefolds } from './refold.js';

describe('directories of refolds', () => {
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'refold-spec-'));
  });
  afterEach(() => rm(parent, { recursive: true }));

  const made = async (name: string): Promise<string> => {
    await mkdir(join(parent, name));
    await writeFile(join(parent, name, 'data.mdb'), 'personal');
    return name;
  };
  const left = async (): Promise<readonly string[]> => (await readdir(parent)).sort();

  it('of a process that is gone are removed; those of one that runs, and all else, stay', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    await made(`refold-${hostname()}-${pid}-1-abcdef`);
    // another process has got the number since
    await made(`refold-${hostname()}-${process.pid}-1-abcdef`);
    const events = await made('events');
    const mine = basename(await makeRefoldDirectory(parent));
    expect(await left()).toEqual([events, mine]);
    expect(await removeAbandonedRefolds(parent)).toBe(false);
    expect(await left()).toEqual([events, mine]);
    await rm(join(parent, mine), { recursive: true });
    expect(await removeAbandonedRefolds(parent)).toBe(true);
  });

  it('of another host are removed when they have not changed for an hour', async () => {
    const running = await made('refold-elsewhere-77-1-abcdef');
    const ended = await made('refold-elsewhere-78-1-abcdef');
    const before = new Date(Date.now() - 3_700_000);
    await utimes(join(parent, ended, 'data.mdb'), before, before);
    await removeAbandonedRefolds(parent);
    expect(await left()).toEqual([running]);
  });

  it('are made where nothing has been yet', async () => {
    const made = await makeRefoldDirectory(join(parent, 'a', 'b'));
    expect(await readdir(made)).toEqual([]);
  });

  it('there are none in a directory that is not there', async () => {
    await expect(removeAbandonedRefolds(join(parent, 'nowhere'))).resolves.toBe(true);
  });
});
