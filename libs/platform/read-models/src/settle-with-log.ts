import { setTimeout as delay } from 'node:timers/promises';
import { type EventStore, KeyedQueue } from '#libs/platform/event-store';
import type { DocumentStore, DocumentWrite } from './document-store.js';
import type { RunnerLogger } from './runner/subscription-context.js';

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
function keepingMark(documents: DocumentStore, marks: LogMarks): DocumentStore {
  // One moves the mark at a time: those who wait find it moved for them as well.
  const queue = new KeyedQueue();
  const write: DocumentStore['write'] = async (batch) => {
    const positions = [...batch.writes, ...batch.checkpoints].map(({ position }) => position);
    const last = positions.reduce((most, one) => (one > most ? one : most), 0n);
    const withMark = async (): Promise<boolean> => {
      const mark = marks.covers(last) ? undefined : await marks.next(last);
      if (mark === undefined) return false;
      await documents.write({ ...batch, first: mark });
      marks.stored(mark);
      return true;
    };
    const isWritten = !marks.covers(last) && (await queue.run('mark', withMark));
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

const LEASE_MS = 10_000;
const POLL_MS = 1_000;

/** A store of what has been made from the log, and who works in it. */
interface SettledStore {
  readonly documents: DocumentStore;
  readonly log: Log;
  /** What is in it, for messages: `read models`. */
  readonly what: string;
  /** Name of the lease of whoever writes to it, and the store that has that lease. */
  readonly lease: string;
  readonly leases: DocumentStore;
  readonly holder: string;
  readonly logger?: RunnerLogger;
}

/**
 * Makes sure, before anything is read from a store, that it was made from this log: one made from another log, or from a later state
 * of this one before it was restored from an earlier copy, is emptied. Waits for a process that still works in it.
 * @returns the store, which from here on can tell the next time
 */
export async function settleWithLog(store: SettledStore): Promise<DocumentStore> {
  const { documents, log, what, lease: name, leases, holder, logger } = store;
  const marks = new LogMarks(documents, log);
  for (let waits = 0; !(await marks.isInLog()); waits++) {
    const lease = await leases.acquireLease(name, holder, LEASE_MS);
    const position = (await marks.position())?.toString();
    if (lease === undefined) {
      const message = `the log is an earlier one than the ${what} were made from: waiting for the process that keeps them to end`;
      if (waits === 0) logger?.warn({ position }, message);
      await delay(POLL_MS);
      continue;
    }
    try {
      // another process may have been first
      if (await marks.isInLog()) break;
      const message = `the log is an earlier one than the ${what} were made from: they are made anew`;
      logger?.warn({ position }, message);
      await documents.clear({ last: LOG_MARK });
    } finally {
      await leases.releaseLease(lease);
    }
  }
  return keepingMark(documents, marks);
}
