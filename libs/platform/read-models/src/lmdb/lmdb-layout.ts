import {
  checkDocumentId,
  type Document,
  type DocumentWrite,
  type IndexDefinition,
  MAX_ID_BYTES,
  type StoredDocument,
} from '../document-store.js';
import { CHECKSUM_BYTES, valueOfChecked, withChecksum } from '#libs/platform/stores';
import type { LmdbDatabases } from './lmdb-collections.js';
import {
  endOfIndexValue,
  indexKeys,
  LONGEST_VALUE,
  plainFieldValue,
  writeIndexValue,
} from '../index-key.js';

/** The definition of a collection. Numbers are never reused, so stale readers of a dropped collection find nothing. */
export interface StoredCollection {
  readonly number: number;
  readonly indexes: readonly (IndexDefinition & { readonly number: number })[];
}

/**
 * A record consists of: kind, position, length of the index block, index block, JSON. The index block contains the index keys of the
 * document, so that they can be removed without parsing it. A CRC-32 of key and record follows, unless an earlier version wrote it.
 */
const HEADER = 13;
/** Bits of the kind. */
const LIVE = 1;
const CHECKED = 2;

// Has room for one more character than the longest id, which reveals a longer one.
const keyScratch = Buffer.alloc(4 + MAX_ID_BYTES + 4);

/** Key of a document, valid until the next call; undefined for an invalid id. */
export function documentKey(collection: number, id: string): Buffer | undefined {
  if (id.length > MAX_ID_BYTES) return undefined;
  const size = keyScratch.write(id, 4, 'utf8');
  if (size > MAX_ID_BYTES || size === 0) return undefined;
  keyScratch.writeUInt32BE(collection, 0);
  return keyScratch.subarray(0, 4 + size);
}

export function idOfDocumentKey(key: Buffer): string {
  return key.toString('utf8', 4);
}

/** Prefix of every key of a collection, or of one of its indexes. */
export function keyPrefix(collection: number, index?: number): Buffer {
  const prefix = Buffer.alloc(index === undefined ? 4 : 5);
  prefix.writeUInt32BE(collection, 0);
  if (index !== undefined) prefix[4] = index;
  return prefix;
}

let entryKeyScratch = Buffer.alloc(2_048);

/** Key of an index entry; valid until the next call. */
function indexEntryKey(collection: number, entry: IndexEntry, id: string): Buffer {
  const most = 5 + entry.key.length + id.length * 3;
  if (entryKeyScratch.length < most) entryKeyScratch = Buffer.alloc(most * 2);
  entryKeyScratch.writeUInt32BE(collection, 0);
  entryKeyScratch[4] = entry.index;
  const start = 5 + entry.key.copy(entryKeyScratch, 5);
  return entryKeyScratch.subarray(0, start + entryKeyScratch.write(id, start, 'utf8'));
}

/** Id at the end of an index entry key with `fields` values. */
export function idOfIndexEntry(key: Buffer, fields: number): string {
  let offset = 5;
  for (let i = 0; i < fields; i++) offset = endOfIndexValue(key, offset);
  return key.toString('utf8', offset);
}

/** An index entry without collection and id. */
interface IndexEntry {
  readonly index: number;
  readonly key: Buffer;
}

export interface EncodedWrite {
  readonly id: string;
  readonly position: bigint;
  readonly live: boolean;
  /** Index block of the record. */
  readonly block: Buffer;
  /** The document as JSON; empty when deleted. */
  readonly body: string;
}

/** Encodes a write. Throws if the document or id can't be stored. */
export function encodeWrite(collection: StoredCollection, write: DocumentWrite): EncodedWrite {
  const { id, document, position } = write;
  checkDocumentId(id);
  if (document === undefined) return { id, position, live: false, block: nothing, body: '' };
  const block = encodeBlock(collection, document);
  return { id, position, live: true, block, body: JSON.stringify(document) };
}

const nothing: Buffer = Buffer.alloc(0);

let recordScratch = Buffer.alloc(64 * 1024);

/** The record of a write with its checksum; valid until the next call. */
function recordOf(key: Buffer, { live, position, block, body }: EncodedWrite): Buffer {
  const start = HEADER + block.length;
  // A UTF-16 unit takes at most three bytes.
  const most = start + body.length * 3 + CHECKSUM_BYTES;
  if (recordScratch.length < most) recordScratch = Buffer.alloc(most * 2);
  recordScratch[0] = CHECKED | (live ? LIVE : 0);
  recordScratch.writeBigUInt64BE(position, 1);
  recordScratch.writeUInt32BE(block.length, 9);
  block.copy(recordScratch, HEADER);
  const end = start + recordScratch.write(body, start, 'utf8');
  return withChecksum(key, recordScratch.subarray(0, end + CHECKSUM_BYTES));
}

