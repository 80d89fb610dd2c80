import { setTimeout as delay } from 'node:timers/promises';
import { KeyedQueue } from '#libs/platform/kernel';
import { type EventStore } from '#libs/platform/event-store';
import type { DocumentStore, DocumentWrite } from './document-store.js';
import { LEASE_MS, type RunnerLogger } from './runner/subscription-context.js';

/** Collection with one document, the mark. */
export const LOG_IDENTITY = 'log_mark';
const ID = 'newest';

/** The event by which a store recognizes the log that it was built from. */
interface LogMark extends Record<string, unknown> {
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  /** Decimal. */
  readonly position: string;
}

type Log = Pick<EventStore, 'newest' | 'readStream'>;

/**
 * The mark is the newest event that a document store may contain data of, kept in that store. If the log was restored from an earlier
 * backup, it lacks that event and may have others at the same positions: the store then reflects a different past. Positions alone
 * can't show this once the log has grown again.
 */
export class LogIdentity {
  #position = 0n;
  #prepared: Promise<void> | undefined;

  constructor(
    private readonly documents: DocumentStore,
    private readonly log: Log,
  ) {}

  async position(): Promise<bigint | undefined> {
    const mark = await this.documents.get<LogMark>(LOG_IDENTITY, ID);
    return mark && BigInt(mark.position);
  }

  /** Whether the log contains the event of the mark. True for a store without a mark. */
  async isInLog(): Promise<boolean> {
    const mark = await this.documents.get<LogMark>(LOG_IDENTITY, ID);
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

  /** A write that moves the mark to an event at or after a position; undefined if the mark is already there. */
  async next(position: bigint): Promise<DocumentWrite | undefined> {
    const newest = await this.log.newest(position);
    if (newest === undefined || this.covers(newest.position)) return undefined;
    await this.#prepare();
    const { stream, revision, id } = newest;
    const document: LogMark = { stream, revision, id, position: newest.position.toString() };
    return { collection: LOG_IDENTITY, id: ID, document, position: newest.position };
  }

  #prepare(): Promise<void> {
    this.#prepared ??= this.documents.ensureCollection({ name: LOG_IDENTITY, indexes: [] });
    this.#prepared.catch(() => (this.#prepared = undefined));
    return this.#prepared;
  }

  /** Must be called after a write of {@link next} was stored. */
  stored({ position }: DocumentWrite): void {
    if (position > this.#position) this.#position = position;
  }
}

/** Makes each write to a document store first move the mark at least as far as its documents and checkpoints. */
function keepMark(documents: DocumentStore, marks: LogIdentity): DocumentStore {
  const writeBatch = documents.write.bind(documents);
  // One write at a time moves the mark, often far enough for those that wait.
  const queue = new KeyedQueue();
  const write: DocumentStore['write'] = async (batch) => {
    const positions = [...batch.writes, ...batch.checkpoints].map(({ position }) => position);
    const last = positions.reduce((most, one) => (one > most ? one : most), 0n);
    const withMark = async (): Promise<boolean> => {
      const mark = marks.covers(last) ? undefined : await marks.next(last);
      if (mark === undefined) return false;
      await writeBatch({ ...batch, first: mark });
      marks.stored(mark);
      return true;
    };
    const isWritten = !marks.covers(last) && (await queue.run('mark', withMark));
    if (!isWritten) await writeBatch(batch);
  };
  return Object.assign(documents, { write });
}

const POLL_MS = 1_000;

/** A store of data derived from the log. */
interface SettledStore {
  readonly documents: DocumentStore;
  readonly log: Log;
  /** Its contents, for messages: `read models`. */
  readonly what: string;
  /** Name of the lease for writing to it, and the store of that lease. */
  readonly lease: string;
  readonly leases: DocumentStore;
  readonly holder: string;
  readonly logger?: RunnerLogger;
}

/**
 * Makes sure that a store was built from this log before anything is read from it. Clears a store that was built from another log, or
 * from a later state of a log that was since restored from a backup. Waits for a process that still writes to it.
 * @returns the store, which from now on maintains its mark
 */
export async function ensureBuiltFromLog(store: SettledStore): Promise<DocumentStore> {
  const { documents, log, what, lease: name, leases, holder, logger } = store;
  const marks = new LogIdentity(documents, log);
  for (let waits = 0; !(await marks.isInLog()); waits++) {
    const lease = await leases.acquireLease(name, holder, LEASE_MS);
    const position = (await marks.position())?.toString();
    const older = `the log is older than the ${what} built from it`;
    if (lease === undefined) {
      const message = `${older}: waiting for the process that writes them to stop`;
      if (waits === 0) logger?.warn({ position }, message);
      await delay(POLL_MS);
      continue;
    }
    try {
      // Another process may have been faster.
      if (await marks.isInLog()) break;
      logger?.warn({ position }, `${older}: rebuilding them`);
      await documents.clear({ last: LOG_IDENTITY });
    } finally {
      await leases.releaseLease(lease);
    }
  }
  return keepMark(documents, marks);
}
