import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StoreUnavailableError } from '#libs/platform/event-store';
import type { Clock } from '#libs/platform/kernel';
import { WriterLock } from '#libs/platform/stores';
import {
  type Checkpoint,
  type CollectionDefinition,
  type Document,
  type DocumentStore,
  type DocumentStoreOptions,
  type FindOptions,
  type InOrder,
  type Lease,
  LeaseLostError,
  type Page,
  type StoredDocument,
  type StoredEntry,
  type WriteBatch,
} from '../document-store.js';
import { LmdbCollections, LmdbDatabases } from './lmdb-collections.js';
import {
  checkedRecord,
  documentKey,
  documentOf,
  type EncodedWrite,
  encodeWrite,
  idOfDocumentKey,
  idOfIndexEntry,
  keyPrefix,
  positionOf,
  type StoredCollection,
  putEncoded,
  recordAt,
  storedOf,
} from './lmdb-layout.js';
import { LmdbLeases } from './lmdb-leases.js';
import { documentsOf, pageOf, selectedKeys, type Selection, selectionOf } from '../selection.js';
import { type ReadDocument, RecentDocuments } from './recent-documents.js';

const SCAN_PAGE = 200;
/** All checkpoints are one value in `meta`, since those of a subscription move together. */
const CHECKPOINTS = 'checkpoints';

/**
 * Opens the embedded document store in a directory. Documents, index entries and checkpoints of a batch form one LMDB transaction. A
 * write resolves once it is visible and is flushed to disk right after. A crash of the process loses nothing; a power failure loses
 * at most the newest batches as a whole, which are folded from the log again.
 * @throws DirectoryInUseError if another process writes there
 * @throws DamagedStoreError if anything in its file was changed
 */
export async function openLmdbDocumentStore({
  directory,
  clock = Date,
  readOnly = false,
}: Pick<DocumentStoreOptions, 'directory' | 'clock' | 'readOnly'>): Promise<DocumentStore> {
  if (readOnly && !existsSync(join(directory, 'data.mdb'))) {
    throw new StoreUnavailableError(`there are no documents in ${directory} yet`);
  }
  const databases = new LmdbDatabases(directory, readOnly);
  if (readOnly) return new LmdbDocumentStore(databases, clock);
  let store: LmdbDocumentStore | undefined;
  try {
    const lock = await WriterLock.acquire(directory, databases);
    store = new LmdbDocumentStore(databases, clock, lock);
    if (!databases.isWhole) await store.verify();
    return store;
  } catch (error) {
    await (store ?? databases).close();
    throw error;
  }
}

class LmdbDocumentStore implements DocumentStore {
  readonly #collections: LmdbCollections;
  readonly #leases: LmdbLeases;
  /** By collection number and id. Stays valid because only this process writes. */
  readonly #recent = new RecentDocuments();

  constructor(
    private readonly db: LmdbDatabases,
    clock: Clock,
    /** Absent if read-only. */
    private readonly lock?: WriterLock,
  ) {
    this.#collections = new LmdbCollections(db, lock === undefined);
    this.#leases = new LmdbLeases(db, clock);
  }

  /** See {@link LmdbCollections.verify}. */
  verify(): Promise<void> {
    return this.#collections.verify();
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
    const known = this.#collection(collection);
    const read = (): ReadDocument | undefined => known && this.#read(known, id);
    const isKept = known !== undefined && this.lock !== undefined;
    const found = isKept ? this.#recent.get(recentKey(known, id), read) : read()?.document;
    return Promise.resolve(found as D | undefined);
  }

  getMany<D extends Document>(collection: string, ids: readonly string[]): Promise<InOrder<D>> {
    const known = this.#collection(collection);
    const found = ids.map((id) => known && this.#read(known, id)?.document);
    return Promise.resolve(found as InOrder<D>);
  }

  load(collection: string, ids: readonly string[]): Promise<InOrder<StoredDocument>> {
    const known = this.#collection(collection);
    const records = (id: string): StoredDocument | undefined => {
      const record = known && this.#record(known, id);
      return record && storedOf(record);
    };
    return Promise.resolve(ids.map(records));
  }

  #collection(name: string): StoredCollection | undefined {
    this.db.refresh();
    return this.#collections.get(name);
  }

