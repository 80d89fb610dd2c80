import type { Database } from 'lmdb';
import { StoreUnavailableError } from '#libs/platform/event-store';
import {
  CheckedLmdb,
  CHECKSUM_BYTES,
  type HolderRegister,
  valueOfChecked,
  withChecksum,
} from '#libs/platform/stores';

/** Key in `meta` of the process that writes. */
const WRITER = 'writer';

const REMEDY =
  'stop the service if it runs, and remove its directory; read models and checkpoints are rebuilt from the log';

/** The databases of one embedded document store. */
export interface LmdbDatabases extends HolderRegister {
  /** Collection number and id → record. */
  readonly documents: Database<Buffer, Buffer>;
  /** Collection number, index number, values and id → nothing. */
  readonly indexes: Database<Buffer, Buffer>;
  /** Collections, checkpoints, pointers and leases. */
  readonly meta: CheckedValues;
  /** @throws StoreUnavailableError as {@link CheckedLmdb.transaction}, and if the store is closed */
  transaction<T>(work: () => T): Promise<T>;
  /** @throws StoreUnavailableError as {@link transaction} */
  overwriteDeleted(signal: AbortSignal): Promise<boolean>;
  readonly lmdb: CheckedLmdb<Buffer>;
  /** Makes writes of another process visible to a read-only store. */
  refresh(): void;
  close(): Promise<void>;
}

export function openLmdbDatabases(directory: string, readOnly = false): LmdbDatabases {
  const lmdb = new CheckedLmdb<Buffer>(
    {
      directory,
      remedy: REMEDY,
      maxDbs: 4,
      readOnly,
      // Address space, not memory. A growing map would be mapped twice for a while, and its pages counted twice.
      mapSize: 2 ** 30,
      // Resolves once visible. The flush follows in the background, in an order that keeps the file consistent.
      separateFlushed: true,
    },
    'the document store',
  );
  const { root } = lmdb;
  const binary = { encoding: 'binary', keyEncoding: 'binary' } as const;
  const meta = new CheckedValues(root.openDB('meta', { encoding: 'binary' }), lmdb);
  const documents = root.openDB<Buffer, Buffer>('documents', binary);
  const indexes = root.openDB<Buffer, Buffer>('indexes', binary);
  const closing = new AbortController();
  const checkOpen = (): void => {
    if (readOnly) throw new Error('the document store is open for reading only');
    if (closing.signal.aborted) throw new StoreUnavailableError('the document store is closed');
  };
  return {
    ...{ documents, indexes, meta, lmdb },
    swap: (mayReplace, next) =>
      root.transactionSync(() => {
        const current = meta.get(WRITER) as string | undefined;
        if (!mayReplace(current)) return current ?? '';
        if (next === undefined) meta.remove(WRITER);
        else meta.put(WRITER, next);
        return undefined;
      }),
    refresh: () => {
      if (readOnly) root.resetReadTxn();
    },
    async transaction(work) {
      checkOpen();
      return lmdb.transaction(work);
    },
    async overwriteDeleted(signal) {
      checkOpen();
      const either = AbortSignal.any([signal, closing.signal]);
      return lmdb.overwriteDeleted([documents, indexes, meta.database], either);
    },
    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      await lmdb.close();
    },
  };
}

/** First byte of a value with a checksum; no JSON, as earlier versions wrote it, begins with it. */
const CHECKED = 1;

/** JSON values, each with a checksum of its key and itself. */
class CheckedValues {
  constructor(
    readonly database: Database<Buffer, string>,
    private readonly lmdb: CheckedLmdb<Buffer>,
  ) {}

  get(key: string): unknown {
    const stored = this.database.get(key);
    if (stored === undefined) return undefined;
    const json = stored[0] === CHECKED ? valueOfChecked(key, stored)?.subarray(1) : stored;
    try {
      return JSON.parse(json?.toString() ?? '');
    } catch {
      throw this.lmdb.damaged();
    }
  }

  put(key: string, value: unknown): void {
    const json = Buffer.from(JSON.stringify(value));
    const room = Buffer.alloc(1 + json.length + CHECKSUM_BYTES);
    room[0] = CHECKED;
    json.copy(room, 1);
    void this.database.put(key, withChecksum(key, room));
  }

  remove(key: string): void {
    void this.database.remove(key);
  }

  getKeys(range: { readonly start: string; readonly end: string }): Iterable<string> {
    return this.database.getKeys(range);
  }
}

type MetaKind = 'collection' | 'count' | 'garbage' | 'lease' | 'pointer';

export function metaKey(kind: MetaKind, name: string): string {
  return `${kind}:${name}`;
}

export function metaNames({ meta }: LmdbDatabases, kind: MetaKind): string[] {
  const prefix = metaKey(kind, '');
  const keys = meta.getKeys({ start: prefix, end: `${prefix}\uffff` });
  return Array.from(keys, (key) => key.slice(prefix.length));
}
