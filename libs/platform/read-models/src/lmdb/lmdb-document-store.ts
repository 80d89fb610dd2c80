import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { StoreUnavailableError } from '#libs/platform/event-store';
import type { Clock } from '#libs/platform/kernel';
import { WriterLock } from '#libs/platform/stores';
import type {
  Checkpoint,
  CollectionDefinition,
  Document,
  DocumentStore,
  DocumentWrite,
  FindOptions,
  Lease,
  Page,
  StoredDocument,
  StoredEntry,
} from '../document-store.js';
import { LeaseLostError } from '../document-store.js';
import { LmdbCheckpoints } from './lmdb-checkpoints.js';
import { LmdbCollections } from './lmdb-collections.js';
import { type LmdbDatabases, metaKey, openLmdbDatabases } from './lmdb-databases.js';
import { LmdbDocuments } from './lmdb-documents.js';
import { type EncodedWrite, encodeWrite, type StoredCollection } from './lmdb-layout.js';
import { LmdbLeases } from './lmdb-leases.js';
import { putEncoded } from './lmdb-put.js';
import { RecentDocuments } from './recent-documents.js';

/**
 * Opens the embedded document store in a directory of its own. Documents, index entries and checkpoints of a batch are one
 * LMDB transaction; a write is answered when it can be read, and is flushed to the disk right after. A crash of the process
 * loses nothing, a loss of power at most the newest batches as a whole, which the log brings back.
 * @throws DirectoryInUseError when another process writes there
 */
export async function openLmdbDocumentStore(options: {
  readonly directory: string;
  /** For leases; default is the system's. */
  readonly clock?: Clock;
  /** Stand beside the process that writes; each read sees what was written before it. */
  readonly readOnly?: boolean;
}): Promise<DocumentStore> {
  const { directory, readOnly = false } = options;
  if (!readOnly) mkdirSync(directory, { recursive: true, mode: 0o700 });
  else if (!existsSync(join(directory, 'data.mdb'))) {
    throw new StoreUnavailableError(`there are no documents in ${directory} yet`);
  }
  const clock = options.clock ?? { now: () => Date.now() };
  const databases = openLmdbDatabases(directory, readOnly);
  if (readOnly) return new LmdbDocumentStore(databases, clock);
  try {
    const lock = await WriterLock.acquire(directory, databases);
    return new LmdbDocumentStore(databases, clock, lock);
  } catch (error) {
    await databases.close();
    throw error;
  }
}

class LmdbDocumentStore implements DocumentStore {
  readonly #checkpoints: LmdbCheckpoints;
  readonly #collections: LmdbCollections;
  readonly #documents: LmdbDocuments;
  readonly #leases: LmdbLeases;
  /** By collection number and id. Only this process writes. */
  readonly #recent = new RecentDocuments();

  constructor(
    private readonly db: LmdbDatabases,
    clock: Clock,
    /** Absent where this one only reads. */
    private readonly lock?: WriterLock,
  ) {
    this.#checkpoints = new LmdbCheckpoints(db);
    this.#collections = new LmdbCollections(db, lock === undefined);
    this.#documents = new LmdbDocuments(db, this.#collections);
    this.#leases = new LmdbLeases(db, clock);
  }

  ensureCollection(definition: CollectionDefinition): Promise<void> {
    return this.#collections.ensure(definition);
  }

