import type { AnyBulkWriteOperation, ClientSession, Collection, Db, MongoClient } from 'mongodb';
import { checkDocumentId } from '../document-id.js';
import {
  type Checkpoint,
  type DocumentWrite,
  type Lease,
  LeaseLostError,
} from '../document-store.js';
import {
  readModelNames,
  records,
  StoreCollection,
  type StoredRecord,
} from './mongodb-collections.js';
import { asking, isDuplicateKey } from './mongodb-errors.js';
import type { MongoLeases } from './mongodb-leases.js';

/** What is written at a time. */
export interface Batch {
  readonly writes: readonly DocumentWrite[];
  readonly checkpoints: readonly Checkpoint[];
  readonly lease?: Lease;
}

/** Writes documents and checkpoints to a MongoDB. */
export class MongoWriter {
  #existing: ReadonlySet<string> = new Set();

  constructor(
    private readonly client: MongoClient,
    private readonly db: Db,
    private readonly transactions: boolean,
    private readonly leases: MongoLeases,
  ) {}

  /** A collection was dropped. */
  forgetCollections(): void {
    this.#existing = new Set();
  }

  async write(batch: Batch): Promise<void> {
    for (const { id } of batch.writes) checkDocumentId(id);
    await asking(async () => {
      await this.#checkCollections(batch.writes);
      // Alone or without checkpoints there is nothing to keep together.
      const together = batch.writes.length > 0 && batch.checkpoints.length > 0;
      if (this.transactions && together && (await this.#writeTogether(batch))) return;
      if (batch.lease && !(await this.leases.isNewest(batch.lease))) throw leaseLost(batch.lease);
      await this.#writeDocuments(batch.writes);
      await this.#writeCheckpoints(batch.checkpoints);
    });
  }

  /** False when some document was as new already: a transaction can't pass over that, single writes can. */
  async #writeTogether(batch: Batch): Promise<boolean> {
    try {
      await this.client.withSession((session) =>
        session.withTransaction(async () => {
          const { lease } = batch;
          if (lease && !(await this.leases.touch(lease, session))) throw leaseLost(lease);
          await this.#writeDocuments(batch.writes, session);
          await this.#writeCheckpoints(batch.checkpoints, session);
        }),
      );
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** The server would create a missing collection, without its indexes. */
  async #checkCollections(writes: readonly DocumentWrite[]): Promise<void> {
    const unknown = writes.find(({ collection }) => !this.#existing.has(collection));
    if (unknown === undefined) return;
    this.#existing = new Set(await readModelNames(this.db));
    const missing = writes.find(({ collection }) => !this.#existing.has(collection));
    if (missing) throw new Error(`no collection ${missing.collection}`);
  }

  async #writeDocuments(writes: readonly DocumentWrite[], session?: ClientSession): Promise<void> {
    // Of two writes to one document the newer one counts.
    const byCollection = new Map<string, Map<string, DocumentWrite>>();
    for (const write of writes) {
      const newest = byCollection.get(write.collection) ?? new Map<string, DocumentWrite>();
      byCollection.set(write.collection, newest);
      const other = newest.get(write.id);
      if (other === undefined || other.position < write.position) newest.set(write.id, write);
    }
    for (const [collection, newest] of byCollection) {
      const operations = [...newest.values()].map(guardedReplacement);
      await guarded(
        () =>
          records(this.db, collection).bulkWrite(operations, {
            ordered: false,
            ...(session && { session }),
          }),
        session,
      );
    }
  }

  async #writeCheckpoints(
    checkpoints: readonly Checkpoint[],
    session?: ClientSession,
  ): Promise<void> {
    if (checkpoints.length === 0) return;
    const operations = checkpoints.map(({ name, position }) => ({
      updateOne: {
        filter: { _id: name, position: { $lt: position } },
        update: { $set: { position } },
        upsert: true,
      },
    }));
    await guarded(
      () =>
        this.#checkpoints.bulkWrite(operations, { ordered: false, ...(session && { session }) }),
      session,
    );
  }

  get #checkpoints(): Collection<{ _id: string; position: bigint }> {
    return this.db.collection(StoreCollection.Checkpoints);
  }
}

function guardedReplacement({
  id,
  document,
  position,
}: DocumentWrite): AnyBulkWriteOperation<StoredRecord> {
  const replacement =
    document === undefined ? { position, live: false } : { position, live: true, document };
  const filter = { _id: id, position: { $lt: position } };
  return { replaceOne: { filter, replacement, upsert: true } };
}

function leaseLost(lease: Lease): LeaseLostError {
  return new LeaseLostError(`lease ${lease.name} has a newer holder`);
}

/**
 * Makes guarded upserts, passing over what is as new already. Once more where an id was there: it may have been inserted between the
 * upsert's own look and its insert, by something older.
 */
async function guarded(write: () => Promise<unknown>, session?: ClientSession): Promise<void> {
  if (!(await unlessThere(write, session))) await unlessThere(write, session);
}

/** False when the id was there already. In a transaction that is an error, since it ends the transaction. */
export async function unlessThere(
  write: () => Promise<unknown>,
  session?: ClientSession,
): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (session === undefined && isDuplicateKey(error)) return false;
    throw error;
  }
}
