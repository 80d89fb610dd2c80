import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
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

it('a record that was changed after a crash is never read as a document', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'documents-'));
  const text = 'a text of somebody';
  const indexes = [{ name: 'name', fields: ['name'] }];
  let store = await openLmdbDocumentStore({ directory });
  await store.ensureCollection({ name: 'things', indexes });
  const write = (position: bigint): Promise<void> => {
    const document = { name: 'a', text, n: '1000.00' };
    return store.write({
      writes: [{ collection: 'things', id: 'the one', position, document }],
      checkpoints: [],
    });
  };
  await write(1n);
  await store.close();
  const path = join(directory, 'data.mdb');
  const whole = await readFile(path);
  for (const [found, at] of [
    [text, 0],
    ['1000.00', 0],
    ['the one', 3],
  ] as const) {
    const bytes = Buffer.from(whole);
    for (let n = bytes.indexOf(found); n !== -1; n = bytes.indexOf(found, n + 1)) {
      bytes[n + at] = (bytes[n + at] ?? 0) + 1;
    }
    await writeFile(path, bytes);
    await rm(join(directory, 'data.crc'), { force: true });
    store = await openLmdbDocumentStore({ directory });
    const damaged = /data\.mdb is damaged: stop, and remove its directory/;
    const all = { index: 'name', equals: [], limit: 9 };
    await expect(store.find('things', all)).rejects.toThrow(damaged);
    await expect(
      (async () => {
        for await (const entry of store.scan('things')) expect(entry).toBeUndefined();
      })(),
    ).rejects.toThrow(damaged);
    if (found !== 'the one') {
      const read = async (): Promise<unknown> => store.get('things', 'the one');
      await expect(read()).rejects.toThrow(damaged);
      await expect((async () => store.load('things', ['the one']))()).rejects.toThrow(damaged);
      await expect(write(2n)).rejects.toThrow(damaged);
    }
    await store.close();
  }
  await rm(directory, { recursive: true });
});
