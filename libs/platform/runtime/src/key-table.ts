/** `subject`: keys of persons; `secret`: the service's own. */
export type KeyKind = 'subject' | 'secret';

/** A wrapped key, or the mark of a destroyed one. */
export interface KeyRecord {
  readonly name: string;
  readonly record: Buffer;
}

/** A record that replaces another. */
export interface KeySwap extends KeyRecord {
  /** The record that must still be there. */
  readonly expected: Buffer;
}

/** Stores wrapped keys, whose contents it knows nothing about. */
export interface KeyTable {
  /** Returns records in the order of `names`; undefined for a missing one. */
  read(kind: KeyKind, names: readonly string[]): Promise<readonly (Buffer | undefined)[]>;
  /** Synchronous {@link read} of one record, if the table supports it. */
  readNow?(kind: KeyKind, name: string): Buffer | undefined;
  /** Returns at most `limit` records after a name, or from the start, in an order that never changes. */
  list(kind: KeyKind, after: string | undefined, limit: number): Promise<readonly KeyRecord[]>;
  /** Stores `record` durably unless there is one already. Returns the record in place. */
  insertIfAbsent(kind: KeyKind, name: string, record: Buffer): Promise<Buffer>;
  /** Stores `record` durably, replacing any earlier one. */
  replace(kind: KeyKind, name: string, record: Buffer): Promise<void>;
  /** Durably replaces the records that are still as expected, each independently. Returns how many. */
  swap(kind: KeyKind, swaps: readonly KeySwap[]): Promise<number>;
  /** Overwrites what its files still have of replaced records. Returns false if some remains until a later call; true where that is up to a server. */
  overwriteReplaced(): Promise<boolean>;
  close(): Promise<void>;
}
