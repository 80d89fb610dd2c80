import {
  type AnyBulkWriteOperation,
  type ClientSession,
  type Collection,
  type Db,
  MongoClient,
} from 'mongodb';
import type { Clock } from '#libs/platform/kernel';
import { checkDocumentId } from './document-id.js';
import {
  type Checkpoint,
  type CollectionDefinition,
  type Document,
  type DocumentStore,
  type DocumentWrite,
  type FindOptions,
  type IndexDefinition,
  type Lease,
  LeaseLostError,
  type Page,
  type StoredDocument,
} from './document-store.js';
import {
  ensureRecords,
  indexesOf,
  readModelNames,
  records,
  StoreCollection,
  type StoredRecord,
} from './mongodb-collections.js';
import { asking, isDuplicateKey } from './mongodb-errors.js';
import { findRecords } from './mongodb-find.js';
import { type LeaseRecord, MongoLeases } from './mongodb-leases.js';
import { selectionOf } from './selection.js';

const SCAN_PAGE = 500;

interface Batch {
  readonly writes: readonly DocumentWrite[];
  readonly checkpoints: readonly Checkpoint[];
  readonly lease?: Lease;
}

/**
 * Connects to a MongoDB: `mongodb://host/database?…`, pool sizes and time limits in the URL. On a replica set or a sharded
 * cluster the documents and checkpoints of a batch are one transaction; on a single server the checkpoints follow the
 * documents. Throws `StoreUnavailableError` when no server answers.
 */
export async function openMongoDocumentStore(options: {
  readonly url: string;
  /** For leases; default is the system's. */
  readonly clock?: Clock;
}): Promise<DocumentStore> {
  const { url, clock = { now: () => Date.now() } } = options;
  const client = new MongoClient(url, {
    // Positions are 64 bits; numbers inside of documents are never longs.
    useBigInt64: true,
    ignoreUndefined: true,
    retryWrites: true,
    retryReads: true,
    writeConcern: { w: 'majority' },
    readPreference: 'primary',
    ...(/serverSelectionTimeoutMS=/i.test(url) ? {} : { serverSelectionTimeoutMS: 5_000 }),
    ...(/socketTimeoutMS=/i.test(url) ? {} : { socketTimeoutMS: 20_000 }),
  });
  return asking(async () => {
    try {
      await client.connect();
      const hello = await client.db().command({ hello: 1 });
      const transactions = 'setName' in hello || hello['msg'] === 'isdbgrid';
      return new MongoDocumentStore(client, client.db(), transactions, clock);
    } catch (error) {
      await client.close();
      throw error;
    }
  });
}

class MongoDocumentStore implements DocumentStore {
  readonly #leases: MongoLeases;
  readonly #indexes = new Map<string, readonly IndexDefinition[]>();
  #existing: ReadonlySet<string> = new Set();

  constructor(
    private readonly client: MongoClient,
    private readonly db: Db,
    private readonly transactions: boolean,
    clock: Clock,
  ) {
    this.#leases = new MongoLeases(db.collection<LeaseRecord>(StoreCollection.Leases), clock);
  }

  async ensureCollection(definition: CollectionDefinition): Promise<void> {
    await asking(() => ensureRecords(this.db, definition));
    this.#indexes.delete(definition.name);
  }

  listCollections(): Promise<readonly string[]> {
    return asking(() => readModelNames(this.db));
  }

  async dropCollection(name: string): Promise<void> {
    await asking(() => this.db.dropCollection(name));
    this.#indexes.delete(name);
    this.#existing = new Set();
  }

  async get<D extends Document>(collection: string, id: string): Promise<D | undefined> {
    const found = await asking(() => records(this.db, collection).findOne({ _id: id, live: true }));
    return found?.document as D | undefined;
  }

  async getMany<D extends Document>(
    collection: string,
    ids: readonly string[],
  ): Promise<readonly (D | undefined)[]> {
    const found = await this.#recordsOf(collection, ids);
    return ids.map((id) => found.get(id)?.document as D | undefined);
  }

  async load<D extends Document>(
    collection: string,
    ids: readonly string[],
  ): Promise<readonly (StoredDocument<D> | undefined)[]> {
    const found = await this.#recordsOf(collection, ids);
    return ids.map((id) => {
      const record = found.get(id);
      if (record === undefined) return undefined;
      const { position, document } = record;
      return document === undefined ? { position } : { document: document as D, position };
    });
  }

  async #recordsOf(
    collection: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, StoredRecord>> {
    if (ids.length === 0) return new Map();
    const found = await asking(() =>
      records(this.db, collection)
        .find({ _id: { $in: [...new Set(ids)] } }, { batchSize: ids.length + 1 })
        .toArray(),
    );
    return new Map(found.map((record) => [record._id, record]));
  }

  async find<D extends Document>(collection: string, options: FindOptions): Promise<Page<D>> {
    return asking(async () => {
      let indexes = this.#indexes.get(collection);
      if (indexes === undefined) {
        if (!(await readModelNames(this.db)).includes(collection)) return { items: [] };
        indexes = await indexesOf(this.db, collection);
        this.#indexes.set(collection, indexes);
      }
      const selection = selectionOf(collection, indexes, options);
      return findRecords<D>(records(this.db, collection), selection, options);
    });
  }

  async *scan(
    collection: string,
  ): AsyncIterable<{ id: string; document: Document; position: bigint }> {
    const found = records(this.db, collection).find(
      { live: true },
      { sort: { _id: 1 }, batchSize: SCAN_PAGE },
    );
    try {
      for (;;) {
        const record = await asking(() => found.next());
        if (record === null) return;
        const { _id: id, document = {}, position } = record;
        yield { id, document, position };
      }
    } finally {
      await found.close();
    }
  }

