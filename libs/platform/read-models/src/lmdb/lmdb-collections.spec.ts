import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { changed } from '../../../../../test/support/projection-world.js';
import { LmdbCollections, LmdbDatabases } from './lmdb-collections.js';
import { encodeWrite, putEncoded } from './lmdb-layout.js';

describe('collections of an embedded store', () => {
  let directory: string;
  let db: LmdbDatabases;
  let isFull: boolean;
  let collections: LmdbCollections;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'collections-'));
    db = new LmdbDatabases(directory);
    isFull = false;
    let transactions = 0;
    const transaction: LmdbDatabases['transaction'] = (work) => {
      transactions += 1;
      // The first of a drop takes the name away; what follows removes the documents.
      if (isFull && transactions > 1) return Promise.reject(new StoreUnavailableError('disk full'));
      return db.transaction(work);
    };
    collections = new LmdbCollections(changed(db, { transaction }));
    for (const name of ['a', 'b']) {
      await collections.ensure({ name, indexes: [] });
      const collection = collections.get(name)!;
      const write = { collection: name, id: 'one', document: { name }, position: 1n };
      await db.transaction(() => putEncoded(db, collection, encodeWrite(collection, write)));
    }
    transactions = 0;
  });
  afterEach(async () => {
    await collections.close();
    await db.close();
    await rm(directory, { recursive: true });
  });

  it('are dropped after one could not be removed from a full disk, which is removed as well', async () => {
    isFull = true;
    await expect(collections.drop('a')).rejects.toThrow(StoreUnavailableError);
    isFull = false;
    await collections.drop('b');
    expect(collections.names()).toEqual([]);
    expect([...db.documents.getKeys({})]).toEqual([]);
  });
});
