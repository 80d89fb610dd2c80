import { open, type Database, type RootDatabase } from 'lmdb';
import type { HolderRegister } from './lmdb-writer-lock.js';

/** Where a stream stands: its number in the index and its newest revision. */
export interface StreamHead {
  readonly id: number;
  readonly revision: number;
}

/** Where a record stands in the log file. */
export interface Location {
  readonly offset: number;
  readonly length: number;
}

/** How far the log counts, and the number the next new stream gets. */
export interface LogEnd {
  readonly end: number;
  readonly nextStream: number;
}

/** What one commit enters. */
export interface IndexChanges extends LogEnd {
  readonly records: readonly {
    readonly stream: number;
    readonly revision: number;
    readonly location: Location;
  }[];
  readonly heads: ReadonlyMap<string, StreamHead>;
}

const FORMAT = '1';
/** Address space, not memory: about half a thousand million events. */
const MAP_BYTES = 2 ** 34;

function revisionKey(stream: number, revision: number): Buffer {
  const key = Buffer.allocUnsafe(8);
  key.writeUInt32BE(stream, 0);
  key.writeUInt32BE(revision, 4);
  return key;
}

/**
 * The index over the log file, in LMDB: `streams` (name → number, newest revision), `revisions` (stream number and revision →
 * place in the file) and `meta` (how far the file counts, who writes). A commit is one LMDB transaction with its fsync,
 * made on LMDB's own thread, and becomes visible only when it is durable (overlapping sync is off), so no reader ever acts
 * on an event that a power cut could take back.
 */
export class LogIndex implements HolderRegister {
  readonly #root: RootDatabase<Buffer, string>;
  readonly #streams: Database<Buffer, string>;
  readonly #revisions: Database<Buffer, Buffer>;
  readonly #meta: Database<Buffer, string>;

  constructor(directory: string, readOnly: boolean) {
    this.#root = open<Buffer, string>({
      path: directory,
      encoding: 'binary',
      overlappingSync: false,
      mapSize: MAP_BYTES,
      maxDbs: 4,
      readOnly,
    });
    this.#streams = this.#root.openDB({ name: 'streams', encoding: 'binary' });
    this.#revisions = this.#root.openDB({
      name: 'revisions',
      encoding: 'binary',
      keyEncoding: 'binary',
    });
    this.#meta = this.#root.openDB({ name: 'meta', encoding: 'binary' });
  }

  /** Makes later reads see what other processes have committed. */
  refresh(): void {
    this.#root.resetReadTxn();
  }

  /** How far the log counts; undefined in a directory that was never written. Throws on a format this version can't read. */
  logEnd(): LogEnd | undefined {
    const format = this.#meta.get('format');
    if (format === undefined) return undefined;
    if (format.toString() !== FORMAT) throw new Error('the log was written by another version');
    const value = this.#meta.get('end');
    return value && { end: value.readDoubleBE(0), nextStream: value.readDoubleBE(8) };
  }

  /** Marks a new directory as written. Durable when it returns. */
  initialise(): void {
    this.#root.transactionSync(() => {
      void this.#meta.put('format', Buffer.from(FORMAT));
      this.#putEnd({ end: 0, nextStream: 1 });
    });
  }

  #putEnd({ end, nextStream }: LogEnd): void {
    const value = Buffer.allocUnsafe(16);
    value.writeDoubleBE(end, 0);
    value.writeDoubleBE(nextStream, 8);
    void this.#meta.put('end', value);
  }

  /** Head of a stream; undefined when it does not exist. */
  head(stream: string): StreamHead | undefined {
    const value = this.#streams.getBinaryFast(stream);
    return value && { id: value.readUInt32BE(0), revision: value.readUInt32BE(4) };
  }

  /** Place of an event. Throws when it isn't there: callers ask for what the head says exists. */
  location(stream: number, revision: number): Location {
    const value = this.#revisions.getBinaryFast(revisionKey(stream, revision));
    if (!value) throw new Error(`the index has no revision ${revision} of stream number ${stream}`);
    return { offset: value.readDoubleBE(0), length: value.readUInt32BE(8) };
  }

  /** Enters a commit, all or nothing. Durable and visible when the promise resolves. */
  async commit(changes: IndexChanges): Promise<void> {
    await this.#root.batch(() => {
      for (const { stream, revision, location } of changes.records) {
        const place = Buffer.allocUnsafe(12);
        place.writeDoubleBE(location.offset, 0);
        place.writeUInt32BE(location.length, 8);
        void this.#revisions.put(revisionKey(stream, revision), place);
      }
      for (const [name, head] of changes.heads) {
        void this.#streams.put(name, revisionKey(head.id, head.revision));
      }
      this.#putEnd(changes);
    });
  }

  swap(
    mayReplace: (current: string | undefined) => boolean,
    next: string | undefined,
  ): string | undefined {
    return this.#root.transactionSync(() => {
      const current = this.#meta.get('writer')?.toString();
      if (!mayReplace(current)) return current ?? '';
      if (next === undefined) void this.#meta.remove('writer');
      else void this.#meta.put('writer', Buffer.from(next));
      return undefined;
    });
  }

  async close(): Promise<void> {
    await this.#root.close();
  }
}
