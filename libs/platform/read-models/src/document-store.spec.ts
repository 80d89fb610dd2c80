import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { StoreUnavailableError } from '#libs/platform/event-store';
import {
  documentStoreContract,
  type StoreUnderTest,
} from '../../../../test/support/document-store.contract.js';
import { type ManualClock } from '../../../../test/support/manual-clock.js';
import { MongoFixture } from '../../../../test/support/mongodb-fixture.js';
import { openLmdbDocumentStore } from './lmdb/lmdb-document-store.js';
import { openMongoDocumentStore } from './mongodb/mongodb-document-store.js';

documentStoreContract('embedded', () => {
  const directory = mkdtempSync(join(tmpdir(), 'documents-'));
  return Promise.resolve({
    open: (clock: ManualClock) => openLmdbDocumentStore({ directory, clock }),
    close: () => rm(directory, { recursive: true }),
  });
});

for (const replicaSet of [false, true]) {
  documentStoreContract(
    `MongoDB adapter, fixture as ${replicaSet ? 'replica set' : 'single server'}`,
    async (): Promise<StoreUnderTest> => {
      const fixture = await MongoFixture.start({ replicaSet });
      return {
        open: (clock) => openMongoDocumentStore({ url: fixture.url(), clock }),
        close: () => fixture.stop(),
      };
    },
  );
}

const real = process.env['TEST_MONGODB_URL'];
if (real !== undefined && real !== '') {
  if (!/\/[^/?]*test[^/?]*(\?|$)/i.test(real)) {
    throw new Error('TEST_MONGODB_URL must name a database with "test" in its name');
  }
  documentStoreContract('MongoDB adapter, real server', () =>
    Promise.resolve({ open: (clock: ManualClock) => openMongoDocumentStore({ url: real, clock }) }),
  );
}

describe('MongoDB adapter', () => {
  const batch = (position: bigint) => ({
    writes: [{ collection: 'things', id: 'a', document: { n: Number(position) }, position }],
    checkpoints: [{ name: 'things', position }],
  });

  it('says that the store is away, and works again once it is back', async () => {
    const fixture = await MongoFixture.start({ replicaSet: true });
    const store = await openMongoDocumentStore({ url: fixture.url() });
    try {
      await store.ensureCollection({ name: 'things', indexes: [] });
      await store.write(batch(1n));
      await fixture.goAway();
      await expect(store.get('things', 'a')).rejects.toThrow(StoreUnavailableError);
      await expect(store.write(batch(2n))).rejects.toThrow(StoreUnavailableError);
      await expect(store.acquireLease('l', 'h', 1)).rejects.toThrow(StoreUnavailableError);
      await expect(openMongoDocumentStore({ url: fixture.url() })).rejects.toThrow(
        StoreUnavailableError,
      );
      await fixture.comeBack();
      expect(await store.get('things', 'a')).toEqual({ n: 1 });
      await store.write(batch(2n));
      expect(await store.get('things', 'a')).toEqual({ n: 2 });
    } finally {
      await store.close();
      await fixture.stop();
    }
  });

  it.each(['before', 'after'] as const)(
    'writes once when the connection breaks %s the commit',
    async (when) => {
      const fixture = await MongoFixture.start({ replicaSet: true });
      const store = await openMongoDocumentStore({ url: fixture.url() });
      try {
        await store.ensureCollection({ name: 'things', indexes: [] });
        for (const command of ['update', 'commitTransaction']) {
          fixture.dropAt(command, when);
          const position = command === 'update' ? 1n : 2n;
          await store.write(batch(position));
          expect(await store.load('things', ['a'])).toEqual([
            { document: { n: Number(position) }, position },
          ]);
          expect(await store.checkpoint('things')).toBe(position);
        }
      } finally {
        await store.close();
        await fixture.stop();
      }
    },
  );

  it.each(['drop', 'delete'])(
    'keeps what is to go last when the connection breaks at a %s while it is cleared',
    async (command) => {
      const fixture = await MongoFixture.start({ replicaSet: true });
      const store = await openMongoDocumentStore({ url: fixture.url() });
      try {
        for (const name of ['mark', 'things']) {
          await store.ensureCollection({ name, indexes: [] });
        }
        fixture.dropAt(command, 'after');
        await expect(store.clear({ last: 'mark' })).rejects.toThrow(StoreUnavailableError);
        expect(await store.listCollections()).toEqual(['mark']);
      } finally {
        await store.close();
        await fixture.stop();
      }
    },
  );

  it('changes nothing that a majority of the servers has not confirmed', async () => {
    const fixture = await MongoFixture.start({ replicaSet: true });
    const store = await openMongoDocumentStore({ url: fixture.url() });
    try {
      await store.ensureCollection({ name: 'things', indexes: [] });
      const lease = await store.acquireLease('l', 'h', 1_000);
      await store.write({ ...batch(1n), lease: lease! });
      await store.write({ ...batch(2n), checkpoints: [] });
      await store.write({ ...batch(3n), writes: [] });
      await store.setPointer('p', undefined, 'a');
      await store.setPointer('p', 'a', 'b');
      await store.renewLease(lease!, 1_000);
      await store.deleteCheckpoint('things');
      expect(fixture.received).toEqual(
        expect.arrayContaining(['insert', 'update', 'delete', 'commitTransaction']),
      );
      expect(fixture.perishable).toEqual([]);
    } finally {
      await store.close();
      await fixture.stop();
    }
  });

  it.each([false, true])(
    'takes the newer of two writes that insert a document at the same time (replica set: %s)',
    async (replicaSet) => {
      const fixture = await MongoFixture.start({ replicaSet });
      const store = await openMongoDocumentStore({ url: fixture.url() });
      try {
        await store.ensureCollection({ name: 'things', indexes: [] });
        fixture.overtake({ _id: 'a', position: 4n, live: true, document: { n: 4 } });
        await store.write(batch(5n));
        expect(await store.get('things', 'a')).toEqual({ n: 5 });
        expect(await store.checkpoint('things')).toBe(5n);
      } finally {
        await store.close();
        await fixture.stop();
      }
    },
  );

  it('sends documents and checkpoints together in a transaction only where there are transactions', async () => {
    for (const replicaSet of [false, true]) {
      const fixture = await MongoFixture.start({ replicaSet });
      const store = await openMongoDocumentStore({ url: fixture.url() });
      await store.ensureCollection({ name: 'things', indexes: [] });
      await store.write(batch(1n));
      expect(fixture.received.includes('commitTransaction')).toBe(replicaSet);
      expect(fixture.alone).toEqual(replicaSet ? [] : ['update', 'update']);
      await store.close();
      await fixture.stop();
    }
  });
});
