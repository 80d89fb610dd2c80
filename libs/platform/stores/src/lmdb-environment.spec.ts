import { chmod, mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { copyLmdb, DamagedStoreError, openLmdb } from './lmdb-environment.js';

const PAGE = 4_096;
const ENTRIES = 3_000;

let parent: string;
let directory: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'lmdb-'));
  // as the names of hosts have them
  directory = join(parent, 'a.b.example');
});
afterEach(async () => {
  await rm(parent, { recursive: true });
});

const file = (): string => join(directory, 'data.mdb');
const open = (readOnly = false) =>
  openLmdb<Buffer, string>({ directory, remedy: 'do this', encoding: 'binary', readOnly });

/** Leaves a store with two databases. */
async function fill(): Promise<void> {
  const root = open();
  for (const name of ['some', 'others']) {
    const database = root.openDB({ name, encoding: 'binary' });
    await root.transaction(() => {
      for (let n = 0; n < ENTRIES; n++) void database.put(`key ${n}`, Buffer.alloc(200, 1));
    });
  }
  await root.close();
}

async function countAll(): Promise<readonly number[]> {
  const root = open();
  const counts = ['some', 'others'].map(
    (name) => [...root.openDB({ name, encoding: 'binary' }).getRange()].length,
  );
  await root.close();
  return counts;
}

describe('the environment of a store', () => {
  it('is its owner’s alone, also where an earlier build has let others read it', async () => {
    const modes = (): Promise<readonly number[]> =>
      Promise.all(
        [directory, file(), join(directory, 'lock.mdb')].map(
          async (path) => (await stat(path)).mode & 0o777,
        ),
      );
    await open().close();
    expect(await modes()).toEqual([0o700, 0o600, 0o600]);
    await chmod(directory, 0o755);
    for (const name of ['data.mdb', 'lock.mdb']) await chmod(join(directory, name), 0o644);
    await open().close();
    expect(await modes()).toEqual([0o700, 0o600, 0o600]);
    // whoever only reads changes nothing
    await chmod(file(), 0o640);
    await open(true).close();
    expect(await modes()).toEqual([0o700, 0o640, 0o600]);
  });

  it('is made where nothing is, and where a file was made and nothing written', async () => {
    await open().close();
    expect((await stat(file())).size).toBeGreaterThan(0);
    await truncate(file(), 0);
    await fill();
    expect(await countAll()).toEqual([ENTRIES, ENTRIES]);
  });

  it.each([
    ['is empty', () => Promise.resolve(Buffer.alloc(0)), true],
    ['is something else', () => Promise.resolve(Buffer.from('something else '.repeat(999))), false],
    ['is something else', () => Promise.resolve(Buffer.alloc(2 * PAGE)), true],
    ['ends in its first page', async () => (await readFile(file())).subarray(0, 100), false],
    ['ends after its first page', async () => (await readFile(file())).subarray(0, PAGE), true],
  ] as const)('that %s is refused by its name', async (_, content, readOnly) => {
    await fill();
    await writeFile(file(), await content());
    expect(() => open(readOnly)).toThrow(new DamagedStoreError(`${file()} is damaged: do this`));
  });

  it.each([0.05, 0.3, 0.6, 0.9, 0.99])(
    'is refused, and left as it is, from %s on',
    async (part) => {
      await fill();
      const { size } = await stat(file());
      const left = Math.max(2, Math.floor((size / PAGE) * part)) * PAGE;
      await truncate(file(), left);
      expect(() => open()).toThrow(`${file()} is damaged: do this`);
      expect((await stat(file())).size).toBe(left);
      expect(() => open()).toThrow(`${file()} is damaged: do this`);
    },
  );

  it('is refused where what stands in it was wiped', async () => {
    await fill();
    const content = await readFile(file());
    content.fill(0, 2 * PAGE);
    await writeFile(file(), content);
    expect(() => open()).toThrow(`${file()} is damaged: do this`);
  });

  it('may lack pages at its end that were taken and never written', async () => {
    await fill();
    const root = open();
    const database = root.openDB({ name: 'some', encoding: 'binary' });
    await root.transaction(() => {
      for (let n = 0; n < ENTRIES; n++) void database.put(`more ${n}`, Buffer.alloc(9_000));
      for (let n = 0; n < ENTRIES; n++) void database.remove(`more ${n}`);
    });
    await root.close();
    const { size } = await stat(file());
    expect(await countAll()).toEqual([ENTRIES, ENTRIES]);
    expect((await stat(file())).size).toBeGreaterThan(size);
  });

  it('is copied without what was deleted from it', async () => {
    await fill();
    const root = open();
    const database = root.openDB<Buffer, string>({ name: 'some', encoding: 'binary' });
    const secret = Buffer.from('a text of somebody');
    for (let n = 0; n < ENTRIES; n += 2) {
      await root.transaction(() => {
        // pages that are split, and values that get longer, shorter, and longer than a page
        void database.put(`key ${n}`, Buffer.alloc((n * 37) % 9_000, secret));
        void database.put(`more ${n}`, secret);
      });
    }
    await root.transaction(() => {
      for (let n = 0; n < ENTRIES; n += 2) {
        void database.put(`key ${n}`, Buffer.alloc(1));
        void database.remove(`more ${n}`);
      }
    });
    expect((await readFile(file())).includes(secret)).toBe(true);
    const target = await mkdtemp(join(parent, 'copy-'));
    await copyLmdb({ directory, remedy: 'do this' }, target);
    await root.close();
    expect((await readFile(join(target, 'data.mdb'))).includes(secret)).toBe(false);
    directory = target;
    expect(await countAll()).toEqual([ENTRIES, ENTRIES]);
  });

  it('is named where its file cannot be written', async () => {
    await mkdir(file(), { recursive: true });
    expect(() => open()).toThrow(`EISDIR: illegal operation on a directory, open '${file()}'`);
  });
});
