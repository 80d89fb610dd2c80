import type { LmdbDatabases } from './lmdb-databases.js';
import {
  blockOf,
  documentKey,
  type EncodedWrite,
  entriesOf,
  indexEntryKey,
  type IndexEntry,
  isLive,
  positionOf,
  recordOf,
  type StoredCollection,
} from './lmdb-layout.js';

const nothing: Buffer = Buffer.alloc(0);

/**
 * Puts a record and its index entries unless one as new or newer is there (`again`: unless a newer one is). Answers by how
 * much the number of documents grew.
 */
export function putEncoded(
  db: LmdbDatabases,
  collection: StoredCollection,
  write: EncodedWrite,
  again = false,
): -1 | 0 | 1 {
  const key = documentKey(collection.number, write.id);
  if (key === undefined) throw new TypeError('a document id that no document can have');
  const old = db.documents.getBinaryFast(key);
  let before = 0;
  let oldBlock: Buffer | undefined = nothing;
  if (old !== undefined) {
    const position = positionOf(old);
    if (position > write.position || (position === write.position && !again)) return 0;
    before = isLive(old) ? 1 : 0;
    const block = blockOf(old);
    // The record that was read is gone with the next use of the store.
    oldBlock = block.equals(write.block) ? undefined : Buffer.from(block);
  }
  void db.documents.put(key, recordOf(write));
  if (oldBlock) replaceEntries(db, collection.number, oldBlock, write);
  return ((write.live ? 1 : 0) - before) as -1 | 0 | 1;
}

function replaceEntries(
  db: LmdbDatabases,
  collection: number,
  oldBlock: Buffer,
  write: EncodedWrite,
): void {
  const gone = new Map(entriesOf(oldBlock).map((entry) => [nameOf(entry), entry]));
  for (const entry of entriesOf(write.block)) {
    if (gone.size > 0 && gone.delete(nameOf(entry))) continue;
    void db.indexes.put(indexEntryKey(collection, entry, write.id), nothing);
  }
  for (const entry of gone.values()) {
    void db.indexes.remove(indexEntryKey(collection, entry, write.id));
  }
}

function nameOf({ index, key }: IndexEntry): string {
  return `${index} ${key.toString('latin1')}`;
}
