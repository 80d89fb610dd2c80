import { type Clock, NamedError } from '#libs/platform/kernel';

/** Plain JSON; money and quantities are decimal strings. */
export type Document = Readonly<Record<string, unknown>>;

/** Values an index can order. Missing and null fields sort first. */
export type IndexValue = string | number | boolean | null;

/**
 * An ordered index over top-level or dotted fields; an array on the way has one entry per element. At most one field of an
 * index leads through an array, and a selection binds that field by equality. Order is MongoDB's: missing and null, numbers,
 * strings (by UTF-8), booleans.
 */
export interface IndexDefinition {
  readonly name: string;
  readonly fields: readonly string[];
}

/** Longest id of a document in UTF-8 bytes: keys of the embedded store end at 1,978. */
export const LONGEST_ID = 512;

/** Throws for an id that a store can't keep. */
export function checkDocumentId(id: string): void {
  if (id === '' || !id.isWellFormed() || Buffer.byteLength(id) > LONGEST_ID) {
    throw new TypeError(`a document id has 1 to ${LONGEST_ID} bytes of well-formed text`);
  }
}

/** A set of documents with one natural id each. */
export interface CollectionDefinition {
  /** Physical name, `[a-z0-9_]+`. */
  readonly name: string;
  readonly indexes: readonly IndexDefinition[];
}

/** Selection on one declared index: equality on its first fields, then at most one range on the next. */
export interface FindOptions {
  readonly index: string;
  /** Values of the leading fields of the index, in its order; null also finds documents without the field. */
  readonly equals: readonly IndexValue[];
  /** Bounds on the field after those; both inclusive unless said otherwise, and only values of the bound's own type. */
  readonly range?: {
    readonly from?: IndexValue;
    readonly to?: IndexValue;
    readonly fromExclusive?: boolean;
    readonly toExclusive?: boolean;
  };
  /** Default `ascending`, by the index and then by id. */
  readonly order?: 'ascending' | 'descending';
  readonly limit: number;
  /** The page ends, with one document at least, once its documents have so many bytes as they are stored. Default: no limit. */
  readonly maxBytes?: number;
  /** Cursor of the page before; anything else is an {@link InvalidCursorError}. */
  readonly after?: string | undefined;
}

/** A cursor that this selection did not give out. */
export class InvalidCursorError extends NamedError {}

/** A collection has no such index: it may be of an earlier version of its read model. */
export class MissingIndexError extends NamedError {}

/** One page of a selection. */
export interface Page<D> {
  readonly items: readonly D[];
  /** Cursor of the next page; absent on the last one. */
  readonly next?: string;
}

/** Answers in the order of what was asked for; undefined where there is none. */
export type InOrder<T> = readonly (T | undefined)[];

/** A document to replace (or, without `document`, to delete), guarded by the position of the event it came from. */
export interface DocumentWrite {
  readonly collection: string;
  readonly id: string;
  /** Absent: delete. */
  readonly document?: Document | undefined;
  /** Position of the newest event folded in. A write at or below the stored position is a no-op. */
  readonly position: bigint;
}

/** A document as it is stored; without `document` it is deleted and only its position is known. */
export interface StoredDocument<D extends Document = Document> {
  readonly document?: D | undefined;
  /** Position of the write it came from. */
  readonly position: bigint;
}

/** A document with its id. */
export interface Entry<D extends Document = Document> {
  readonly id: string;
  readonly document: D;
}

/** A live document with what the store knows of it. */
export interface StoredEntry<D extends Document = Document> extends Entry<D> {
  /** Position of the write it came from. */
  readonly position: bigint;
}

/** A projection's progress, stored with the documents. Writing one that is behind the stored one changes nothing. */
export interface Checkpoint {
  readonly name: string;
  readonly position: bigint;
}

/** Right to run one kind of work, held by one process at a time. `epoch` grows with each new holder. */
export interface Lease {
  readonly name: string;
  readonly holder: string;
  readonly epoch: number;
}

