import { type EventStore, KeyedQueue } from '#libs/platform/event-store';
import type { DocumentStore, DocumentWrite } from './document-store.js';

/** Collection of the mark: one document. */
export const LOG_MARK = 'log_mark';
const ID = 'newest';

/** An event by which a store recognises the log that it was made from. */
interface LogMark extends Record<string, unknown> {
  readonly stream: string;
  readonly revision: number;
  /** Of the event. */
  readonly id: string;
  /** Decimal digits. */
  readonly position: string;
}

type Log = Pick<EventStore, 'newest' | 'readStream'>;

/**
 * The newest event that anything in a document store may come from, kept in that store. A log that was restored from an earlier
 * copy does not have it, and may have others at the positions that the store has passed: what is in the store belongs to
 * another past then. Positions alone don't tell, once the log has grown again.
 */
export class LogMarks {
  #position = 0n;
  #prepared: Promise<void> | undefined;

  constructor(
    private readonly documents: DocumentStore,
    private readonly log: Log,
  ) {}

  /** Position of the mark; undefined where there is none yet. */
  async position(): Promise<bigint | undefined> {
    const mark = await this.documents.get<LogMark>(LOG_MARK, ID);
    return mark && BigInt(mark.position);
  }

  /** Whether the log has the event of the mark. True for a store without one. */
  async isInLog(): Promise<boolean> {
    const mark = await this.documents.get<LogMark>(LOG_MARK, ID);
    if (mark === undefined) return true;
    const { stream, revision: from, id, position } = mark;
    for await (const event of this.log.readStream(stream, { from, max: 1 })) {
      return event.id === id && event.revision === from && event.position === BigInt(position);
    }
    return false;
  }

  /** Whether the mark is known to be at or after a position. */
  covers(position: bigint): boolean {
    return position <= this.#position;
  }

  /** An event at a position or behind it as a write that moves the mark; undefined when the mark is there already. */
  async next(position: bigint): Promise<DocumentWrite | undefined> {
    const newest = await this.log.newest(position);
    if (newest === undefined || this.covers(newest.position)) return undefined;
    await this.#prepare();
    const { stream, revision, id } = newest;
    const document: LogMark = { stream, revision, id, position: newest.position.toString() };
    return { collection: LOG_MARK, id: ID, document, position: newest.position };
  }

  #prepare(): Promise<void> {
    this.#prepared ??= this.documents.ensureCollection({ name: LOG_MARK, indexes: [] });
    this.#prepared.catch(() => (this.#prepared = undefined));
    return this.#prepared;
  }

  /** A write of {@link next} has been stored. */
  stored({ position }: DocumentWrite): void {
    if (position > this.#position) this.#position = position;
  }
}

/**
 * A document store that keeps its mark: what it is told together with documents or checkpoints of a position is stored with a
 * mark that is no earlier, in the same transaction or before.
 */
export function keepingMark(documents: DocumentStore, marks: LogMarks): DocumentStore {
  // One moves the mark at a time: those who wait find it moved for them as well.
  const queue = new KeyedQueue();
  const write: DocumentStore['write'] = async (batch) => {
    const positions = [...batch.writes, ...batch.checkpoints].map(({ position }) => position);
    const last = positions.reduce((most, one) => (one > most ? one : most), 0n);
    const isCovered = (): boolean => marks.covers(last);
    const isWritten =
      !isCovered() &&
      (await queue.run('mark', async () => {
        const mark = isCovered() ? undefined : await marks.next(last);
        if (mark === undefined) return false;
        await documents.write({ ...batch, first: mark });
        marks.stored(mark);
        return true;
      }));
    if (!isWritten) await documents.write(batch);
  };
  return {
    ensureCollection: (definition) => documents.ensureCollection(definition),
    listCollections: () => documents.listCollections(),
    dropCollection: (name) => documents.dropCollection(name),
    get: (collection, id) => documents.get(collection, id),
    getMany: (collection, ids) => documents.getMany(collection, ids),
    load: (collection, ids) => documents.load(collection, ids),
    find: (collection, options) => documents.find(collection, options),
    findStored: (collection, options) => documents.findStored(collection, options),
    scan: (collection) => documents.scan(collection),
    count: (collection) => documents.count(collection),
    write,
    checkpoint: (name) => documents.checkpoint(name),
    checkpoints: () => documents.checkpoints(),
    deleteCheckpoint: (name) => documents.deleteCheckpoint(name),
    pointer: (name) => documents.pointer(name),
    pointers: (names) => documents.pointers(names),
    setPointer: (name, expected, value) => documents.setPointer(name, expected, value),
    clear: (options) => documents.clear(options),
    acquireLease: (name, holder, ttlMs) => documents.acquireLease(name, holder, ttlMs),
    renewLease: (lease, ttlMs) => documents.renewLease(lease, ttlMs),
    releaseLease: (lease) => documents.releaseLease(lease),
    close: () => documents.close(),
  };
}
