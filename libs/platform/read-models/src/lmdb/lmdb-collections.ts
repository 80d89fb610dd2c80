import type { Database } from 'lmdb';
import {
  pauser,
  CheckedLmdb,
  CHECKSUM_BYTES,
  type HolderRegister,
  valueOfChecked,
  withChecksum,
} from '#libs/platform/stores';
import { StoreUnavailableError } from '#libs/platform/event-store';
import type { CollectionDefinition, IndexDefinition } from '../document-store.js';
import {
  checkedRecord,
  encodeWrite,
  entryKeysOf,
  idOfDocumentKey,
  keyPrefix,
  type StoredCollection,
  putEncoded,
  recordAt,
  storedOf,
} from './lmdb-layout.js';

const REMEDY =
  'stop the service if it runs, and remove its directory; read models and checkpoints are rebuilt from the log';

/** The databases of one embedded document store. */
export class LmdbDatabases extends CheckedLmdb<Buffer> implements HolderRegister {
  /** Collection number and id → record. */
  readonly documents: Database<Buffer, Buffer>;
  /** Collection number, index number, values and id → nothing. */
  readonly indexes: Database<Buffer, Buffer>;
  readonly meta: CheckedValues;
  readonly #closing = new AbortController();

  constructor(
    directory: string,
    private readonly readOnly = false,
  ) {
    super(
      {
        directory,
        remedy: REMEDY,
        maxDbs: 4,
        readOnly,
        // Address space, not memory. A growing map would be mapped twice for a while, and its pages counted twice.
        mapSize: 2 ** 30,
        // Resolves once visible. The flush follows in the background, in an order that keeps the file consistent.
        separateFlushed: true,
      },
      'the document store',
    );
    const binary = { encoding: 'binary', keyEncoding: 'binary' } as const;
    this.meta = new CheckedValues(this.root.openDB('meta', { encoding: 'binary' }), this);
    this.documents = this.root.openDB<Buffer, Buffer>('documents', binary);
    this.indexes = this.root.openDB<Buffer, Buffer>('indexes', binary);
  }

  /** @throws StoreUnavailableError as {@link CheckedLmdb.transaction}, and if the store is closed */
  override async transaction<T>(work: () => T): Promise<T> {
    this.#checkOpen();
    return super.transaction(work);
  }

  /** @throws StoreUnavailableError as {@link transaction} */
  async overwriteAllDeleted(signal: AbortSignal): Promise<boolean> {
    this.#checkOpen();
    const either = AbortSignal.any([signal, this.#closing.signal]);
    return this.overwriteDeleted([this.documents, this.indexes, this.meta.database], either);
  }

  #checkOpen(): void {
    if (this.readOnly) throw new Error('the document store is open for reading only');
    if (this.#closing.signal.aborted) {
      throw new StoreUnavailableError('the document store is closed');
    }
  }

  swap: HolderRegister['swap'] = (mayReplace, next) =>
    this.root.transactionSync(() => {
      const current = this.meta.get('writer') as string | undefined;
      if (!mayReplace(current)) return current ?? '';
      if (next === undefined) this.meta.remove('writer');
      else this.meta.put('writer', next);
      return undefined;
    });

  /** Makes writes of another process visible to a read-only store. */
  refresh(): void {
    if (this.readOnly) this.root.resetReadTxn();
  }

  override async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    await super.close();
  }
}

/** First byte of a value with a checksum; no JSON, as earlier versions wrote it, begins with it. */
const CHECKED = 1;

type Named = 'collection' | 'count' | 'garbage' | 'lease' | 'pointer';
type MetaKey = 'writer' | 'last-number' | 'checkpoints' | `${Named}:${string}`;

/** Collections, checkpoints, pointers and leases: JSON values, each with a checksum of its key and itself. */
class CheckedValues {
  constructor(
    readonly database: Database<Buffer, string>,
    private readonly lmdb: CheckedLmdb<Buffer>,
  ) {}

  get(key: MetaKey): unknown {
    const stored = this.database.get(key);
    if (stored === undefined) return undefined;
    const json = stored[0] === CHECKED ? valueOfChecked(key, stored)?.subarray(1) : stored;
    try {
      return JSON.parse(json?.toString() ?? '');
    } catch {
      throw this.lmdb.damaged();
    }
  }

  put(key: MetaKey, value: unknown): void {
    const json = Buffer.from(JSON.stringify(value));
    const room = Buffer.alloc(1 + json.length + CHECKSUM_BYTES);
    room[0] = CHECKED;
    json.copy(room, 1);
    void this.database.put(key, withChecksum(key, room));
  }

  remove(key: MetaKey): void {
    void this.database.remove(key);
  }

  names(kind: Named): string[] {
    const prefix = `${kind}:`;
    const keys = this.database.getKeys({ start: prefix, end: `${prefix}\uffff` });
    return Array.from(keys, (key) => key.slice(prefix.length));
  }
}

const PURGE_CHUNK = 1_000;

/** The collections of an embedded store with their numbers, indexes and counts. */
export class LmdbCollections {
  readonly #known = new Map<string, StoredCollection>();
  #purging: Promise<void>;
  #closed = false;

  constructor(
    private readonly db: LmdbDatabases,
    readOnly = false,
  ) {
    this.#purging = readOnly ? Promise.resolve() : this.#purge().catch(() => undefined);
  }

  /** A collection dropped by another process still reads as empty. */
  get(name: string): StoredCollection | undefined {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const stored = this.#stored(name);
    if (stored !== undefined) this.#known.set(name, stored);
    return stored;
  }

