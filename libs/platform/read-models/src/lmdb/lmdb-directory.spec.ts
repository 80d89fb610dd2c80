import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DocumentStore } from '../document-store.js';
import { openLmdbDocumentStore } from './lmdb-document-store.js';

it('a directory has one document store that writes, and any number of readers', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'documents-'));
  const directory = join(parent, 'read-models');
  const writer = await openLmdbDocumentStore({ directory });
  await expect(openLmdbDocumentStore({ directory })).rejects.toMatchObject({
    name: 'DirectoryInUseError',
    message: expect.stringContaining(`${directory} is in use by process ${process.pid} on `),
  });
  await (await openLmdbDocumentStore({ directory, readOnly: true })).close();
  await writer.close();
  const next = await openLmdbDocumentStore({ directory });
  await next.close();
  await rm(parent, { recursive: true });
});

it('its files have nothing of replaced and deleted documents, once that was overwritten', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'documents-'));
  const store = await openLmdbDocumentStore({ directory });
  const text = 'a text of somebody';
  const indexes = [{ name: 'text', fields: ['text'] }];
  const collections = ['replaced', 'deleted', 'dropped'];
  const writeAll = async (position: bigint, document: object | undefined): Promise<void> => {
    for (const collection of collections) {
      const ids = Array.from({ length: 500 }, (_, i) => `${collection}-${i}`);
      const writes = ids.map((id, i) => ({
        ...{ collection, id, position },
        document: collection === 'replaced' || position === 1n ? { i, ...document } : undefined,
      }));
      await store.write({ writes, checkpoints: [{ name: collection, position }] });
    }
  };
  for (const name of collections) await store.ensureCollection({ name, indexes });
  await writeAll(1n, { text });
  await writeAll(2n, {});
  const dropped = store.dropCollection('dropped');
  const entries = async (): Promise<unknown[]> => [
    await store.findStored('replaced', { index: 'text', equals: [], limit: 1_000 }),
    await store.count('deleted'),
    await store.checkpoints(),
  ];
  const before = await entries();
  expect(await store.overwriteDeleted(new AbortController().signal)).toBe(true);
  expect(await readFile(join(directory, 'data.mdb'), 'latin1')).not.toContain(text);
  expect(await entries()).toEqual(before);
  await dropped;
  expect(await store.overwriteDeleted(AbortSignal.abort())).toBe(false);
  const closing = store.overwriteDeleted(new AbortController().signal);
  await store.close();
  await closing.catch(() => undefined);
  await rm(directory, { recursive: true });
});

it('a changed id in a branch of the tree of documents is told by the next start, or harmless', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'documents-'));
  const path = join(directory, 'data.mdb');
  const store = await openLmdbDocumentStore({ directory });
  await store.ensureCollection({ name: 'things', indexes: [] });
  const ids = Array.from({ length: 1_500 }, (_, i) => `thing${String(i).padStart(5, '0')}`);
  const document = { text: 'x'.repeat(100) };
  const writes = ids.map((id) => ({ collection: 'things', id, document, position: 1n }));
  await store.write({ writes, checkpoints: [] });
  await store.close();
  const whole = await readFile(path);
  // an id stands once in a leaf, and again in a branch if its page begins with it
  const branching = ids.filter((id) => whole.indexOf(id) !== whole.lastIndexOf(id)).slice(0, 5);
  expect(branching).toHaveLength(5);
  let told = 0;
  for (const id of branching) {
    for (let at = whole.indexOf(id); at !== -1; at = whole.indexOf(id, at + 1)) {
      const bytes = Buffer.from(whole);
      bytes[at + 6] = (bytes[at + 6] ?? 0) ^ 2;
      await writeFile(path, bytes);
      await rm(join(directory, 'data.crc'), { force: true });
      const opened = await openLmdbDocumentStore({ directory }).catch(String);
      if (typeof opened === 'string') {
        expect(opened).toMatch('data.mdb is damaged');
        told += 1;
        continue;
      }
      // in a page that is free, or as the first of a branch, which nobody compares
      expect(await opened.getMany('things', ids)).toEqual(ids.map(() => document));
      await opened.close();
    }
  }
  // in the leaf and in the branch
  expect(told).toBeGreaterThan(branching.length);
  await rm(directory, { recursive: true });
});

