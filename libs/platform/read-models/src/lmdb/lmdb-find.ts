import type { FindOptions, Page, StoredDocument, StoredEntry } from '../document-store.js';
import type { LmdbDatabases } from './lmdb-databases.js';
import { idOfIndexEntry, keyPrefix, type StoredCollection } from './lmdb-layout.js';
import { cursorAt, refuseUnboundArrays, selectionOf } from '../selection.js';
import { type KeyBounds, selectedKeys } from '../selection-keys.js';

/** One page of a selection. */
export function findOnIndex(
  db: LmdbDatabases,
  name: string,
  collection: StoredCollection,
  options: FindOptions,
  read: (id: string) => StoredDocument | undefined,
): Page<StoredEntry> {
  const selection = selectionOf(name, collection.indexes, options);
  const index = collection.indexes.find((known) => known.name === selection.index.name);
  const prefix = keyPrefix(collection.number, index?.number ?? 0);
  const bounds = selectedKeys(selection, options, prefix);
  const ids: string[] = [];
  for (const key of keysBetween(db, bounds, selection.descending)) {
    ids.push(idOfIndexEntry(key, selection.index.fields.length));
    if (ids.length > options.limit) break;
  }
  const items = ids.slice(0, options.limit).map((id): StoredEntry => {
    const { document, position } = read(id) ?? {};
    if (document === undefined || position === undefined) {
      throw new Error(`index entry of ${name} without its document`);
    }
    return { id, document, position };
  });
  refuseUnboundArrays(
    selection,
    items.map(({ document }) => document),
  );
  const last = items.at(-1);
  if (ids.length <= options.limit || last === undefined) return { items };
  return { items, next: cursorAt(selection, last.document, last.id) };
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
