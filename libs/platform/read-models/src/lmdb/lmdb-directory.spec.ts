import { mkdtemp, rm } from 'node:fs/promises';
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