/** The record at a key, valid until the next use of the store. @throws DamagedStoreError if it is not what was written there */
export function recordAt(db: LmdbDatabases, key: Buffer): Buffer | undefined {
  const stored = db.documents.getBinaryFast(key);
  return stored && checkedRecord(db, key, stored);
}

/** The record in what is stored at a key. @throws DamagedStoreError if that is not what was written there */
export function checkedRecord(db: LmdbDatabases, key: Buffer, stored: Buffer): Buffer {
  const kind = stored[0] ?? CHECKED;
  if (kind <= LIVE) return stored;
  const record = kind <= (CHECKED | LIVE) ? valueOfChecked(key, stored) : undefined;
  if (record === undefined) throw db.damaged();
  return record;
}

let blockScratch = Buffer.alloc(4_096);

/** Encodes the entries of a document in all indexes: number of the index, length of the key, key. */
function encodeBlock({ indexes }: StoredCollection, document: Document): Buffer {
  let end = 0;
  for (const index of indexes) {
    const plain = writePlainEntry(index, document, end);
    if (plain !== undefined) {
      end = plain;
      continue;
    }
    for (const key of indexKeys(index, document)) {
      makeRoom(end, key.length);
      key.copy(blockScratch, end + 3);
      end = closeEntry(index.number, end, end + 3 + key.length);
    }
  }
  return Buffer.from(blockScratch.subarray(0, end));
}

type StoredIndex = StoredCollection['indexes'][number];

/** Fast path for an index whose fields all hold one scalar. Returns the end of the entry; undefined if not applicable. */
function writePlainEntry(
  index: StoredIndex,
  document: Document,
  start: number,
): number | undefined {
  makeRoom(start, index.fields.length * LONGEST_VALUE);
  let end = start + 3;
  for (const field of index.fields) {
    const value = plainFieldValue(document, field);
    if (value === undefined) return undefined;
    end = writeIndexValue(blockScratch, end, value);
  }
  return closeEntry(index.number, start, end);
}

function closeEntry(index: number, start: number, end: number): number {
  blockScratch[start] = index;
  blockScratch.writeUInt16BE(end - start - 3, start + 1);
  return end;
}

function makeRoom(end: number, size: number): void {
  if (blockScratch.length >= end + 3 + size) return;
  const bigger = Buffer.alloc((end + 3 + size) * 2);
  blockScratch.copy(bigger, 0, 0, end);
  blockScratch = bigger;
}

/** Entries of a record's index block. */
function entriesOf(block: Buffer): IndexEntry[] {
  const entries: IndexEntry[] = [];
  for (let offset = 0; offset < block.length;) {
    const end = offset + 3 + block.readUInt16BE(offset + 1);
    entries.push({ index: block[offset] ?? 0, key: block.subarray(offset + 3, end) });
    offset = end;
  }
  return entries;
}

/** Keys of the index entries of a record, each valid until the next one is asked for. */
export function* entryKeysOf(key: Buffer, record: Buffer): Generator<Buffer, void, undefined> {
  if (!isLive(record)) return;
  for (const entry of entriesOf(blockOf(record))) {
    yield indexEntryKey(key.readUInt32BE(0), entry, idOfDocumentKey(key));
  }
}

function isLive(record: Buffer): boolean {
  return ((record[0] ?? 0) & LIVE) !== 0;
}

/** Position of the event that wrote a record last. */
export function positionOf(record: Buffer): bigint {
  return record.readBigUInt64BE(1);
}

/** Index block of a record, not copied. */
function blockOf(record: Buffer): Buffer {
  return record.subarray(HEADER, HEADER + record.readUInt32BE(9));
}

/** Document of a record; undefined if deleted. */
export function documentOf(record: Buffer): Document | undefined {
  if (!isLive(record)) return undefined;
  const start = HEADER + record.readUInt32BE(9);
  return JSON.parse(record.toString('utf8', start, record.length)) as Document;
}

export function storedOf(record: Buffer): StoredDocument {
  return { document: documentOf(record), position: positionOf(record) };
}

/**
 * Writes a record and its index entries unless the stored one is as new or newer (`again`: unless it is newer). Returns the change
 * in the number of documents.
 */
export function putEncoded(
  db: LmdbDatabases,
  collection: StoredCollection,
  write: EncodedWrite,
  again = false,
): -1 | 0 | 1 {
  const key = documentKey(collection.number, write.id);
  if (key === undefined) throw new TypeError('invalid document id');
  const old = recordAt(db, key);
  let before = 0;
  let oldBlock: Buffer | undefined = nothing;
  if (old !== undefined) {
    const position = positionOf(old);
    if (position > write.position || (position === write.position && !again)) return 0;
    before = isLive(old) ? 1 : 0;
    const block = blockOf(old);
    // Copied because the record is only valid until the next use of the store.
    oldBlock = block.equals(write.block) ? undefined : Buffer.from(block);
  }
  void db.documents.put(key, recordOf(key, write));
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