  #read(collection: StoredCollection, id: string): ReadDocument | undefined {
    const record = this.#record(collection, id);
    const document = record && documentOf(record);
    return document && { document, bytes: record.length };
  }

  #record({ number }: StoredCollection, id: string): Buffer | undefined {
    const key = documentKey(number, id);
    return key && recordAt(this.db, key);
  }

  async find<D extends Document>(collection: string, options: FindOptions): Promise<Page<D>> {
    return documentsOf(await this.findStored<D>(collection, options));
  }

  async findStored<D extends Document>(
    collection: string,
    options: FindOptions,
  ): Promise<Page<StoredEntry<D>>> {
    // Nothing here waits for I/O: reading many pages in a row would otherwise block the event loop.
    if (options.after !== undefined) await new Promise(setImmediate);
    const known = this.#collection(collection);
    if (known === undefined) return { items: [] };
    const selection = selectionOf(collection, known.indexes, options);
    const { limit, maxBytes = Infinity } = options;
    const items: StoredEntry<D>[] = [];
    let bytes = 0;
    let isWhole = true;
    for (const key of this.#keys(known, selection, options)) {
      isWhole = items.length < limit && bytes < maxBytes;
      if (!isWhole) break;
      const id = idOfIndexEntry(key, selection.index.fields.length);
      const stored = this.#record(known, id);
      const document = stored && documentOf(stored);
      if (!document) throw this.db.damaged();
      bytes += stored.length;
      items.push({ id, document: document as D, position: positionOf(stored) });
    }
    return pageOf(selection, items, isWhole);
  }

  /** The index keys of a selection, in its order. */
  *#keys(
    { number, indexes }: StoredCollection,
    selection: Selection,
    options: FindOptions,
  ): Generator<Buffer, void, undefined> {
    const index = indexes.find(({ name }) => name === selection.index.name);
    const { lower, upper } = selectedKeys(selection, options, keyPrefix(number, index?.number));
    if (lower.compare(upper) >= 0) return;
    if (!selection.descending) {
      yield* this.db.indexes.getKeys({ start: lower, end: upper });
      return;
    }
    for (const key of this.db.indexes.getKeys({ start: upper, reverse: true })) {
      if (key.compare(lower) < 0) return;
      if (key.compare(upper) < 0) yield key;
    }
  }

  async *scan(collection: string): AsyncIterable<StoredEntry> {
    const known = this.#collections.get(collection);
    if (known === undefined) return;
    const end = keyPrefix(known.number + 1);
    let start: Buffer | undefined = keyPrefix(known.number);
    while (start !== undefined) {
      const page: StoredEntry[] = [];
      let last: Buffer | undefined;
      for (const { key, value } of this.db.documents.getRange({ start, end, limit: SCAN_PAGE })) {
        const record = checkedRecord(this.db, key, value);
        const document = documentOf(record);
        last = Buffer.concat([key, Buffer.of(0)]);
        if (document === undefined) continue;
        page.push({ id: idOfDocumentKey(key), document, position: positionOf(record) });
      }
      yield* page;
      start = last;
      await new Promise(setImmediate);
    }
  }

  count(collection: string): Promise<number> {
    const known = this.#collections.get(collection);
    return Promise.resolve(known === undefined ? 0 : this.#collections.count(known));
  }

  async write(batch: WriteBatch): Promise<void> {
    const { first, writes } = batch;
    const all = first === undefined ? writes : [first, ...writes];
    const encoded: [StoredCollection, EncodedWrite][] = all.map((write) => {
      const collection = this.#collections.get(write.collection);
      if (collection === undefined) {
        throw new StoreUnavailableError(`there is no collection ${write.collection}`);
      }
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

  /** Must run inside a transaction. Returns false, without writing anything, if the lease was lost. */
  #writeEncoded(
    encoded: readonly [StoredCollection, EncodedWrite][],
    { lease, checkpoints }: WriteBatch,
  ): boolean {
    if (lease && !this.#leases.isNewest(lease)) return false;
    const growth = new Map<StoredCollection, number>();
    for (const [collection, write] of encoded) {
      const change = putEncoded(this.db, collection, write);
      if (change !== 0) growth.set(collection, (growth.get(collection) ?? 0) + change);
    }
    for (const [collection, change] of growth) this.#collections.changeCount(collection, change);
    if (checkpoints.length > 0) this.#moveCheckpoints(checkpoints);
    return true;
  }

  /** Moves checkpoints forwards, never backwards. Must run inside a transaction. */
  #moveCheckpoints(checkpoints: readonly Checkpoint[]): void {
    const all = { ...this.#checkpoints };
    for (const { name, position } of checkpoints) {
      const stored = all[name];
      if (stored === undefined || BigInt(stored) < position) all[name] = position.toString();
    }
    this.db.meta.put(CHECKPOINTS, all);
  }

  get #checkpoints(): Readonly<Record<string, string>> {
    return (this.db.meta.get(CHECKPOINTS) ?? {}) as Record<string, string>;
  }

  checkpoint(name: string): Promise<bigint | undefined> {
    this.db.refresh();
    const stored = this.#checkpoints[name];
    return Promise.resolve(stored === undefined ? undefined : BigInt(stored));
  }

  checkpoints(): Promise<ReadonlyMap<string, bigint>> {
    this.db.refresh();
    const all = Object.entries(this.#checkpoints);
    return Promise.resolve(new Map(all.map(([name, position]) => [name, BigInt(position)])));
  }

  async deleteCheckpoint(name: string): Promise<void> {
    await this.db.transaction(() => {
      const { [name]: gone, ...others } = this.#checkpoints;
      if (gone !== undefined) this.db.meta.put(CHECKPOINTS, others);
    });
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
    return this.db.meta.get(`pointer:${name}`) as string | undefined;
  }

  setPointer(name: string, expected: string | undefined, value: string): Promise<boolean> {
    return this.db.transaction(() => {
      const key = `pointer:${name}` as const;
      if (this.db.meta.get(key) !== expected) return false;
      this.db.meta.put(key, value);
      return true;
    });
  }

  async clear({ last }: { readonly last: string }): Promise<void> {
    for (const name of await this.listCollections()) {
      if (name !== last) await this.dropCollection(name);
    }
    await this.db.transaction(() => {
      for (const name of this.db.meta.names('pointer')) {
        this.db.meta.remove(`pointer:${name}`);
      }
      this.db.meta.remove(CHECKPOINTS);
    });
    await this.dropCollection(last);
  }

  async overwriteDeleted(signal: AbortSignal): Promise<boolean> {
    await this.#collections.purged();
    return this.db.overwriteAllDeleted(signal);
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
