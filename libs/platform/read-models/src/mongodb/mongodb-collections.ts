import { type Collection, type Db, MongoServerError } from 'mongodb';
import { Turns } from '#libs/platform/kernel';
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

/** Reads everything in one response, where there are a few hundred items at most. */
export const ONE_BATCH = { batchSize: 10_000 };

const NAMESPACE_NOT_FOUND = 26;
const NAMESPACE_EXISTS = 48;
/** An index of the same name has other fields, or the other way round. */
const INDEX_CONFLICTS = new Set<unknown>([85, 86]);

const readModelName = /^[a-z0-9_]{1,200}$/;

export function records(db: Db, name: string): Collection<StoredRecord> {
  return db.collection<StoredRecord>(name);
}

export function checkpointsOf(db: Db): Collection<{ _id: string; position: bigint }> {
  return db.collection(StoreCollection.Checkpoints);
}

export async function readModelNames(db: Db): Promise<readonly string[]> {
  const found = await db.listCollections({}, { nameOnly: true }).toArray();
  return found.map(({ name }) => name).filter((name) => readModelName.test(name));
}

/** How many collections are made at a time. */
const MADE_AT_ONCE = 8;
/** Prefix of the pointers that say which indexes a collection was made with. */
const MADE_WITH = 'indexes:';

/** The pointers: small named values. */
export function pointersOf(db: Db): Collection<{ _id: string; value: string }> {
  return db.collection(StoreCollection.Pointers);
}

/**
 * Makes the collections of read models. A pointer says which indexes a collection was made with, so that what is complete is known
 * without asking for each: in one command for the collections of a database and one for the pointers.
 */
export class MongoCollections {
  #reading: Promise<ReadonlyMap<string, string>> | undefined;
  readonly #turns = new Turns(MADE_AT_ONCE);

  constructor(private readonly db: Db) {}

  /** Makes a collection and its indexes if missing. The server rejects an index if one of the same name has other fields. */
  async ensure({ name, indexes }: CollectionDefinition): Promise<void> {
    if (!readModelName.test(name)) throw new Error(`not a collection name: ${name}`);
    const madeWith = JSON.stringify(indexes.map((index) => [index.name, ...index.fields]));
    if ((await this.#made()).get(name) === madeWith) return;
    await this.#turns.take(async () => {
      await (indexes.length === 0 ? this.#create(name) : createIndexes(this.db, name, indexes));
      const pointer = { _id: `${MADE_WITH}${name}` };
      await pointersOf(this.db).updateOne(pointer, { $set: { value: madeWith } }, { upsert: true });
    });
  }

  async drop(name: string): Promise<void> {
    await pointersOf(this.db).deleteOne({ _id: `${MADE_WITH}${name}` });
    await this.db.dropCollection(name);
  }

  /** What each collection was made with. All that ask before the answer arrives get the same one. */
  #made(): Promise<ReadonlyMap<string, string>> {
    this.#reading ??= this.#readMade().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #readMade(): Promise<ReadonlyMap<string, string>> {
    const ids = { $gte: MADE_WITH, $lt: `${MADE_WITH}\uffff` };
    const [names, pointers] = await Promise.all([
      readModelNames(this.db),
      pointersOf(this.db).find({ _id: ids }, ONE_BATCH).toArray(),
    ]);
    const there = new Set(names);
    const made = pointers.map(({ _id, value }) => [_id.slice(MADE_WITH.length), value] as const);
    return new Map(made.filter(([name]) => there.has(name)));
  }

  async #create(name: string): Promise<void> {
    try {
      await this.db.createCollection(name);
    } catch (error) {
      // Before version 7 an existing collection is an error.
      if (!(error instanceof MongoServerError) || error.code !== NAMESPACE_EXISTS) throw error;
    }
  }
}

/** Also creates the collection. */
async function createIndexes(
  db: Db,
  name: string,
  indexes: readonly IndexDefinition[],
): Promise<void> {
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
    // Not the driver's error, which would count as one of the server and may quote documents.
    // eslint-disable-next-line preserve-caught-error
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