  #stored(name: string): StoredCollection | undefined {
    return this.db.meta.get(`collection:${name}`) as StoredCollection | undefined;
  }

  names(): readonly string[] {
    return this.db.meta.names('collection');
  }

  count(collection: StoredCollection): number {
    const stored = this.db.meta.get(`count:${collection.number}`);
    return (stored as number | undefined) ?? 0;
  }

  /** Changes the number of documents. Must run inside a transaction. */
  changeCount(collection: StoredCollection, change: number): void {
    const key = `count:${collection.number}` as const;
    this.db.meta.put(key, this.count(collection) + change);
  }

  /**
   * Compares the documents of all collections with their index entries. A file that a crash left has no checksum, and an entry none of its
   * own: one that was changed would only hide its document from lists.
   * @throws DamagedStoreError
   */
  async verify(): Promise<void> {
    const pause = pauser();
    for (const name of this.names()) {
      const { number } = this.get(name) ?? {};
      if (number === undefined) throw this.db.damaged();
      const end = keyPrefix(number + 1);
      let entries = 0;
      for (const { key, value } of this.db.documents.getRange({ start: keyPrefix(number), end })) {
        if (!this.db.documents.doesExist(key)) throw this.db.damaged();
        for (const entry of entryKeysOf(key, checkedRecord(this.db, key, value))) {
          entries += 1;
          if (!this.db.indexes.doesExist(entry)) throw this.db.damaged();
        }
        await pause();
      }
      const found = this.db.indexes.getKeysCount({ start: keyPrefix(number), end });
      if (found !== entries) throw this.db.damaged();
    }
    this.db.isWhole = true;
  }

  async ensure(definition: CollectionDefinition): Promise<void> {
    const { name } = definition;
    if (!/^[a-z0-9_]{1,200}$/.test(name)) throw new Error(`not a collection name: ${name}`);
    const { indexes } = this.#stored(name) ?? {};
    if (indexes && definition.indexes.every((index) => indexes.some(isSame(index)))) return;
    const error = await this.db.transaction(() => {
      const stored = this.#stored(name);
      const before = stored?.indexes ?? [];
      const isNamed = (index: IndexDefinition): boolean =>
        before.some((other) => other.name === index.name);
      const changed = definition.indexes.find(
        (index) => isNamed(index) && !before.some(isSame(index)),
      );
      if (changed) return `index ${changed.name} of ${name} has other fields`;
      const added = definition.indexes.filter((index) => !isNamed(index));
      if (stored && added.length === 0) return undefined;
      const number = stored?.number ?? this.#nextNumber();
      const numbered = added.map(({ name, fields }, i) => {
        return { name, fields, number: before.length + i };
      });
      const collection: StoredCollection = { number, indexes: [...before, ...numbered] };
      if (stored) this.#reindex(collection);
      this.db.meta.put(`collection:${name}`, collection);
      return undefined;
    });
    if (error !== undefined) throw new Error(error);
    this.#known.delete(name);
  }

  #nextNumber(): number {
    const last = (this.db.meta.get('last-number') as number | undefined) ?? 0;
    this.db.meta.put('last-number', last + 1);
    return last + 1;
  }

  /** Writes every document again to add it to new indexes. Must run inside a transaction. */
  #reindex(collection: StoredCollection): void {
    const { number } = collection;
    const range = { start: keyPrefix(number), end: keyPrefix(number + 1) };
    for (const key of [...this.db.documents.getKeys(range)]) {
      const record = recordAt(this.db, key);
      const { document, position } = record ? storedOf(record) : {};
      if (!document || position === undefined) continue;
      const write = { collection: '', id: idOfDocumentKey(key), document, position };
      putEncoded(this.db, collection, encodeWrite(collection, write), true);
    }
  }

  async drop(name: string): Promise<void> {
    await this.db.transaction(() => {
      const stored = this.#stored(name);
      if (stored === undefined) return;
      this.db.meta.remove(`collection:${name}`);
      this.db.meta.remove(`count:${stored.number}`);
      this.db.meta.put(`garbage:${stored.number}`, true);
    });
    this.#known.delete(name);
    await this.purged();
  }

  /** Resolves when nothing of dropped collections is left. Also retries what an earlier purge could not remove. */
  purged(): Promise<void> {
    this.#purging = this.#purging.catch(() => undefined).then(() => this.#purge());
    return this.#purging;
  }

  /** Removes the contents of dropped collections in chunks; continues after a restart. */
  async #purge(): Promise<void> {
    await Promise.resolve();
    for (const name of this.db.meta.names('garbage')) {
      const number = Number(name);
      const range = { start: keyPrefix(number), end: keyPrefix(number + 1), limit: PURGE_CHUNK };
      for (const database of [this.db.documents, this.db.indexes]) {
        for (let removed = PURGE_CHUNK; removed === PURGE_CHUNK;) {
          if (this.#closed) return;
          removed = await this.db.transaction(() => {
            const keys = [...database.getKeys(range)];
            for (const old of keys) void database.remove(old);
            return keys.length;
          });
        }
      }
      await this.db.transaction(() => this.db.meta.remove(`garbage:${name}`));
    }
  }

  /** Stops the purge; the next start continues it. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#purging.catch(() => undefined);
  }
}

function isSame(index: IndexDefinition): (other: IndexDefinition) => boolean {
  return ({ name, fields }) => name === index.name && fields.join('\n') === index.fields.join('\n');
}
