import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database, RootDatabase } from 'lmdb';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openLmdb } from './lmdb-environment.js';
import { overwriteDeleted } from './lmdb-overwrite-deleted.js';

const ENTRIES = 1_000;
const SECRET = 'a text of somebody';

let directory: string;
let root: RootDatabase<unknown, string>;
let databases: readonly Database<Buffer, string>[];
let byBytes: Database<Buffer, Buffer>;
let all: readonly Database<unknown>[];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lmdb-'));
  root = openLmdb({ directory, remedy: 'do this', maxDbs: 5, separateFlushed: true });
  databases = ['some', 'others'].map((name) => root.openDB({ name, encoding: 'binary' }));
  byBytes = root.openDB({ name: 'bytes', encoding: 'binary', keyEncoding: 'binary' });
  all = [...databases, byBytes];
});
afterEach(async () => {
  await root.close();
  await rm(directory, { recursive: true });
});

const text = async (): Promise<string> => readFile(join(directory, 'data.mdb'), 'latin1');
/** A value of up to three pages. */
const value = (n: number, content: string): Buffer =>
  Buffer.from(content.repeat(1 + (n % 11 === 0 ? 400 : n % 40)));

/** Writes entries in an order that splits pages, lets them grow and shrink, and blanks them. */
async function writeAndBlank(): Promise<void> {
  for (const content of [`1 ${SECRET}`, `${SECRET} the second`, SECRET, '{}']) {
    for (let from = 0; from < ENTRIES; from += 50) {
      await root.transaction(() => {
        for (let i = from; i < from + 50; i++) {
          const n = (i * 389) % ENTRIES;
          const [some, others] = databases;
          void some?.put(`key ${n}`, value(n + content.length, content));
          void others?.put(`${content} ${n}`, Buffer.alloc(0));
          void byBytes.put(Buffer.from(`${content}\0${n}\xff`), value(n, content));
        }
      });
    }
    await root.transaction(() => {
      for (let n = 0; n < ENTRIES; n++) {
        if (content === '{}') continue;
        void databases[1]?.remove(`${content} ${n}`);
        void byBytes.remove(Buffer.from(`${content}\0${n}\xff`));
      }
    });
  }
}
const contents = (): readonly unknown[] =>
  all.map((database) => [...database.getRange()].map((entry) => ({ ...entry })));

describe('overwriting what was deleted', () => {
  it('leaves nothing of it in the file, and all else as it was', async () => {
    await writeAndBlank();
    const before = contents();
    await root.flushed;
    expect(await text()).toContain(SECRET);
    expect(await overwriteDeleted(root, directory, all)).toBe(true);
    expect(await text()).not.toContain(SECRET);
    expect(contents()).toEqual(before);
    const size = (await text()).length;
    expect(await overwriteDeleted(root, directory, all)).toBe(true);
    expect((await text()).length).toBeLessThan(size * 3);
    expect(contents()).toEqual(before);
  });

  it('loses no write made meanwhile', async () => {
    await writeAndBlank();
    const overwriting = overwriteDeleted(root, directory, all);
    for (let n = 0; n < 300; n++) await databases[0]?.put(`key ${n}`, Buffer.from(`new ${n}`));
    expect(await overwriting).toBe(true);
    expect(await text()).not.toContain(SECRET);
    for (let n = 0; n < 300; n++)
      expect(databases[0]?.get(`key ${n}`)?.toString()).toBe(`new ${n}`);
  });

  it('says that it could not while somebody reads what was there before', async () => {
    await writeAndBlank();
    const reading = root.useReadTransaction();
    expect(databases[0]?.get('key 1', { transaction: reading })).toBeDefined();
    const { size } = await stat(join(directory, 'data.mdb'));
    for (let i = 0; i < 3; i++) expect(await overwriteDeleted(root, directory, all)).toBe(false);
    // what is freed can't be taken: each try would let the file grow
    expect((await stat(join(directory, 'data.mdb'))).size).toBe(size);
    reading.done();
    root.resetReadTxn();
    expect(await overwriteDeleted(root, directory, all)).toBe(true);
    expect(await text()).not.toContain(SECRET);
  });

  it('ends when it is told to, and may be repeated', async () => {
    await writeAndBlank();
    const before = contents();
    const ending = new AbortController();
    const overwriting = overwriteDeleted(root, directory, all, ending.signal);
    await databases[0]?.put('key 1', databases[0].get('key 1') ?? Buffer.of());
    ending.abort();
    expect(await overwriting).toBe(false);
    expect(contents()).toEqual(before);
    expect(await overwriteDeleted(root, directory, all)).toBe(true);
    expect(await text()).not.toContain(SECRET);
  });
});
