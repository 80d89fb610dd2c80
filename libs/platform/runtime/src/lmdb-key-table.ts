import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'lmdb';
import { CheckedLmdb, copyLmdb, pauser } from '#libs/platform/stores';
import {
  KeysLostError,
  type KeyKind,
  type KeyRecord,
  type KeySwap,
  type KeyTable,
} from './key-store.js';

const REMEDY = 'restore the keys from a backup';

/** Wrapped keys in an LMDB directory, which several processes may share. */
export class LmdbKeyTable extends CheckedLmdb<Buffer> implements KeyTable {
  readonly #tables: Readonly<Record<KeyKind, Database<Buffer, string>>>;

  /**
   * @param readOnly opens it without writing, beside processes that write
   * @throws KeysLostError if `readOnly` is set and there is no database
   */
  constructor(
    directory: string,
    private readonly readOnly = false,
  ) {
    if (readOnly && !existsSync(join(directory, 'data.mdb'))) throw new KeysLostError();
    const environment = { directory, remedy: REMEDY, encoding: 'binary', maxDbs: 4 } as const;
    super({ ...environment, readOnly }, 'the key store');
    this.#tables = {
      subject: this.root.openDB<Buffer, string>({ name: 'subjects', encoding: 'binary' }),
      secret: this.root.openDB<Buffer, string>({ name: 'secrets', encoding: 'binary' }),
    };
  }

  read(kind: KeyKind, names: readonly string[]): Promise<readonly (Buffer | undefined)[]> {
    return Promise.resolve().then(() => {
      // otherwise writes of other processes would become visible only in the next turn of the event loop
      if (this.readOnly) this.root.resetReadTxn();
      return names.map((name) => this.readNow(kind, name));
    });
  }

  readNow(kind: KeyKind, name: string): Buffer | undefined {
    return this.#tables[kind].get(name);
  }

  list(kind: KeyKind, after: string | undefined, limit: number): Promise<readonly KeyRecord[]> {
    const range = { limit, ...(after !== undefined && { start: after, exclusiveStart: true }) };
    const found = this.#tables[kind].getRange(range);
    return Promise.resolve([...found].map(({ key, value }) => ({ name: key, record: value })));
  }

  insertIfAbsent(kind: KeyKind, name: string, record: Buffer): Promise<Buffer> {
    const table = this.#tables[kind];
    // A write transaction is exclusive across processes; it is durable once awaited.
    return this.transaction(() => {
      const existing = table.get(name);
      if (existing !== undefined) return existing;
      void table.put(name, record);
      return record;
    });
  }

  async replace(kind: KeyKind, name: string, record: Buffer): Promise<void> {
    await this.transaction(() => void this.#tables[kind].put(name, record));
  }

  swap(kind: KeyKind, swaps: readonly KeySwap[]): Promise<number> {
    const table = this.#tables[kind];
    return this.transaction(() => {
      const current = swaps.filter(({ name, expected }) => table.get(name)?.equals(expected));
      for (const { name, record } of current) void table.put(name, record);
      return current.length;
    });
  }

  overwriteReplaced(): Promise<boolean> {
    return this.overwriteDeleted(Object.values(this.#tables));
  }

  /**
   * Looks up every record by its name. A file that a crash left has no checksum, and a name that was changed would only hide its key.
   * @param isRight whether a record is one that was written under its name
   * @throws DamagedStoreError
   */
  async verify(isRight: (kind: KeyKind, record: KeyRecord) => boolean): Promise<void> {
    const pause = pauser();
    for (const kind of ['secret', 'subject'] as const) {
      const table = this.#tables[kind];
      for (const { key: name, value: record } of table.getRange()) {
        if (table.get(name) === undefined || !isRight(kind, { name, record })) throw this.damaged();
        await pause();
      }
    }
    this.isWhole = true;
  }
}

/**
 * Copies the key store in `directory` into an empty one, as of one moment, while others may use it.
 * @throws KeysLostError if there is none
 */
export async function copyKeyStore(directory: string, target: string): Promise<void> {
  if (!existsSync(join(directory, 'data.mdb'))) throw new KeysLostError();
  await copyLmdb({ directory, remedy: REMEDY }, target);
}
