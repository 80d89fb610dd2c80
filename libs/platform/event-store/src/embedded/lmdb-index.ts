import type { Database } from 'lmdb';
import {
  CheckedLmdb,
  CHECKSUM_BYTES,
  DamagedStoreError,
  type HolderRegister,
  pauser,
  settleFailedCommit,
  valueOfChecked,
  withChecksum,
} from '#libs/platform/stores';

/** A stream's number in the index and its newest revision. */
interface StreamHead {
  readonly id: number;
  readonly revision: number;
}

/** Location of a record in the log file. */
export interface Location {
  readonly offset: number;
  readonly length: number;
}

/** How far the index reaches, and the checksum of the append that ends there. */
export interface LogEnd {
  readonly end: number;
  readonly checksum: number;
}

/** Locations of consecutive events of a stream, starting with revision `first`. */
export interface StreamRecords {
  readonly first: number;
  readonly places: Location[];
}

/** Content of a commit. */
export interface IndexChanges extends LogEnd {
  readonly streams: ReadonlyMap<string, StreamRecords>;
}

/** What to do if the index is damaged or gone; everything in it can be derived from the log. */
export const REINDEX =
  'rebuild it from the log with `ops log reindex` while the service is stopped';

const FORMAT = '2';
/** Sizes of the values without a checksum, as earlier versions wrote them. */
const END_BYTES = 20;
const HEAD_BYTES = 8;
const LOCATION_BYTES = 12;
/** Address space, not memory: enough for about 500 million events. */
const MAP_BYTES = 2 ** 34;

function revisionKey(stream: number, revision: number): Buffer {
  const key = Buffer.allocUnsafe(8);
  key.writeUInt32BE(stream, 0);
  key.writeUInt32BE(revision, 4);
  return key;
}

/**
 * The index of the log file, in LMDB: `streams` (name → number, newest revision), `revisions` (stream number and revision → location)
 * and `meta` (how far it reaches, who writes). It follows the file in large steps and never runs ahead of what is durable, so appends
 * don't wait for it. A commit is one LMDB transaction with its fsync on LMDB's own thread; after a power cut the index is intact,
 * though possibly behind.
 */
export class LogIndex extends CheckedLmdb<Buffer> implements HolderRegister {
  readonly #streams: Database<Buffer, string>;
  readonly #revisions: Database<Buffer, Buffer>;
  readonly #meta: Database<Buffer, string>;

