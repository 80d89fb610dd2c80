import {
  type AnyBulkWriteOperation,
  BSON,
  type Collection,
  type Db,
  MongoBulkWriteError,
  MongoServerError,
  MongoUnexpectedServerResponseError,
} from 'mongodb';
import { type AskMongo, StoreUnavailableError } from '#libs/platform/stores';
import {
  type Checkpoint,
  checkDocumentId,
  DocumentRefusedError,
  type DocumentWrite,
  LeaseLostError,
  type WriteBatch,
} from '../document-store.js';
import {
  readModelNames,
  records,
  StoreCollection,
  type StoredRecord,
} from './mongodb-collections.js';
import type { MongoLeases } from './mongodb-leases.js';

const DUPLICATE_KEY = 11_000;

/**
 * Errors about a single document: nested too deeply, malformed, field names it can't store, too large, index over two arrays. Believed
 * only where the server reports them for a document, never for a whole command.
 */
const OF_DOCUMENT = new Set<unknown>([15, 22, 52, 55, 56, 57, 171, 10334, 17280, 17419, 17420]);

/**
 * Writes documents, with one concurrent command per collection, and then, once a majority has them, checkpoints. Uses no transaction:
 * if its process died, it would block the same documents for a minute. The position guard of each document makes a batch safe to
 * repeat.
 */
export class MongoWriter {
  #existing: ReadonlySet<string> = new Set();

  constructor(
    private readonly db: Db,
    private readonly leases: MongoLeases,
    private readonly ask: AskMongo,
  ) {}

  /** Must be called after a collection was dropped. */
  forgetCollections(): void {
    this.#existing = new Set();
  }

  async write({ first, writes, checkpoints, lease }: WriteBatch): Promise<void> {
    const all = first === undefined ? writes : [first, ...writes];
    for (const { id } of all) checkDocumentId(id);
    await this.ask(async () => {
      await this.#checkCollections(all);
      if (lease && !(await this.leases.isNewest(lease))) {
        throw new LeaseLostError(`lease ${lease.name} has a newer holder`);
      }
      if (first) await this.#writeDocuments([first]);
      await this.#writeDocuments(writes);
      await this.#writeCheckpoints(checkpoints);
    });
  }

  /** Otherwise the server would create missing collections without indexes. */
  async #checkCollections(writes: readonly DocumentWrite[]): Promise<void> {
    const unknown = writes.find(({ collection }) => !this.#existing.has(collection));
    if (unknown === undefined) return;
    this.#existing = new Set(await readModelNames(this.db));
    const missing = writes.find(({ collection }) => !this.#existing.has(collection));
    // Somebody has dropped it. A new start of the work finds out and creates another.
    if (missing) throw new StoreUnavailableError(`there is no collection ${missing.collection}`);
  }

  async #writeDocuments(writes: readonly DocumentWrite[]): Promise<void> {
    // Only the newest write to a document counts.
    const byCollection = new Map<string, Map<string, DocumentWrite>>();
    for (const write of writes) {
      const newest = byCollection.get(write.collection) ?? new Map<string, DocumentWrite>();
      byCollection.set(write.collection, newest);
      const other = newest.get(write.id);
      if (other === undefined || other.position < write.position) newest.set(write.id, write);
    }
    const written = await Promise.allSettled(
      [...byCollection].map(([collection, newest]) => {
        const operations = [...newest.values()].map(guardedReplacement);
        return guarded(records(this.db, collection), operations);
      }),
    );
    // All commands have ended when the batch fails, since its collection may be dropped then.
    for (const one of written) if (one.status === 'rejected') throw one.reason;
  }

  async #writeCheckpoints(checkpoints: readonly Checkpoint[]): Promise<void> {
    if (checkpoints.length === 0) return;
    const operations = checkpoints.map(({ name, position }) => ({
      updateOne: {
        filter: { _id: name, position: { $lt: position } },
        update: { $set: { position } },
        upsert: true,
      },
    }));
    await guarded(this.db.collection<StoredRecord>(StoreCollection.Checkpoints), operations);
  }
}

type GuardedUpsert = AnyBulkWriteOperation<StoredRecord>;

/** The driver fails alike at what it can't encode and at a response that it can't decode. */
function checkEncodable(operation: GuardedUpsert): void {
  try {
    BSON.serialize(operation);
  } catch {
    throw new DocumentRefusedError('a document cannot be written as BSON');
  }
}

function guardedReplacement({ id, document, position }: DocumentWrite): GuardedUpsert {
  const replacement =
    document === undefined ? { position, live: false } : { position, live: true, document };
  const filter = { _id: id, position: { $lt: position } };
  return { replaceOne: { filter, replacement, upsert: true } };
}

/**
 * Carries out guarded upserts. One is refused as a duplicate key if the stored document is as new, or if something older was inserted
 * between its lookup and its insert: so what is refused is sent once more.
 */
async function guarded(
  collection: Collection<StoredRecord>,
  operations: readonly GuardedUpsert[],
): Promise<void> {
  const refused = await sendAll(collection, operations);
  if (refused.length > 0) await sendAll(collection, refused);
}

/**
 * Sends operations until each is known to have been applied or refused. Some servers stop at the first error though the operations have
 * no order, so what is not accounted for is sent again in smaller parts.
 * @returns the refused operations
 */
async function sendAll(
  collection: Collection<StoredRecord>,
  operations: readonly GuardedUpsert[],
): Promise<readonly GuardedUpsert[]> {
  const { applied, refused } = await send(collection, operations);
  if (applied + refused.length === operations.length) return refused;
  if (operations.length === 1) {
    throw new MongoUnexpectedServerResponseError('a write was neither applied nor refused');
  }
  const middle = Math.ceil(operations.length / 2);
  return [
    ...(await sendAll(collection, operations.slice(0, middle))),
    ...(await sendAll(collection, operations.slice(middle))),
  ];
}

async function send(
  collection: Collection<StoredRecord>,
  operations: readonly GuardedUpsert[],
): Promise<{ readonly applied: number; readonly refused: readonly GuardedUpsert[] }> {
  try {
    const result = await collection.bulkWrite(operations, { ordered: false });
    return { applied: result.matchedCount + result.upsertedCount, refused: [] };
  } catch (error) {
    const errors = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
    if (!(error instanceof MongoBulkWriteError) || errors.length === 0) {
      for (const operation of operations) checkEncodable(operation);
      throw error;
    }
    const other = errors.find(({ code }) => code !== DUPLICATE_KEY);
    if (other && OF_DOCUMENT.has(other.code)) {
      throw new DocumentRefusedError(`MongoDB refuses a document (code ${other.code})`);
    }
    // its own message quotes the document
    if (other) throw new MongoServerError({ message: 'a write failed', code: other.code });
    const refused = errors.flatMap(({ index }) => operations[index] ?? []);
    return { applied: error.matchedCount + error.upsertedCount, refused };
  }
}
