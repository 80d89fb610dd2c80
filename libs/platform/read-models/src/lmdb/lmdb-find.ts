import type { FindOptions, Page, StoredEntry } from '../document-store.js';
import type { LmdbDatabases } from './lmdb-databases.js';
import {
  documentOf,
  idOfIndexEntry,
  keyPrefix,
  positionOf,
  type StoredCollection,
} from './lmdb-layout.js';
import { type KeyBounds, pageOf, selectedKeys, selectionOf } from '../selection.js';

/**
 * One page of a selection.
 * @param record what is stored of a document; looked at before the next is asked for
 */
export function findOnIndex(
  db: LmdbDatabases,
  name: string,
  collection: StoredCollection,
  options: FindOptions,
  record: (id: string) => Buffer | undefined,
): Page<StoredEntry> {
  const selection = selectionOf(name, collection.indexes, options);
  const index = collection.indexes.find((known) => known.name === selection.index.name);
  const prefix = keyPrefix(collection.number, index?.number ?? 0);
  const bounds = selectedKeys(selection, options, prefix);
  const { limit, maxBytes = Infinity } = options;
  const items: StoredEntry[] = [];
  let bytes = 0;
  let isWhole = true;
  for (const key of keysBetween(db, bounds, selection.descending)) {
    isWhole = items.length < limit && bytes < maxBytes;
    if (!isWhole) break;
    const id = idOfIndexEntry(key, selection.index.fields.length);
    const stored = record(id);
    const document = stored && documentOf(stored);
    if (!document) throw new Error(`index entry of ${name} without its document`);
    bytes += stored.length;
    items.push({ id, document, position: positionOf(stored) });
  }
  return pageOf(selection, items, isWhole);
}

function* keysBetween(
  db: LmdbDatabases,
  { lower, upper }: KeyBounds,
  descending: boolean,
): Iterable<Buffer> {
  if (lower.compare(upper) >= 0) return;
  if (!descending) {
    yield* db.indexes.getKeys({ start: lower, end: upper });
    return;
  }
  for (const key of db.indexes.getKeys({ start: upper, reverse: true })) {
    if (key.compare(lower) < 0) return;
    if (key.compare(upper) < 0) yield key;
  }
}
