/** `subject`: keys of persons; `secret`: the service's own. */
export type KeyKind = 'subject' | 'secret';

/** Where wrapped keys are kept; what is in them is not the table's business. */
export interface KeyTable {
  /** In the order of `names`; undefined where there is none. */
  read(kind: KeyKind, names: readonly string[]): Promise<readonly (Buffer | undefined)[]>;
  /** Same as {@link read}, for a table that can answer at once. */
  readNow?(kind: KeyKind, name: string): Buffer | undefined;
  /** Keeps `record` unless there is one already; answers the one that stands, durably. */
  insertIfAbsent(kind: KeyKind, name: string, record: Buffer): Promise<Buffer>;
  /** Puts `record` in the place of whatever there is, durably. */
  replace(kind: KeyKind, name: string, record: Buffer): Promise<void>;
  close(): Promise<void>;
}

/** A table that is gone with the process: for tests. */
export class MemoryKeyTable implements KeyTable {
  readonly #records = new Map<string, Buffer>();

  read(kind: KeyKind, names: readonly string[]): Promise<readonly (Buffer | undefined)[]> {
    return Promise.resolve(names.map((name) => this.#records.get(`${kind}/${name}`)));
  }

  insertIfAbsent(kind: KeyKind, name: string, record: Buffer): Promise<Buffer> {
    const existing = this.#records.get(`${kind}/${name}`);
    if (existing === undefined) this.#records.set(`${kind}/${name}`, record);
    return Promise.resolve(existing ?? record);
  }

  replace(kind: KeyKind, name: string, record: Buffer): Promise<void> {
    this.#records.set(`${kind}/${name}`, record);
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
