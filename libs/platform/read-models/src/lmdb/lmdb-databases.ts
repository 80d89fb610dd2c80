import type { Database } from 'lmdb';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { type HolderRegister, openLmdb, settleFailedCommit } from '#libs/platform/stores';

/** Where `meta` says which process writes. */
const WRITER = 'writer';

/** The databases of one embedded document store. */
export interface LmdbDatabases extends HolderRegister {
  /** Collection number and id to record. */
  readonly documents: Database<Buffer, Buffer>;
  /** Collection number, index number, values and id to nothing. */
  readonly indexes: Database<Buffer, Buffer>;
  /** Collections, checkpoints, pointers and leases. */
  readonly meta: Database<unknown, string>;
  /**
   * Runs one write transaction and answers when its result can be read. The callback checks before its first put, since
   * an exception does not undo puts. What LMDB refuses (disk full) is a {@link StoreUnavailableError}.
   */
  transaction<T>(work: () => T): Promise<T>;
  /** Makes later reads see what another process has written; of use where this one only reads. */
  refresh(): void;
  close(): Promise<void>;
}

/** Opens the databases of a directory. */
export function openLmdbDatabases(directory: string, readOnly = false): LmdbDatabases {
  const root = openLmdb({
    directory,
    remedy: 'remove its directory, what was in it is made from the log again',
    maxDbs: 4,
    readOnly,
    // Address space, not memory: a map that grows is mapped twice for a while, and its pages are counted twice.
    mapSize: 2 ** 30,
    // Answered once visible; the flush follows in the background and never lets a newer state refer to an older page.
    separateFlushed: true,
  });
  const binary = { encoding: 'binary', keyEncoding: 'binary' } as const;
  const meta = root.openDB<unknown, string>('meta', { encoding: 'json' });
  let closed = false;
  return {
    documents: root.openDB<Buffer, Buffer>('documents', binary),
    indexes: root.openDB<Buffer, Buffer>('indexes', binary),
    meta,
    swap: (mayReplace, next) =>
      root.transactionSync(() => {
        const current = meta.get(WRITER) as string | undefined;
        if (!mayReplace(current)) return current ?? '';
        if (next === undefined) void meta.remove(WRITER);
        else void meta.put(WRITER, next);
        return undefined;
      }),
    refresh: () => {
      if (readOnly) root.resetReadTxn();
    },
    async transaction(work) {
      if (readOnly) throw new Error('the document store is open for reading only');
      if (closed) throw new StoreUnavailableError('the document store is closed');
      try {
        return await root.transaction(work);
      } catch (error) {
        settleFailedCommit(error);
        throw new StoreUnavailableError('the document store could not write', { cause: error });
      }
    },
    async close() {
      if (closed) return;
      closed = true;
      if (!readOnly) await root.flushed;
      await root.close();
    },
  };
}

type MetaKind = 'collection' | 'count' | 'garbage' | 'lease' | 'pointer';

/** Key of a named thing in `meta`. */
export function metaKey(kind: MetaKind, name: string): string {
  return `${kind}:${name}`;
}

/** Names of all things of a kind in `meta`. */
export function metaNames({ meta }: LmdbDatabases, kind: MetaKind): string[] {
  const prefix = metaKey(kind, '');
  const keys = meta.getKeys({ start: prefix, end: `${prefix}\uffff` });
  return Array.from(keys, (key) => key.slice(prefix.length));
}