describe('what was changed', () => {
  const text = 'a text of somebody';
  const DAMAGED = /data\.mdb is damaged: stop the service if it runs, and remove its directory/;
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'documents-'));
    const store = await openLmdbDocumentStore({ directory });
    const indexes = [
      { name: 'name', fields: ['name'] },
      { name: 'tags', fields: ['tags'] },
    ];
    await store.ensureCollection({ name: 'things', indexes });
    await write(store, 1n);
    await store.setPointer('a pointer', undefined, 'its value');
    await store.close();
  });
  afterEach(() => rm(directory, { recursive: true }));

  const write = (store: DocumentStore, position: bigint): Promise<void> => {
    const document = { name: 'a name', tags: ['first tag', 'other tag'], text, n: '1000.00' };
    return store.write({
      writes: [{ collection: 'things', id: 'the one', position, document }],
      checkpoints: [{ name: 'a checkpoint', position: 4711n }],
    });
  };

  const path = () => join(directory, 'data.mdb');
  /** Offsets of a text in the file. */
  async function placesOf(found: string): Promise<readonly number[]> {
    const bytes = await readFile(path());
    const places: number[] = [];
    for (let n = bytes.indexOf(found); n !== -1; n = bytes.indexOf(found, n + 1)) places.push(n);
    expect(places).not.toEqual([]);
    return places;
  }
  /** Changes bytes of the file where it is, also while it is open. */
  async function change(...places: readonly number[]): Promise<void> {
    const file = await open(path(), 'r+');
    for (const at of places) {
      const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at);
      await file.write(Buffer.of((buffer[0] ?? 0) ^ 0x01), 0, 1, at);
    }
    await file.close();
  }

  it.each([
    [text, 0],
    ['1000.00', 0],
    ['the one', 3],
  ])('in a record while it is open is never read as a document: %s', async (found, at) => {
    const store = await openLmdbDocumentStore({ directory });
    await change(...(await placesOf(found)).map((place) => place + at));
    const all = { index: 'name', equals: [], limit: 9 };
    await expect(store.find('things', all)).rejects.toThrow(DAMAGED);
    await expect(
      (async () => {
        for await (const entry of store.scan('things')) expect(entry).toBeUndefined();
      })(),
    ).rejects.toThrow(DAMAGED);
    if (found !== 'the one') {
      const read = async (): Promise<unknown> => store.get('things', 'the one');
      await expect(read()).rejects.toThrow(DAMAGED);
      await expect((async () => store.load('things', ['the one']))()).rejects.toThrow(DAMAGED);
      await expect(write(store, 2n)).rejects.toThrow(DAMAGED);
    }
    await store.close();
  });

  it.each([
    ...['the one', 'a name', 'first tag', 'other tag', text, '1000.00'],
    ...['4711', 'its value', '"fields"'],
  ])('in a file that a crash left is told by the next start, or harmless: %s', async (found) => {
    const whole = await readFile(path());
    for (const place of await placesOf(found)) {
      await writeFile(path(), whole);
      await change(place + 1);
      await rm(join(directory, 'data.crc'), { force: true });
      const readsAsBefore = async (): Promise<boolean> => {
        const store = await openLmdbDocumentStore({ directory });
        const tagged = async (tag: string): Promise<number> =>
          (await store.find('things', { index: 'tags', equals: [tag], limit: 9 })).items.length;
        try {
          expect([
            await tagged('first tag'),
            await tagged('other tag'),
            await store.checkpoint('a checkpoint'),
            await store.pointer('a pointer'),
          ]).toEqual([1, 1, 4711n, 'its value']);
        } finally {
          await store.close();
        }
        return true;
      };
      const told = await readsAsBefore().catch((error: unknown) => String(error));
      // pages that are free are read by nobody
      if (told !== true) expect(told).toMatch(DAMAGED);
    }
    await writeFile(path(), whole);
    await rm(join(directory, 'data.crc'), { force: true });
    await (await openLmdbDocumentStore({ directory })).close();
  });

  it('gets no checksum of a start that is refused before anything was verified', async () => {
    const first = await openLmdbDocumentStore({ directory });
    await expect(openLmdbDocumentStore({ directory })).rejects.toThrow('in use');
    expect(await readdir(directory)).not.toContain('data.crc');
    await first.close();
    expect(await readdir(directory)).toContain('data.crc');
  });

  it('gets no checksum that would vouch for it', async () => {
    const store = await openLmdbDocumentStore({ directory });
    await change(...(await placesOf(text)));
    await expect(write(store, 2n)).rejects.toThrow(DAMAGED);
    await store.close();
    await expect(openLmdbDocumentStore({ directory })).rejects.toThrow(DAMAGED);
    await expect(openLmdbDocumentStore({ directory })).rejects.toThrow(DAMAGED);
  });
});