/** The lease was lost to another holder: nothing of the batch counts. */
export class LeaseLostError extends NamedError {}

/** What is written together. */
export interface WriteBatch {
  readonly first?: DocumentWrite;
  readonly writes: readonly DocumentWrite[];
  readonly checkpoints: readonly Checkpoint[];
  readonly lease?: Lease;
}

/**
 * The read side. A collection that does not exist reads as an empty one; writing to it is an error. Throws `StoreUnavailableError` of the event-store library when the database is away.
 */
export interface DocumentStore {
  /** Creates a collection and its indexes when missing. An index definition that changed under the same name is an error. */
  ensureCollection(definition: CollectionDefinition): Promise<void>;
  /** Names of existing collections. */
  listCollections(): Promise<readonly string[]>;
  /** Removes a collection, its documents and its index entries. Unknown names are no error. */
  dropCollection(name: string): Promise<void>;

  get<D extends Document>(collection: string, id: string): Promise<D | undefined>;
  getMany<D extends Document>(collection: string, ids: readonly string[]): Promise<InOrder<D>>;
  /**
   * What is stored under the ids, deleted documents included. Folding starts from these: a document may be ahead of its
   * checkpoint, and events at or below its position are in it already.
   */
  load(collection: string, ids: readonly string[]): Promise<InOrder<StoredDocument>>;
  find<D extends Document>(collection: string, options: FindOptions): Promise<Page<D>>;
  /** What {@link find} finds, each document with its id and position. */
  findStored<D extends Document>(
    collection: string,
    options: FindOptions,
  ): Promise<Page<StoredEntry<D>>>;
  /** All documents in id order, in pages; for comparing generations. */
  scan(collection: string): AsyncIterable<StoredEntry>;
  count(collection: string): Promise<number>;

  /**
   * Writes documents and checkpoints: all in one transaction where the store is embedded, else documents before checkpoints, which
   * the position guard makes safe to repeat; `first` is stored before everything else in either. With `lease`, fails with
   * {@link LeaseLostError} when its epoch is no longer the newest.
   */
  write(batch: WriteBatch): Promise<void>;

  /** Position of a checkpoint; undefined before the first. */
  checkpoint(name: string): Promise<bigint | undefined>;
  /** Positions of all checkpoints, by name. */
  checkpoints(): Promise<ReadonlyMap<string, bigint>>;
  /** Removes a checkpoint, for a generation that is dropped. */
  deleteCheckpoint(name: string): Promise<void>;

  /** A small named value, such as the live generation of a projection. */
  pointer(name: string): Promise<string | undefined>;
  /** Those of some pointers that exist, by name. */
  pointers(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Sets a pointer when it still has the expected value (undefined: does not exist). False when it has another. */
  setPointer(name: string, expected: string | undefined, value: string): Promise<boolean>;

  /**
   * Removes all collections, checkpoints and pointers; leases stay. The collection `last` goes after everything else, so that
   * what it says holds until all is gone.
   */
  clear(options: { readonly last: string }): Promise<void>;

  /** Takes the lease when it is free, expired or already ours; undefined when another holds it. */
  acquireLease(name: string, holder: string, ttlMs: number): Promise<Lease | undefined>;
  /** Extends a lease; false when it was lost. */
  renewLease(lease: Lease, ttlMs: number): Promise<boolean>;
  releaseLease(lease: Lease): Promise<void>;

  close(): Promise<void>;
}

/** Where the documents are. */
export interface DocumentStoreOptions {
  /** Connection string of a MongoDB with its database (`mongodb://host/name`); absent or empty: the embedded store. */
  readonly url?: string | undefined;
  /** Added to the name of that database, for what must outlive it. */
  readonly databaseSuffix?: string | undefined;
  /** Directory of the embedded store. */
  readonly directory: string;
  /** Says when leases have run out; default is the system's. */
  readonly clock?: Clock | undefined;
  /** Embedded only: stand beside the process that writes. */
  readonly readOnly?: boolean | undefined;
}
