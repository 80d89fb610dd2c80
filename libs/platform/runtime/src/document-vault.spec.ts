import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Binary, MongoClient } from 'mongodb';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { documentVaultContract } from '../../../../test/support/document-vault.contract.js';
import { MongoFixture } from '../../../../test/support/mongodb-fixture.js';
import { MemoryKeyTable } from '../../../../test/support/memory-key-table.js';
import { type DocumentVault, openDocumentVault } from './document-vault.js';
import { Sealer } from './sealing.js';
import { WrappedKeyStore } from './wrapped-key-store.js';

const fileIn = (dataDir: string, key: string) =>
  join(dataDir, 'documents', key.slice(0, 2), key.slice(2));

documentVaultContract('on disk', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vault-'));
  const entries = () => readdir(dataDir, { recursive: true, withFileTypes: true });
  return {
    open: (keys, sealer) => openDocumentVault({ dataDir }, keys, sealer),
    read: (key) => readFile(fileIn(dataDir, key)),
    write: (key, blob) => writeFile(fileIn(dataDir, key), blob),
    count: async () => (await entries()).filter((entry) => entry.isFile()).length,
    dispose: () => rm(dataDir, { recursive: true }),
  };
});

for (const replicaSet of [false, true]) {
  documentVaultContract(`in MongoDB, ${replicaSet ? 'replica set' : 'single server'}`, async () => {
    const fixture = await MongoFixture.start({ replicaSet });
    const client = new MongoClient(fixture.url());
    const blobs = client.db('test_shared').collection<{ _id: string; blob: Binary }>('documents');
    return {
      open: (keys, sealer) =>
        openDocumentVault({ dataDir: '/nowhere', mongodbUrl: fixture.url() }, keys, sealer),
      read: async (key) => Buffer.from((await blobs.findOne({ _id: key }))!.blob.value()),
      write: async (key, blob) => {
        await blobs.replaceOne({ _id: key }, { blob: new Binary(blob) });
      },
      count: async () => (await blobs.find({}).toArray()).length,
      dispose: async () => {
        await client.close();
        await fixture.stop();
      },
    };
  });
}

describe('documents on disk', () => {
  let dataDir: string;
  let keys: WrappedKeyStore;
  let vault: DocumentVault;
  const open = async () => openDocumentVault({ dataDir }, keys, await Sealer.over(keys));
  const unfinished = () => join(dataDir, 'documents', 'unfinished');

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'vault-'));
    keys = await WrappedKeyStore.over(new MemoryKeyTable(), createSecretKey(randomBytes(32)));
    vault = await open();
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  it('are for their owner only', async () => {
    const { key } = await vault.put(Buffer.from('a signature'), { subject: 'person:a' });
    expect((await stat(fileIn(dataDir, key))).mode & 0o777).toBe(0o600);
  });

  it('are cleared of what a crash between writing and renaming left, and of nothing else', async () => {
    const { key } = await vault.put(Buffer.from('x'), { subject: 'person:a' });
    await writeFile(join(unfinished(), `.${key.slice(2)}.1234.tmp`), 'half');
    const again = await open();
    expect(await readdir(unfinished())).toEqual([]);
    expect(await again.get(key)).toEqual(Buffer.from('x'));
  });

  it('say that they are away, and leave nothing behind, when the disk fails', async () => {
    const bytes = Buffer.from('x');
    const { key } = await vault.put(bytes, { subject: 'person:a' });
    await rm(join(dataDir, 'documents', key.slice(0, 2)), { recursive: true });
    await writeFile(join(dataDir, 'documents', key.slice(0, 2)), 'in the way');
    const put = vault.put(bytes, { subject: 'person:a' });
    await expect(put).rejects.toThrow(StoreUnavailableError);
    await expect(vault.get(key)).rejects.toThrow(StoreUnavailableError);
    expect(await readdir(unfinished())).toEqual([]);
  });
});

describe('documents in MongoDB', () => {
  let fixture: MongoFixture;
  let vault: DocumentVault;
  beforeEach(async () => {
    fixture = await MongoFixture.start({ replicaSet: true });
    const keys = await WrappedKeyStore.over(new MemoryKeyTable(), createSecretKey(randomBytes(32)));
    const config = { dataDir: '/nowhere', mongodbUrl: fixture.url() };
    vault = await openDocumentVault(config, keys, await Sealer.over(keys));
  });
  afterEach(async () => {
    await vault.close();
    await fixture.stop();
  });

  it('wait for their server, and lose nothing to its absence', async () => {
    const { key } = await vault.put(Buffer.from('x'), { subject: 'person:a' });
    await fixture.goAway();
    await expect(vault.get(key)).rejects.toThrow(StoreUnavailableError);
    const put = vault.put(Buffer.from('y'), { subject: 'person:a' });
    await expect(put).rejects.toThrow(StoreUnavailableError);
    await fixture.comeBack();
    expect(await vault.get(key)).toEqual(Buffer.from('x'));
  });

  it('count as stored only once a majority of the servers confirms them', async () => {
    const confirmAgain = fixture.misbehave({ command: 'update', unconfirmed: true });
    const put = () => vault.put(Buffer.from('x'), { subject: 'person:a' });
    await expect(put()).rejects.toThrow(StoreUnavailableError);
    confirmAgain();
    const { key } = await put();
    expect(await vault.get(key)).toEqual(Buffer.from('x'));
  });

  it('are there when the answer to a write was lost', async () => {
    fixture.dropAt('update', 'after');
    const { key } = await vault.put(Buffer.from('x'), { subject: 'person:a' });
    expect(await vault.get(key)).toEqual(Buffer.from('x'));
  });

  it('are refused beyond what one document of MongoDB holds', async () => {
    const bytes = Buffer.alloc(16 * 1024 * 1024);
    await expect(vault.put(bytes, { subject: 'person:a' })).rejects.toThrow(RangeError);
  });
});