  listCollections(): Promise<readonly string[]> {
    this.db.refresh();
    return Promise.resolve(this.#collections.names());
  }

  dropCollection(name: string): Promise<void> {
    this.#recent.clear();
    return this.#collections.drop(name);
  }

  get<D extends Document>(collection: string, id: string): Promise<D | undefined> {
    const known = this.#collections.get(collection);
    if (known === undefined) return Promise.resolve(undefined);
    if (this.lock === undefined) {
      this.db.refresh();
      return Promise.resolve(this.#documents.read(known, id)?.document as D | undefined);
    }
    const found = this.#recent.get(recentKey(known, id), () => this.#documents.read(known, id));
    return Promise.resolve(found as D | undefined);
  }

  getMany<D extends Document>(
    collection: string,
    ids: readonly string[],
  ): Promise<readonly (D | undefined)[]> {
    const found = this.#documents.getMany(collection, ids);
    return Promise.resolve(found as readonly (D | undefined)[]);
  }

  load<D extends Document>(
    collection: string,
    ids: readonly string[],
  ): Promise<readonly (StoredDocument<D> | undefined)[]> {
    const found = this.#documents.load(collection, ids);
    return Promise.resolve(found as readonly (StoredDocument<D> | undefined)[]);
  }

  async find<D extends Document>(collection: string, options: FindOptions): Promise<Page<D>> {
    const { items, ...more } = await this.findStored<D>(collection, options);
    return { items: items.map(({ document }) => document), ...more };
  }

  async findStored<D extends Document>(
    collection: string,
    options: FindOptions,
  ): Promise<Page<StoredEntry<D>>> {
    // Nothing here waits for a disk or a network: whoever goes through many pages would let nobody else have a turn.
    if (options.after !== undefined) await new Promise(setImmediate);
    return this.#documents.find(collection, options);
  }

  scan(collection: string): AsyncIterable<StoredEntry> {
    return this.#documents.scan(collection);
  }

  count(collection: string): Promise<number> {
    const known = this.#collections.get(collection);
    return Promise.resolve(known === undefined ? 0 : this.#collections.count(known));
  }

  async write(batch: {
    readonly first?: DocumentWrite;
    readonly writes: readonly DocumentWrite[];
    readonly checkpoints: readonly Checkpoint[];
    readonly lease?: Lease;
  }): Promise<void> {
    const { first, writes } = batch;
    const all = first === undefined ? writes : [first, ...writes];
    const encoded: [StoredCollection, EncodedWrite][] = all.map((write) => {
      const collection = this.#collections.get(write.collection);
      if (collection === undefined) throw new Error(`no collection ${write.collection}`);
      return [collection, encodeWrite(collection, write)];
    });
    const keys = encoded.map(([collection, { id }]) => recentKey(collection, id));
    this.#recent.writing(keys);
    try {
      const written = await this.db.transaction(() => this.#writeEncoded(encoded, batch));
      if (!written) throw new LeaseLostError(`lease ${batch.lease?.name ?? ''} has a newer holder`);
    } finally {
      this.#recent.written(keys);
    }
  }

  /** Inside a transaction. False when the lease was lost: nothing is written then. */
  #writeEncoded(
    encoded: readonly [StoredCollection, EncodedWrite][],
    batch: { readonly checkpoints: readonly Checkpoint[]; readonly lease?: Lease },
  ): boolean {
    if (batch.lease && !this.#leases.isNewest(batch.lease)) return false;
    const growth = new Map<StoredCollection, number>();
    for (const [collection, write] of encoded) {
      const change = putEncoded(this.db, collection, write);
      if (change !== 0) growth.set(collection, (growth.get(collection) ?? 0) + change);
    }
    for (const [collection, change] of growth) this.#collections.grow(collection, change);
    this.#checkpoints.put(batch.checkpoints);
    return true;
  }

  checkpoint(name: string): Promise<bigint | undefined> {
    this.db.refresh();
    return Promise.resolve(this.#checkpoints.get(name));
  }

  checkpoints(): Promise<ReadonlyMap<string, bigint>> {
    this.db.refresh();
    return Promise.resolve(this.#checkpoints.all());
  }

  deleteCheckpoint(name: string): Promise<void> {
    return this.#checkpoints.delete(name);
  }

  pointer(name: string): Promise<string | undefined> {
    this.db.refresh();
    return Promise.resolve(this.#pointer(name));
  }

  pointers(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    this.db.refresh();
    const found = names.map((name) => [name, this.#pointer(name)] as const);
    return Promise.resolve(
      new Map(found.filter((one): one is [string, string] => one[1] !== undefined)),
    );
  }

  #pointer(name: string): string | undefined {
    return this.db.meta.get(metaKey('pointer', name)) as string | undefined;
  }

  setPointer(name: string, expected: string | undefined, value: string): Promise<boolean> {
    return this.db.transaction(() => {
      const key = metaKey('pointer', name);
      if (this.db.meta.get(key) !== expected) return false;
      void this.db.meta.put(key, value);
      return true;
    });
  }

  async clear({ last }: { readonly last: string }): Promise<void> {
    for (const name of await this.listCollections()) {
      if (name !== last) await this.dropCollection(name);
    }
    await this.db.transaction(() => {
      const prefix = metaKey('pointer', '');
      for (const key of [...this.db.meta.getKeys({ start: prefix, end: `${prefix}\uffff` })]) {
        void this.db.meta.remove(key);
      }
      this.#checkpoints.clear();
    });
    await this.dropCollection(last);
  }

  acquireLease(name: string, holder: string, ttlMs: number): Promise<Lease | undefined> {
    return this.#leases.acquire(name, holder, ttlMs);
  }

  renewLease(lease: Lease, ttlMs: number): Promise<boolean> {
    return this.#leases.renew(lease, ttlMs);
  }

  releaseLease(lease: Lease): Promise<void> {
    return this.#leases.release(lease);
  }

  async close(): Promise<void> {
    await this.#collections.close();
    this.lock?.release();
    await this.db.close();
  }
}

function recentKey({ number }: StoredCollection, id: string): string {
  return `${number} ${id}`;
}
