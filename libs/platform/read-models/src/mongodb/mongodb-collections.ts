import { type Collection, type Db, MongoServerError } from 'mongodb';
import type {
  CollectionDefinition,
  Document,
  IndexDefinition,
  StoredEntry,
} from '../document-store.js';

/** A stored document. The read model's document is nested, so that it may use any field names. */
export interface StoredRecord {
  readonly _id: string;
  /** Position of the newest event folded in, which guards against older writes. */
  readonly position: bigint;
  /** False if deleted: the record then only keeps the position. */
  readonly live: boolean;
  readonly document?: Document;
}

/** The entry of a live record. */
export function entryOf({ _id: id, document = {}, position }: StoredRecord): StoredEntry {
  return { id, document, position };
}

/** Path of a document's field inside a record. */
export function recordField(field: string): string {
  return `document.${field}`;
}

/** The store's own collections. Read models can't have such names. */
export const StoreCollection = {
  Checkpoints: 'store.checkpoints',
  Pointers: 'store.pointers',
  Leases: 'store.leases',
} as const;

const NAMESPACE_NOT_FOUND = 26;
const NAMESPACE_EXISTS = 48;
/** An index of the same name has other fields, or the other way round. */
const INDEX_CONFLICTS = new Set<unknown>([85, 86]);

const readModelName = /^[a-z0-9_]{1,200}$/;

/** The collection of a read model. */
export function records(db: Db, name: string): Collection<StoredRecord> {
  return db.collection<StoredRecord>(name);
}

/** The collection of checkpoints. */
export function checkpointsOf(db: Db): Collection<{ _id: string; position: bigint }> {
  return db.collection(StoreCollection.Checkpoints);
}

/** Names of the read models' collections. */
export async function readModelNames(db: Db): Promise<readonly string[]> {
  const found = await db.listCollections({}, { nameOnly: true }).toArray();
  return found.map(({ name }) => name).filter((name) => readModelName.test(name));
}

/** Creates a collection and its indexes. The server rejects an index if one of the same name has other fields. */
export async function ensureRecords(db: Db, definition: CollectionDefinition): Promise<void> {
  const { name, indexes } = definition;
  if (!readModelName.test(name)) throw new Error(`not a collection name: ${name}`);
  try {
    await db.createCollection(name);
  } catch (error) {
    // Before version 7 an existing collection is an error.
    if (!(error instanceof MongoServerError) || error.code !== NAMESPACE_EXISTS) throw error;
  }
  if (indexes.length === 0) return;
  try {
    await db.collection(name).createIndexes(
      indexes.map((index) => ({
        name: index.name,
        key: indexKey(index),
        partialFilterExpression: { live: true },
      })),
    );
  } catch (error) {
    if (!(error instanceof MongoServerError) || !INDEX_CONFLICTS.has(error.code)) throw error;
    // eslint-disable-next-line preserve-caught-error -- the driver's error would count as one of the server
    throw new Error(`an index of ${name} has other fields than the read model declares`);
  }
}

function indexKey(index: IndexDefinition): Record<string, 1> {
  const fields = index.fields.map((field): [string, 1] => [recordField(field), 1]);
  return Object.fromEntries([...fields, ['_id', 1]]);
}

/** The indexes of a collection, without the fields that the adapter adds; undefined if the collection does not exist. */
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
