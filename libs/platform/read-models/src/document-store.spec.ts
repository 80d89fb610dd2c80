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
import { eventually } from '../../../../test/support/condition.js';
import { FaultyProxy } from '../../../../test/support/faulty-proxy.js';
import { type ManualClock } from '../../../../test/support/manual-clock.js';
import { MongoFixture } from '../../../../test/support/mongodb-fixture.js';
import type { DocumentStore, Lease } from './document-store.js';
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

function circular(): Record<string, unknown> {
  const document: Record<string, unknown> = {};
  return Object.assign(document, { itself: document });
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
    'writes once when the connection breaks %s a command',
    async (when) => {
      const fixture = await MongoFixture.start({ replicaSet: true });
      const store = await openMongoDocumentStore({ url: fixture.url() });
      try {
        await store.ensureCollection({ name: 'things', indexes: [] });
        for (const position of [1n, 2n]) {
          fixture.dropAt('update', when);
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

  it.each<[string, (fixture: MongoFixture) => void]>([
    ['a drop', (fixture) => fixture.dropAt('drop', 'after')],
    [
      'the deletion of all checkpoints',
      (fixture) => {
        const ofAll = ({ deletes }: Record<string, unknown>): boolean =>
          (deletes as { limit: number }[] | undefined)?.[0]?.limit === 0;
        fixture.misbehave({ command: 'delete', matches: ofAll, code: 1 });
      },
    ],
  ])('keeps what is to go last when %s fails while it is cleared', async (_what, breakAt) => {
    const fixture = await MongoFixture.start({ replicaSet: true });
    const store = await openMongoDocumentStore({ url: fixture.url() });
    try {
      for (const name of ['mark', 'things']) {
        await store.ensureCollection({ name, indexes: [] });
      }
      breakAt(fixture);
      await expect(store.clear({ last: 'mark' })).rejects.toThrow(StoreUnavailableError);
      expect(await store.listCollections()).toEqual(['mark']);
    } finally {
      await store.close();
      await fixture.stop();
    }
  });

  it('reads pointers and checkpoints that are asked for at once in a command each', async () => {
    const fixture = await MongoFixture.start({ replicaSet: true });
    const store = await openMongoDocumentStore({ url: fixture.url() });
    try {
      await store.setPointer('p', undefined, 'a');
      await store.write({ writes: [], checkpoints: [{ name: 'c', position: 7n }] });
      fixture.forget();
      const pointers = ['p', 'q'].map((name) => store.pointer(name));
      const checkpoints = ['c', 'd'].map((name) => store.checkpoint(name));
      expect(await Promise.all(pointers)).toEqual(['a', undefined]);
      expect(await Promise.all(checkpoints)).toEqual([7n, undefined]);
      expect(fixture.finds).toEqual(['store.pointers', 'store.checkpoints']);
    } finally {
      await store.close();
      await fixture.stop();
    }
  });

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
      expect(fixture.received).toEqual(expect.arrayContaining(['insert', 'update', 'delete']));
      expect(fixture.perishable).toEqual([]);
    } finally {
      await store.close();
      await fixture.stop();
    }
  });

  it.each([
    ['documents', 'things'],
    ['documents before all others', 'marks'],
    ['checkpoints', 'store.checkpoints'],
  ])('counts nothing as written if no majority confirms %s', async (_what, collection) => {
    const fixture = await MongoFixture.start({ replicaSet: true });
    const store = await openMongoDocumentStore({ url: fixture.url() });
    try {
      for (const name of ['things', 'marks']) await store.ensureCollection({ name, indexes: [] });
      await store.write(batch(2n));
      const matches = ({ update }: Record<string, unknown>) => update === collection;
      const confirmAgain = fixture.misbehave({ command: 'update', matches, unconfirmed: true });
      const of = (id: string, position: bigint) => ({
        collection: 'things',
        id,
        document: {},
        position,
      });
      const all = {
        first: { ...of('b', 3n), collection: 'marks' },
        // the first is refused for being older than what is stored
        writes: [of('a', 1n), of('b', 3n)],
        checkpoints: [{ name: 'things', position: 3n }],
      };
      await expect(store.write(all)).rejects.toThrow(StoreUnavailableError);
      const isStored = (await store.checkpoint('things')) === 3n;
      expect(isStored).toBe(collection === 'store.checkpoints');
      confirmAgain();
      await store.write(all);
      expect(await store.checkpoint('things')).toBe(3n);
    } finally {
      await store.close();
      await fixture.stop();
    }
  });

  it.each<[string, (store: DocumentStore, lease: Lease) => Promise<unknown>]>([
    ['a first lease', (store) => store.acquireLease('m', 'h', 1_000)],
    ['a lease taken over', (store) => store.acquireLease('l', 'h', 1_000)],
    ['a renewed lease', (store, lease) => store.renewLease(lease, 1_000)],
    ['a first pointer', (store) => store.setPointer('q', undefined, 'a')],
    ['a changed pointer', (store) => store.setPointer('p', 'a', 'b')],
    ['a deleted checkpoint', (store) => store.deleteCheckpoint('things')],
    ['a new collection', (store) => store.ensureCollection({ name: 'more', indexes: [] })],
    ['a dropped collection', (store) => store.dropCollection('things')],
  ])('does not count on %s that no majority confirms', async (_what, ask) => {
    const fixture = await MongoFixture.start({ replicaSet: true });
    const store = await openMongoDocumentStore({ url: fixture.url() });
    try {
      await store.ensureCollection({ name: 'things', indexes: [] });
      await store.setPointer('p', undefined, 'a');
      const lease = await store.acquireLease('l', 'h', 1_000);
      fixture.misbehave({ unconfirmed: true });
      await expect(ask(store, lease!)).rejects.toThrow(StoreUnavailableError);
    } finally {
      await store.close();
      await fixture.stop();
    }
  });

  it('reads from the primary what a majority has, whatever the connection string says', async () => {
    const fixture = await MongoFixture.start({ replicaSet: true });
    const options = 'readPreference=secondaryPreferred&readConcernLevel=local&w=1';
    const store = await openMongoDocumentStore({ url: `${fixture.url()}&${options}` });
    try {
      await store.ensureCollection({ name: 'things', indexes: [] });
      await store.write(batch(1n));
      await store.get('things', 'a');
      await store.getMany('things', ['a']);
      await Promise.all([store.checkpoints(), store.pointers(['p'])]);
      expect(fixture.count('find')).toBeGreaterThanOrEqual(4);
      expect([fixture.unsure, fixture.perishable]).toEqual([[], []]);
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

  describe('what is under way when its process dies', () => {
    it('keeps nobody from writing the same documents', async () => {
      const fixture = await MongoFixture.start({ replicaSet: true, delay: 5 });
      const direct = new URL(fixture.url());
      const proxy = await FaultyProxy.start(Number(direct.port));
      const through = new URL(direct);
      through.port = String(proxy.port);
      through.searchParams.set('directConnection', 'true');
      const [dying, next] = await Promise.all(
        [through, direct].map(({ href }) => openMongoDocumentStore({ url: href })),
      );
      try {
        await next!.ensureCollection({ name: 'things', indexes: [] });
        await dying!.write(batch(1n));
        fixture.forget();
        const left = dying!.write(batch(2n)).catch(() => undefined);
        await eventually(() => (fixture.count('update') > 0 ? true : undefined));
        proxy.refuse();
        await next!.write(batch(3n));
        expect(await next!.get('things', 'a')).toEqual({ n: 3 });
        expect(await next!.checkpoint('things')).toBe(3n);
        await left;
      } finally {
        await Promise.all([dying!.close(), next!.close()]);
        await proxy.stop();
        await fixture.stop();
      }
    });
  });

  it('passes over what is handled in a batch that takes several messages', async () => {
    const fixture = await MongoFixture.start({ replicaSet: true });
    const store = await openMongoDocumentStore({ url: fixture.url() });
    try {
      await store.ensureCollection({ name: 'things', indexes: [] });
      const write = (id: string, n: number) => ({
        collection: 'things',
        id,
        document: { n, filling: 'x'.repeat(9 * 1024 * 1024) },
        position: BigInt(n),
      });
      await store.write({ writes: [write('a', 9)], checkpoints: [] });
      const writes = ['a', 'b'].map((id) => write(id, 5));
      await store.write({ writes, checkpoints: [{ name: 'things', position: 5n }] });
      expect(await store.get('things', 'a')).toHaveProperty('n', 9);
      expect(await store.get('things', 'b')).toHaveProperty('n', 5);
      expect(await store.checkpoint('things')).toBe(5n);
    } finally {
      await store.close();
      await fixture.stop();
    }
  });

  it.each([false, true])(
    'counts each write before it stores the checkpoint (server stops at the first error: %s)',
    async (stopsAtFirstError) => {
      const fixture = await MongoFixture.start({ replicaSet: true, stopsAtFirstError });
      const store = await openMongoDocumentStore({ url: fixture.url() });
      try {
        await store.ensureCollection({ name: 'things', indexes: [] });
        const all = Array.from({ length: 100 }, (_, n) => n);
        const of = (n: number, position: bigint) => ({
          ...{ collection: 'things', id: `id ${n}`, position },
          document: { position: Number(position) },
        });
        const isNewer = (n: number): boolean => [0, 1, 40, 41, 99].includes(n);
        await store.write({
          writes: all.filter(isNewer).map((n) => of(n, 9n)),
          checkpoints: [],
        });
        const checkpoints = [{ name: 'things', position: 5n }];
        await store.write({ writes: all.map((n) => of(n, 5n)), checkpoints });
        const stored = await store.getMany(
          'things',
          all.map((n) => `id ${n}`),
        );
        expect(stored).toEqual(all.map((n) => ({ position: isNewer(n) ? 9 : 5 })));
        expect(await store.checkpoint('things')).toBe(5n);
      } finally {
        await store.close();
        await fixture.stop();
      }
    },
  );

  it('stores no checkpoint over a write that the server neither applied nor refused', async () => {
    const fixture = await MongoFixture.start({ replicaSet: true });
    const store = await openMongoDocumentStore({ url: fixture.url() });
    try {
      await store.ensureCollection({ name: 'things', indexes: [] });
      fixture.forgets = 'b';
      const of = (id: string) => ({ collection: 'things', id, document: {}, position: 5n });
      const all = { writes: ['a', 'b', 'c'].map(of), checkpoints: [{ name: 't', position: 5n }] };
      await expect(store.write(all)).rejects.toThrow(StoreUnavailableError);
      expect(await store.checkpoint('t')).toBeUndefined();
      fixture.forgets = undefined;
      await store.write(all);
      expect(await store.checkpoint('t')).toBe(5n);
      expect(await store.count('things')).toBe(3);
    } finally {
      await store.close();
      await fixture.stop();
    }
  });

  it.each([
    ['is too large', { text: 'x'.repeat(16 * 1024 * 1024) }],
    ['cannot be written as BSON', circular()],
  ])('refuses a document that %s, and is not away', async (_, document) => {
    const fixture = await MongoFixture.start({ replicaSet: true });
    const store = await openMongoDocumentStore({ url: fixture.url() });
    try {
      await store.ensureCollection({ name: 'things', indexes: [] });
      const write = { collection: 'things', id: 'a', document, position: 1n };
      const said = store.write({ writes: [write], checkpoints: [] });
      await expect(said).rejects.not.toThrow(StoreUnavailableError);
    } finally {
      await store.close();
      await fixture.stop();
    }
  });

  it('writes collections side by side and checkpoints after them, without asking whose the lease is', async () => {
    const fixture = await MongoFixture.start({ replicaSet: true });
    const store = await openMongoDocumentStore({ url: fixture.url() });
    try {
      const names = ['one', 'two', 'three'];
      for (const name of names) await store.ensureCollection({ name, indexes: [] });
      const lease = await store.acquireLease('l', 'h', 10_000);
      const of = (position: bigint) => ({
        writes: names.map((collection) => ({ collection, id: 'a', document: {}, position })),
        checkpoints: names.map((name) => ({ name, position })),
        lease: lease!,
      });
      fixture.delay = 5;
      await store.write(of(1n));
      fixture.forget();
      await store.write(of(2n));
      expect(fixture.received).toEqual(['update', 'update', 'update', 'update']);
      expect([fixture.mostAtOnce, fixture.roundTrips]).toEqual([3, 2]);
      const [first, ...writes] = of(3n).writes;
      await store.write({ ...of(3n), first: first!, writes });
      expect([fixture.mostAtOnce, fixture.roundTrips]).toEqual([3, 5]);
    } finally {
      await store.close();
      await fixture.stop();
    }
  });

  it.each([
    ['read', (store: DocumentStore) => store.get('things', 'a')],
    ['write', (store: DocumentStore) => store.write(batch(2n))],
  ] as const)('waits with a %s for a primary while roles change', async (_, ask) => {
    const fixture = await MongoFixture.start({ replicaSet: true });
    const store = await openMongoDocumentStore({ url: fixture.url() });
    try {
      await store.ensureCollection({ name: 'things', indexes: [] });
      await store.write(batch(1n));
      fixture.stepDown();
      await expect(ask(store)).rejects.toThrow(StoreUnavailableError);
      fixture.stepUp();
      await eventually(() => store.get('things', 'a').catch(() => undefined));
      fixture.stepDown();
      fixture.forget();
      const asking = ask(store);
      await eventually(() => (fixture.received.length > 0 ? true : undefined));
      fixture.stepUp();
      await asking;
    } finally {
      await store.close();
      await fixture.stop();
    }
  });
});
