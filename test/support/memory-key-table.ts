import type { KeyKind, KeyRecord, KeySwap, KeyTable } from '#libs/platform/runtime';

/** A key table in memory. */
export class MemoryKeyTable implements KeyTable {
  readonly #tables: Readonly<Record<KeyKind, Map<string, Buffer>>> = {
    subject: new Map(),
    secret: new Map(),
  };

  read(kind: KeyKind, names: readonly string[]): Promise<readonly (Buffer | undefined)[]> {
    return Promise.resolve(names.map((name) => this.#tables[kind].get(name)));
  }

  list(kind: KeyKind, after: string | undefined, limit: number): Promise<readonly KeyRecord[]> {
    const names = [...this.#tables[kind].keys()].sort();
    const found = names.filter((name) => after === undefined || name > after).slice(0, limit);
    return Promise.resolve(
      found.map((name) => ({ name, record: this.#tables[kind].get(name) ?? Buffer.alloc(0) })),
    );
  }

  insertIfAbsent(kind: KeyKind, name: string, record: Buffer): Promise<Buffer> {
    const existing = this.#tables[kind].get(name);
    if (existing === undefined) this.#tables[kind].set(name, record);
    return Promise.resolve(existing ?? record);
  }

  replace(kind: KeyKind, name: string, record: Buffer): Promise<void> {
    this.#tables[kind].set(name, record);
    return Promise.resolve();
  }

  swap(kind: KeyKind, swaps: readonly KeySwap[]): Promise<number> {
    const current = swaps.filter(
      ({ name, expected }) => this.#tables[kind].get(name)?.equals(expected) === true,
    );
    for (const { name, record } of current) this.#tables[kind].set(name, record);
    return Promise.resolve(current.length);
  }

  overwriteReplaced(): Promise<boolean> {
    return Promise.resolve(true);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
