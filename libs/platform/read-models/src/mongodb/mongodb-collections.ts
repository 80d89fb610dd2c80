import { type Collection, type Db, MongoServerError } from 'mongodb';
import type {
  CollectionDefinition,
  Document,
  IndexDefinition,
  StoredEntry,
} from '../document-store.js';

/** A document as MongoDB keeps it: the read model's own document is inside, so that any of its field names will do. */
export interface StoredRecord {
  readonly _id: string;
  /** Guard: the position of the newest event folded in. */
  readonly position: bigint;
  /** False: deleted; the record keeps the position. */
  readonly live: boolean;
  readonly document?: Document;
}

/** A live record as a store gives it. */
export function entryOf({ _id: id, document = {}, position }: StoredRecord): StoredEntry {
  return { id, document, position };
}

/** Name of an indexed field inside a record. */
export function recordField(field: string): string {
  return `document.${field}`;
}

/** The store's own collections; their names can't be those of read models. */
export const StoreCollection = {
  Checkpoints: 'store.checkpoints',
  Pointers: 'store.pointers',
  Leases: 'store.leases',
} as const;

const NAMESPACE_NOT_FOUND = 26;
const NAMESPACE_EXISTS = 48;

const readModelName = /^[a-z0-9_]{1,200}$/;

/** The collection of a read model. */
export function records(db: Db, name: string): Collection<StoredRecord> {
  return db.collection<StoredRecord>(name);
}

/** How far projections are. */
export function checkpointsOf(db: Db): Collection<{ _id: string; position: bigint }> {
  return db.collection(StoreCollection.Checkpoints);
}

/** Names of the read models' collections. */
export async function readModelNames(db: Db): Promise<readonly string[]> {
  const found = await db.listCollections({}, { nameOnly: true }).toArray();
  return found.map(({ name }) => name).filter((name) => readModelName.test(name));
}

/** Creates a collection and its indexes. The server refuses an index of the same name with other fields. */
export async function ensureRecords(db: Db, definition: CollectionDefinition): Promise<void> {
  const { name, indexes } = definition;
  if (!readModelName.test(name)) throw new Error(`not a collection name: ${name}`);
  try {
    await db.createCollection(name);
  } catch (error) {
    // Before version 7 one that is there is an error.
    if (!(error instanceof MongoServerError) || error.code !== NAMESPACE_EXISTS) throw error;
  }
  if (indexes.length === 0) return;
  await db.collection(name).createIndexes(
    indexes.map((index) => ({
      name: index.name,
      key: indexKey(index),
      partialFilterExpression: { live: true },
    })),
  );
}

function indexKey(index: IndexDefinition): Record<string, 1> {
  const fields = index.fields.map((field): [string, 1] => [recordField(field), 1]);
  return Object.fromEntries([...fields, ['_id', 1]]);
}

/** Definitions of the indexes that a collection has, the fields without those the adapter adds; undefined where there is no such collection. */
export async function indexesOf(
  db: Db,
  name: string,
): Promise<readonly IndexDefinition[] | undefined> {
  let found: { name: string; key: Record<string, number> }[];
  try {
    found = (await db.collection(name).listIndexes().toArray()) as typeof found;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === NAMESPACE_NOT_FOUND) return undefined;
    throw error;
  }
  return found.map((index) => ({
    name: index.name,
    fields: Object.keys(index.key)
      .filter((field) => field !== '_id')
      .map((field) => field.replace(/^document\./, '')),
  }));
}
