import type { Db } from 'mongodb';
import {
  type Checkpoint,
  checkDocumentId,
  type DocumentWrite,
  LeaseLostError,
  type WriteBatch,
} from '../document-store.js';
import { checkpointsOf, readModelNames, records } from './mongodb-collections.js';
import { runCommand, unlessExists } from './mongodb-errors.js';
import type { MongoLeases } from './mongodb-leases.js';

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
  ) {}

  /** Must be called after a collection was dropped. */
  forgetCollections(): void {
    this.#existing = new Set();
  }

  async write({ first, writes, checkpoints, lease }: WriteBatch): Promise<void> {
    const all = first === undefined ? writes : [first, ...writes];
    for (const { id } of all) checkDocumentId(id);
    await runCommand(async () => {
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
    if (missing) throw new Error(`no collection ${missing.collection}`);
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
        return guarded(() =>
          records(this.db, collection).bulkWrite(operations, { ordered: false }),
        );
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
    await guarded(() => checkpointsOf(this.db).bulkWrite(operations, { ordered: false }));
  }
}

function guardedReplacement({ id, document, position }: DocumentWrite) {
  const replacement =
    document === undefined ? { position, live: false } : { position, live: true, document };
  const filter = { _id: id, position: { $lt: position } };
  return { replaceOne: { filter, replacement, upsert: true } };
}

/**
 * Runs guarded upserts and ignores duplicate keys, which mean that the stored document is as new. Retries once because something
 * older may have been inserted between an upsert's lookup and its insert.
 */
async function guarded(write: () => Promise<unknown>): Promise<void> {
  if (!(await unlessExists(write))) await unlessExists(write);
}
