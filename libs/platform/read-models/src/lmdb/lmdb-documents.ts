import type {
  Document,
  FindOptions,
  Page,
  StoredDocument,
  StoredEntry,
} from '../document-store.js';
import type { LmdbCollections } from './lmdb-collections.js';
import type { LmdbDatabases } from './lmdb-databases.js';
import { findOnIndex } from './lmdb-find.js';
import {
  documentKey,
  documentOf,
  idOfDocumentKey,
  keyPrefix,
  positionOf,
  type StoredCollection,
  storedOf,
} from './lmdb-layout.js';
import type { ReadDocument } from './recent-documents.js';

const SCAN_PAGE = 200;

/** Reads documents. A collection that is not there has none. */
export class LmdbDocuments {
  constructor(
    private readonly db: LmdbDatabases,
    private readonly collections: LmdbCollections,
  ) {}

  read(collection: StoredCollection | undefined, id: string): ReadDocument | undefined {
    const record = this.#record(collection, id);
    const document = record && documentOf<Document>(record);
    return document && { document, bytes: record.length };
  }

  getMany(collection: string, ids: readonly string[]): readonly (Document | undefined)[] {
    this.db.refresh();
    const known = this.collections.get(collection);
    return ids.map((id) => this.read(known, id)?.document);
  }

  load(collection: string, ids: readonly string[]): readonly (StoredDocument | undefined)[] {
    this.db.refresh();
    const known = this.collections.get(collection);
    return ids.map((id) => {
      const record = this.#record(known, id);
      return record && storedOf(record);
    });
  }

  find<D extends Document>(collection: string, options: FindOptions): Page<StoredEntry<D>> {
    this.db.refresh();
    const known = this.collections.get(collection);
    if (known === undefined) return { items: [] };
    const record = (id: string): Buffer | undefined => this.#record(known, id);
    return findOnIndex(this.db, collection, known, options, record) as Page<StoredEntry<D>>;
  }

  async *scan(collection: string): AsyncIterable<StoredEntry> {
    const known = this.collections.get(collection);
    if (known === undefined) return;
    const end = keyPrefix(known.number + 1);
    let start: Buffer | undefined = keyPrefix(known.number);
    while (start !== undefined) {
      const page: StoredEntry[] = [];
      let last: Buffer | undefined;
      for (const { key, value } of this.db.documents.getRange({ start, end, limit: SCAN_PAGE })) {
        const document = documentOf<Document>(value);
        last = Buffer.concat([key, Buffer.of(0)]);
        if (document === undefined) continue;
        page.push({ id: idOfDocumentKey(key), document, position: positionOf(value) });
      }
      yield* page;
      start = last;
      await new Promise(setImmediate);
    }
  }

  #record(collection: StoredCollection | undefined, id: string): Buffer | undefined {
    const key = collection && documentKey(collection.number, id);
    return key && this.db.documents.getBinaryFast(key);
  }
}