  constructor(
    private readonly directory: string,
    readOnly: boolean,
  ) {
    super({
      directory,
      remedy: REINDEX,
      encoding: 'binary',
      overlappingSync: false,
      mapSize: MAP_BYTES,
      maxDbs: 4,
      readOnly,
    });
    this.#streams = this.root.openDB({ name: 'streams', encoding: 'binary' });
    this.#revisions = this.root.openDB({
      name: 'revisions',
      encoding: 'binary',
      keyEncoding: 'binary',
    });
    this.#meta = this.root.openDB({ name: 'meta', encoding: 'binary' });
  }

  /** Makes other processes' commits visible to later reads. */
  refresh(): void {
    this.root.resetReadTxn();
  }

  /** How far the index reaches; undefined in a new directory. Throws if this version can't read the format. */
  logEnd(): LogEnd | undefined {
    const format = this.#meta.get('format');
    if (format === undefined) return undefined;
    if (format.toString() !== FORMAT) throw new Error('the log was written by another version');
    const value = this.#end();
    return value && { end: value.readDoubleBE(0), checksum: value.readUInt32BE(16) };
  }

  #end(): Buffer | undefined {
    return this.#read('end', END_BYTES, () => this.#meta.get('end'));
  }

  /** Marks a new directory as written. Durable on return. */
  initialise(): void {
    this.root.transactionSync(() => {
      void this.#meta.put('format', Buffer.from(FORMAT));
      this.#putEnd({ end: 0, checksum: 0 }, 1);
    });
  }

  #putEnd({ end, checksum }: LogEnd, nextStream: number): void {
    const value = Buffer.allocUnsafe(END_BYTES + CHECKSUM_BYTES);
    value.writeDoubleBE(end, 0);
    value.writeDoubleBE(nextStream, 8);
    value.writeUInt32BE(checksum, 16);
    void this.#meta.put('end', withChecksum('end', value));
  }

  head(stream: string): StreamHead | undefined {
    const value = this.#read(stream, HEAD_BYTES, () => this.#streams.getBinaryFast(stream));
    return value && { id: value.readUInt32BE(0), revision: value.readUInt32BE(4) };
  }

  /** Location of an event that must exist according to its stream's head. */
  location(stream: number, revision: number): Location {
    const key = revisionKey(stream, revision);
    const value = this.#read(key, LOCATION_BYTES, () => this.#revisions.getBinaryFast(key));
    if (!value) throw this.#damaged();
    return { offset: value.readDoubleBE(0), length: value.readUInt32BE(8) };
  }

  /** Reads a value, which has a checksum unless it is as long as one without. */
  #read(
    key: Uint8Array | string,
    unchecked: number,
    read: () => Buffer | undefined,
  ): Buffer | undefined {
    let stored: Buffer | undefined;
    try {
      stored = read();
    } catch (error) {
      throw this.#damaged(error);
    }
    if (stored === undefined || stored.length === unchecked) return stored;
    const value = valueOfChecked(key, stored);
    if (value?.length !== unchecked) throw this.#damaged();
    return value;
  }

  #damaged(cause?: unknown): DamagedStoreError {
    return this.damaged(cause, `the index in ${this.directory}`);
  }

  /**
   * Looks up every stream and every event. A file that a crash left has no checksum, and a name of a stream that was changed would
   * only hide the stream.
   * @throws DamagedStoreError
   */
  async verify(): Promise<void> {
    try {
      const pause = pauser();
      let missing = 0;
      for (const name of this.#streams.getKeys()) {
        const head = this.head(name);
        if (!head) throw this.#damaged();
        missing += head.revision + 1;
        await pause();
      }
      for (const key of this.#revisions.getKeys()) {
        this.location(key.readUInt32BE(0), key.readUInt32BE(4));
        missing -= 1;
        await pause();
      }
      if (missing !== 0) throw this.#damaged();
      this.isWhole = true;
    } catch (error) {
      throw error instanceof DamagedStoreError ? error : this.#damaged(error);
    }
  }

  /** Writes a commit, all or nothing. Durable and visible once it resolves. Not to be called concurrently. */
  async commit(changes: IndexChanges): Promise<void> {
    let nextStream = this.#end()?.readDoubleBE(8) ?? 1;
    const entered = this.root.batch(() => {
      for (const [name, { first, places }] of changes.streams) {
        const id = first === 0 ? nextStream++ : this.#idOf(name);
        places.forEach(({ offset, length }, index) => {
          const place = Buffer.allocUnsafe(LOCATION_BYTES + CHECKSUM_BYTES);
          place.writeDoubleBE(offset, 0);
          place.writeUInt32BE(length, 8);
          const key = revisionKey(id, first + index);
          void this.#revisions.put(key, withChecksum(key, place));
        });
        const head = Buffer.allocUnsafe(HEAD_BYTES + CHECKSUM_BYTES);
        revisionKey(id, first + places.length - 1).copy(head);
        void this.#streams.put(name, withChecksum(name, head));
      }
      this.#putEnd(changes, nextStream);
    });
    await entered.catch((error: unknown) => {
      settleFailedCommit(error);
      throw error;
    });
    this.refresh();
  }

  #idOf(stream: string): number {
    const head = this.head(stream);
    if (!head) throw new Error('the index has no number for an existing stream');
    return head.id;
  }

  swap(
    mayReplace: (current: string | undefined) => boolean,
    next: string | undefined,
  ): string | undefined {
    return this.root.transactionSync(() => {
      const current = this.#meta.get('writer')?.toString();
      if (!mayReplace(current)) return current ?? '';
      if (next === undefined) void this.#meta.remove('writer');
      else void this.#meta.put('writer', Buffer.from(next));
      return undefined;
    });
  }
}
