import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MongoFixture } from '../../../../test/support/mongodb-fixture.js';
import { connectMongo } from './mongodb-client.js';

describe('the MongoDB clients of a process', () => {
  let server: MongoFixture;
  beforeEach(async () => {
    server = await MongoFixture.start({ replicaSet: true });
  });
  afterEach(() => server.stop());

  it('are shared by stores of one connection string and pool', async () => {
    const keys = await connectMongo(server.url(), 'shared', 'keys');
    const vault = await connectMongo(server.url(), 'shared', 'the vault');
    const documents = await connectMongo(server.url(), 'documents');
    expect(vault.client).toBe(keys.client);
    expect(documents.client).not.toBe(keys.client);
    for (const { close } of [keys, vault, documents]) await close();
  });

  it('end with the last of their stores, however often one is closed', async () => {
    const keys = await connectMongo(server.url(), 'shared');
    const vault = await connectMongo(server.url(), 'shared');
    await keys.close();
    await keys.close();
    await vault.ask(() => vault.database('_shared').command({ ping: 1 }));
    await vault.close();
    const next = await connectMongo(server.url(), 'shared');
    expect(next.client).not.toBe(vault.client);
    await next.close();
  });

  it('are made anew after a store that could not connect', async () => {
    await server.stop();
    await expect(connectMongo(server.url(), 'shared')).rejects.toThrow('cannot be used');
    await server.comeBack();
    const again = await connectMongo(server.url(), 'shared');
    await again.ask(() => again.database('').command({ ping: 1 }));
    await again.close();
  });
});
