import { type Db, ReadConcern } from 'mongodb';
import {
  type AskMongo,
  checkRights,
  type ConnectedMongo,
  connectMongo,
  inOneCommand,
  parseStoreAddress,
  unlessExists,
} from '#libs/platform/stores';
import type { Clock } from '#libs/platform/kernel';
import type {
  CollectionDefinition,
  Document,
  DocumentStore,
  DocumentStoreOptions,
  FindOptions,
  IndexDefinition,
  InOrder,
  Lease,
  Page,
  StoredDocument,
  StoredEntry,
  WriteBatch,
} from '../document-store.js';
import {
  checkpointsOf,
  entryOf,
  indexesOf,
  MongoCollections,
  ONE_BATCH,
  pointersOf,
  readModelNames,
  records,
  StoreCollection,
  type StoredRecord,
} from './mongodb-collections.js';
import { findRecords } from './mongodb-find.js';
import { type LeaseRecord, MongoLeases } from './mongodb-leases.js';
import { MongoWriter } from './mongodb-writer.js';
import { documentsOf, selectionOf } from '../selection.js';

const SCAN_PAGE = 500;

/** How documents are read and written. No election can undo it. */
const OF_DOCUMENTS = {
  writeConcern: { w: 'majority' },
  readConcern: new ReadConcern('majority'),
  readPreference: 'primary',
  // Positions have 64 bits; numbers in documents are never longs.
  useBigInt64: true,
  ignoreUndefined: true,
} as const;

/** What a single server can't give. */
const LOST = 'a crash can undo writes that were acknowledged, and nothing takes over';

/**
 * Connects to MongoDB: `mongodb://host/database?…`. The URL may set pool sizes and timeouts.
 * @throws ConnectionStringError
 * @throws StoreUnavailableError
 */
export async function openMongoDocumentStore({
  url,
  databaseSuffix = '',
  clock = Date,
  standalone,
  readOnly,
}: Pick<DocumentStoreOptions, 'databaseSuffix' | 'clock' | 'standalone' | 'readOnly'> & {
  readonly url: string;
}): Promise<DocumentStore> {
  const mongo = await connectMongo(url, 'documents');
  const { ask } = mongo;
  try {
    const { setName, msg } = await ask(() => mongo.client.db('admin').command({ hello: 1 }));
    if (setName === undefined && msg !== 'isdbgrid') {
      standalone?.(
        `MongoDB at ${parseStoreAddress(url).hosts} is a single server, no replica set: ${LOST}`,
      );
    }
    const database = mongo.database(databaseSuffix, OF_DOCUMENTS);
    await checkRights(mongo, checkpointsOf(database), readOnly ? 'read' : 'define');
    return new MongoDocumentStore(mongo, database, clock);
  } catch (error) {
    await mongo.close();
    throw error;
  }
}

