import { beforeEach, describe, expect, it } from '@jest/globals';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { type DocumentStore, LeaseLostError } from '../document-store.js';
import type { SubscriptionContext } from './subscription-context.js';
import { storeShards } from './projection-subscription.js';
import type { ProjectionShard } from './projection-shard.js';

type Batch = Parameters<DocumentStore['write']>[0];

/** A shard with so many changed documents, folded up to 9. */
function shardOf(collection: string, documents: number) {
  const writes = Array.from({ length: documents }, (_, n) => ({ id: `${collection}-${n}` }));
  const shard = {
    ...{ collection, folded: 9n, checkpoint: 1n, position: 1n },
    documents: { takeWrites: () => new Set(writes) },
    stopped: [] as unknown[],
    stopUnstored: (cause: unknown) => shard.stopped.push(cause),
  };
  return shard;
}

describe('what a subscription has folded', () => {
  let batches: Batch[];
  let write: (batch: Batch) => Promise<void>;
  beforeEach(() => {
    batches = [];
    write = () => Promise.resolve();
  });

  const lease = { name: 'projections' };
  const store = (...shards: ReturnType<typeof shardOf>[]): Promise<boolean> => {
    const documents = {
      write: (batch: Batch) => {
        batches.push(batch);
        return write(batch);
      },
    };
    const limits = { writeDocuments: 2 };
    const context = { documents, lease, limits, stored: () => undefined };
    const all = shards as unknown as ProjectionShard[];
    return storeShards(context as unknown as SubscriptionContext, all, true);
  };

  it('is stored before the checkpoint that says so, and all of it under the lease', async () => {
    const shard = shardOf('c', 5);
    expect(await store(shard)).toBe(true);
    const checkpoint = { name: 'c', position: 9n };
    expect(batches.map(({ writes, checkpoints }) => [writes.length, checkpoints])).toEqual([
      [2, []],
      [2, []],
      [1, [checkpoint]],
    ]);
    expect(batches.map((batch) => batch.lease)).toEqual([lease, lease, lease]);
    expect([shard.checkpoint, shard.position]).toEqual([9n, 9n]);
  });

  it.each(['c-0', 'c-2', 'c-4', 'c-6'])('gets no checkpoint when %s was not stored', async (id) => {
    write = ({ writes }) =>
      writes[0]?.id === id ? Promise.reject(new StoreUnavailableError('away')) : Promise.resolve();
    const shard = shardOf('c', 7);
    await expect(store(shard)).rejects.toThrow(StoreUnavailableError);
    expect(batches.some(({ checkpoints }) => checkpoints.length > 0)).toBe(id === 'c-6');
    expect([shard.checkpoint, shard.position, shard.stopped]).toEqual([1n, 1n, []]);
  });

  it.each([new StoreUnavailableError('away'), new LeaseLostError('lost')])(
    'stops no projection for what the store itself has: %s',
    async (error) => {
      write = () => Promise.reject(error);
      const shards = [shardOf('a', 1), shardOf('b', 1)];
      await expect(store(...shards)).rejects.toBe(error);
      write = () => Promise.reject(batches.length === 2 ? new Error('refused') : error);
      await expect(store(...shards)).rejects.toBe(error);
      expect(shards.map(({ stopped }) => stopped)).toEqual([[], []]);
    },
  );

  it('stops the one projection whose documents are refused', async () => {
    const refused = new Error('refused');
    write = ({ writes }) =>
      writes.some(({ id }) => id === 'a-0') ? Promise.reject(refused) : Promise.resolve();
    const shards = [shardOf('a', 1), shardOf('b', 1)];
    await store(...shards);
    expect(shards.map(({ stopped }) => stopped)).toEqual([[refused], []]);
    expect(shards[1]?.checkpoint).toBe(9n);
  });

  it('counts no further than a projection that stops meanwhile', async () => {
    const shard = shardOf('c', 1);
    write = () => {
      shard.folded = 5n;
      return Promise.resolve();
    };
    await store(shard);
    expect([shard.checkpoint, shard.position]).toEqual([5n, 5n]);
  });
});