  count(collection: string): Promise<number> {
    return asking(() => records(this.db, collection).countDocuments({ live: true }));
  }

  async write(batch: Batch): Promise<void> {
    for (const { id } of batch.writes) checkDocumentId(id);
    await asking(async () => {
      await this.#checkCollections(batch.writes);
      // Alone or without checkpoints there is nothing to keep together.
      const together = batch.writes.length > 0 && batch.checkpoints.length > 0;
      if (this.transactions && together && (await this.#writeTogether(batch))) return;
      if (batch.lease && !(await this.#leases.isNewest(batch.lease))) throw leaseLost(batch.lease);
      await this.#writeDocuments(batch.writes);
      await this.#writeCheckpoints(batch.checkpoints);
    });
  }

  /** False when some document was as new already: a transaction can't pass over that, single writes can. */
  async #writeTogether(batch: Batch): Promise<boolean> {
    try {
      await this.client.withSession((session) =>
        session.withTransaction(async () => {
          const { lease } = batch;
          if (lease && !(await this.#leases.touch(lease, session))) throw leaseLost(lease);
          await this.#writeDocuments(batch.writes, session);
          await this.#writeCheckpoints(batch.checkpoints, session);
        }),
      );
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** The server would create a missing collection, without its indexes. */
  async #checkCollections(writes: readonly DocumentWrite[]): Promise<void> {
    const unknown = writes.find(({ collection }) => !this.#existing.has(collection));
    if (unknown === undefined) return;
    this.#existing = new Set(await readModelNames(this.db));
    const missing = writes.find(({ collection }) => !this.#existing.has(collection));
    if (missing) throw new Error(`no collection ${missing.collection}`);
  }

  async #writeDocuments(writes: readonly DocumentWrite[], session?: ClientSession): Promise<void> {
    // Of two writes to one document the newer one counts.
    const byCollection = new Map<string, Map<string, DocumentWrite>>();
    for (const write of writes) {
      const newest = byCollection.get(write.collection) ?? new Map<string, DocumentWrite>();
      byCollection.set(write.collection, newest);
      const other = newest.get(write.id);
      if (other === undefined || other.position < write.position) newest.set(write.id, write);
    }
    for (const [collection, newest] of byCollection) {
      const operations = [...newest.values()].map(guardedReplacement);
      await unlessNewer(
        () =>
          records(this.db, collection).bulkWrite(operations, {
            ordered: false,
            ...(session && { session }),
          }),
        session,
      );
    }
  }

  async #writeCheckpoints(
    checkpoints: readonly Checkpoint[],
    session?: ClientSession,
  ): Promise<void> {
    if (checkpoints.length === 0) return;
    const operations = checkpoints.map(({ name, position }) => ({
      updateOne: {
        filter: { _id: name, position: { $lt: position } },
        update: { $set: { position } },
        upsert: true,
      },
    }));
    await unlessNewer(
      () =>
        this.#checkpoints.bulkWrite(operations, { ordered: false, ...(session && { session }) }),
      session,
    );
  }

  get #checkpoints(): Collection<{ _id: string; position: bigint }> {
    return this.db.collection(StoreCollection.Checkpoints);
  }

  get #pointers(): Collection<{ _id: string; value: string }> {
    return this.db.collection(StoreCollection.Pointers);
  }

  async checkpoint(name: string): Promise<bigint | undefined> {
    const found = await asking(() => this.#checkpoints.findOne({ _id: name }));
    return found?.position;
  }

  async deleteCheckpoint(name: string): Promise<void> {
    await asking(() => this.#checkpoints.deleteOne({ _id: name }));
  }

  async pointer(name: string): Promise<string | undefined> {
    const found = await asking(() => this.#pointers.findOne({ _id: name }));
    return found?.value;
  }

  setPointer(name: string, expected: string | undefined, value: string): Promise<boolean> {
    return asking(async () => {
      if (expected === undefined) {
        return unlessNewer(() => this.#pointers.insertOne({ _id: name, value }));
      }
      const same = { _id: name, value: expected };
      return (await this.#pointers.updateOne(same, { $set: { value } })).matchedCount === 1;
    });
  }

  acquireLease(name: string, holder: string, ttlMs: number): Promise<Lease | undefined> {
    return asking(() => this.#leases.acquire(name, holder, ttlMs));
  }

  renewLease(lease: Lease, ttlMs: number): Promise<boolean> {
    return asking(() => this.#leases.renew(lease, ttlMs));
  }

  releaseLease(lease: Lease): Promise<void> {
    return asking(() => this.#leases.release(lease));
  }

  async close(): Promise<void> {
    await this.client.close();
  }
}

function guardedReplacement({
  id,
  document,
  position,
}: DocumentWrite): AnyBulkWriteOperation<StoredRecord> {
  const replacement =
    document === undefined ? { position, live: false } : { position, live: true, document };
  const filter = { _id: id, position: { $lt: position } };
  return { replaceOne: { filter, replacement, upsert: true } };
}

function leaseLost(lease: Lease): LeaseLostError {
  return new LeaseLostError(`lease ${lease.name} has a newer holder`);
}

/** False when the id was there already. In a transaction that is an error, since it ends the transaction. */
async function unlessNewer(
  write: () => Promise<unknown>,
  session?: ClientSession,
): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (session === undefined && isDuplicateKey(error)) return false;
    throw error;
  }
}