class MongoDocumentStore implements DocumentStore {
  readonly #leases: MongoLeases;
  readonly #writer: MongoWriter;
  readonly #collections: MongoCollections;
  readonly #indexes = new Map<string, readonly IndexDefinition[]>();
  readonly #recordOf = new Map<string, (id: string) => Promise<StoredRecord | undefined>>();
  /** At the start of background work dozens are read at once. */
  readonly #checkpointOf = inOneCommand(async (names: readonly string[]) => {
    const found = await this.ask(() =>
      checkpointsOf(this.db)
        .find({ _id: { $in: [...names] } }, ONE_BATCH)
        .toArray(),
    );
    const positions = new Map(found.map(({ _id, position }) => [_id, position]));
    return names.map((name) => positions.get(name));
  });
  readonly #pointerOf = inOneCommand(async (names: readonly string[]) => {
    const found = await this.pointers(names);
    return names.map((name) => found.get(name));
  });
  private readonly ask: AskMongo;

  constructor(
    private readonly mongo: ConnectedMongo,
    private readonly db: Db,
    clock: Clock,
  ) {
    this.ask = mongo.ask;
    this.#leases = new MongoLeases(db.collection<LeaseRecord>(StoreCollection.Leases), clock);
    this.#writer = new MongoWriter(db, this.#leases, mongo.ask);
    this.#collections = new MongoCollections(db);
  }

  async ensureCollection(definition: CollectionDefinition): Promise<void> {
    await this.ask(() => this.#collections.ensure(definition));
    this.#indexes.delete(definition.name);
  }

  listCollections(): Promise<readonly string[]> {
    return this.ask(() => readModelNames(this.db));
  }

  async dropCollection(name: string): Promise<void> {
    await this.ask(() => this.#collections.drop(name));
    this.#recordOf.delete(name);
    this.#writer.forgetCollections();
  }

  async get<D extends Document>(collection: string, id: string): Promise<D | undefined> {
    let recordOf = this.#recordOf.get(collection);
    if (recordOf === undefined) {
      recordOf = inOneCommand(async (ids) => {
        const found = await this.#recordsOf(collection, ids);
        return ids.map((one) => found.get(one));
      });
      this.#recordOf.set(collection, recordOf);
    }
    return (await recordOf(id))?.document as D | undefined;
  }

  async getMany<D extends Document>(
    collection: string,
    ids: readonly string[],
  ): Promise<InOrder<D>> {
    const found = await this.#recordsOf(collection, ids);
    return ids.map((id) => found.get(id)?.document as D | undefined);
  }

  async load(collection: string, ids: readonly string[]): Promise<InOrder<StoredDocument>> {
    const found = await this.#recordsOf(collection, ids);
    return ids.map((id) => {
      const record = found.get(id);
      return record && { document: record.document, position: record.position };
    });
  }

  async #recordsOf(
    collection: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, StoredRecord>> {
    if (ids.length === 0) return new Map();
    const found = await this.ask(() =>
      records(this.db, collection)
        .find({ _id: { $in: [...new Set(ids)] } }, { batchSize: ids.length + 1 })
        .toArray(),
    );
    return new Map(found.map((record) => [record._id, record]));
  }

  async find<D extends Document>(collection: string, options: FindOptions): Promise<Page<D>> {
    return documentsOf(await this.findStored<D>(collection, options));
  }

  findStored<D extends Document>(
    collection: string,
    options: FindOptions,
  ): Promise<Page<StoredEntry<D>>> {
    return this.ask(async () => {
      let indexes = this.#indexes.get(collection);
      if (indexes === undefined) {
        indexes = await indexesOf(this.db, collection);
        if (indexes === undefined) return { items: [] };
        this.#indexes.set(collection, indexes);
      }
      const selection = selectionOf(collection, indexes, options);
      return findRecords<D>(records(this.db, collection), selection, options);
    });
  }

  async *scan(collection: string): AsyncIterable<StoredEntry> {
    const found = records(this.db, collection).find(
      { live: true },
      { sort: { _id: 1 }, batchSize: SCAN_PAGE },
    );
    try {
      for (;;) {
        const record = await this.ask(() => found.next());
        if (record === null) return;
        yield entryOf(record);
      }
    } finally {
      await found.close().catch(() => undefined);
    }
  }

  count(collection: string): Promise<number> {
    return this.ask(() => records(this.db, collection).countDocuments({ live: true }));
  }

  write(batch: WriteBatch): Promise<void> {
    return this.#writer.write(batch);
  }

  checkpoint(name: string): Promise<bigint | undefined> {
    return this.#checkpointOf(name);
  }

  async checkpoints(): Promise<ReadonlyMap<string, bigint>> {
    const found = await this.ask(() => checkpointsOf(this.db).find({}, ONE_BATCH).toArray());
    return new Map(found.map(({ _id, position }) => [_id, position]));
  }

  async deleteCheckpoint(name: string): Promise<void> {
    await this.ask(() => checkpointsOf(this.db).deleteOne({ _id: name }));
  }

  pointer(name: string): Promise<string | undefined> {
    return this.#pointerOf(name);
  }

  async pointers(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await this.ask(() =>
      pointersOf(this.db)
        .find({ _id: { $in: [...names] } }, ONE_BATCH)
        .toArray(),
    );
    return new Map(found.map(({ _id, value }) => [_id, value]));
  }

  setPointer(name: string, expected: string | undefined, value: string): Promise<boolean> {
    return this.ask(async () => {
      if (expected === undefined) {
        return unlessExists(() => pointersOf(this.db).insertOne({ _id: name, value }));
      }
      const same = { _id: name, value: expected };
      return (await pointersOf(this.db).updateOne(same, { $set: { value } })).matchedCount === 1;
    });
  }

  async clear({ last }: { readonly last: string }): Promise<void> {
    for (const name of await this.listCollections()) {
      if (name !== last) await this.dropCollection(name);
    }
    await this.ask(() => pointersOf(this.db).deleteMany({}));
    await this.ask(() => checkpointsOf(this.db).deleteMany({}));
    await this.dropCollection(last);
  }

  overwriteDeleted(): Promise<boolean> {
    return Promise.resolve(true);
  }

  acquireLease(name: string, holder: string, ttlMs: number): Promise<Lease | undefined> {
    return this.ask(() => this.#leases.acquire(name, holder, ttlMs));
  }

  renewLease(lease: Lease, ttlMs: number): Promise<boolean> {
    return this.ask(() => this.#leases.renew(lease, ttlMs));
  }

  releaseLease(lease: Lease): Promise<void> {
    return this.ask(() => this.#leases.release(lease));
  }

  async close(): Promise<void> {
    await this.mongo.close();
  }
}
