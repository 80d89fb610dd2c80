/** `subject`: keys of persons; `secret`: the service's own. */
export type KeyKind = 'subject' | 'secret';

/** A wrapped key, or what is left of one. */
export interface KeyRecord {
  readonly name: string;
  readonly record: Buffer;
}

/** A record to be put in the place of another. */
export interface KeySwap extends KeyRecord {
  /** What must stand there still. */
  readonly expected: Buffer;
}

/** Where wrapped keys are kept; what is in them is not the table's business. */
export interface KeyTable {
  /** In the order of `names`; undefined where there is none. */
  read(kind: KeyKind, names: readonly string[]): Promise<readonly (Buffer | undefined)[]>;
  /** Same as {@link read}, for a table that can answer at once. */
  readNow?(kind: KeyKind, name: string): Buffer | undefined;
  /** At most `limit` records after a name, or from the first, in an order of the table's own that never changes. */
  list(kind: KeyKind, after: string | undefined, limit: number): Promise<readonly KeyRecord[]>;
  /** Keeps `record` unless there is one already; answers the one that stands, durably. */
  insertIfAbsent(kind: KeyKind, name: string, record: Buffer): Promise<Buffer>;
  /** Puts `record` in the place of whatever there is, durably. */
  replace(kind: KeyKind, name: string, record: Buffer): Promise<void>;
  /** Puts records in the place of those that are still as expected, each for itself, durably; answers how many. */
  swap(kind: KeyKind, swaps: readonly KeySwap[]): Promise<number>;
  close(): Promise<void>;
}
