import { type Clock, NamedError } from '#libs/platform/kernel';

/** Plain JSON; money and quantities are decimal strings. */
export type Document = Readonly<Record<string, unknown>>;

/** Values that an index can order. Missing and null fields sort first. */
export type IndexValue = string | number | boolean | null;

/**
 * An ordered index over top-level or dotted fields, with one entry per element of an array on the path. At most one field of an
 * index may lead through an array, and a selection must match that field by equality. Values sort as in MongoDB: missing and null,
 * numbers, strings (by UTF-8), booleans.
 */
export interface IndexDefinition {
  readonly name: string;
  readonly fields: readonly string[];
}

/** Longest id of a document in UTF-8 bytes. Keys of the embedded store are limited to 1,978. */
export const MAX_ID_BYTES = 512;

/** Throws if no store can keep this id. */
export function checkDocumentId(id: string): void {
  if (id === '' || !id.isWellFormed() || Buffer.byteLength(id) > MAX_ID_BYTES) {
    throw new TypeError(`a document id has 1 to ${MAX_ID_BYTES} bytes of well-formed text`);
  }
}

/** A set of documents, each with a natural id. */
export interface CollectionDefinition {
  /** Physical name, `[a-z0-9_]+`. */
  readonly name: string;
  readonly indexes: readonly IndexDefinition[];
}

/** A selection on one declared index: equality on its first fields, then at most one range on the next field. */
export interface FindOptions {
  readonly index: string;
  /** Values of the first fields of the index, in its order. Null also matches documents without the field. */
  readonly equals: readonly IndexValue[];
  /** Bounds on the next field, inclusive by default. Only values of the bound's type match. */
  readonly range?: {
    readonly from?: IndexValue;
    readonly to?: IndexValue;
    readonly fromExclusive?: boolean;
    readonly toExclusive?: boolean;
  };
  /** Default `ascending`, by the index and then by id. */
  readonly order?: 'ascending' | 'descending';
  readonly limit: number;
  /** Ends the page, after at least one document, once its stored documents reach this size. Default: no limit. */
  readonly maxBytes?: number;
  /** `next` of the previous page; anything else is an {@link InvalidCursorError}. */
  readonly after?: string | undefined;
}

/** The cursor does not belong to this selection. */
export class InvalidCursorError extends NamedError {}

/** The collection lacks the index, perhaps because it was built by an earlier version of its read model. */
export class MissingIndexError extends NamedError {}

export interface Page<D> {
  readonly items: readonly D[];
  /** Cursor of the next page; absent on the last one. */
  readonly next?: string;
}

/** Results in the order of the request; undefined for what does not exist. */
export type InOrder<T> = readonly (T | undefined)[];

/** Replaces or deletes a document, guarded by the position of the event that caused it. */
export interface DocumentWrite {
  readonly collection: string;
  readonly id: string;
  /** If absent, the document is deleted. */
  readonly document?: Document | undefined;
  /** Position of the newest event folded in. A write that is not newer than the stored position does nothing. */
  readonly position: bigint;
}

/** A document as stored. Without `document` it has been deleted and only its position is known. */
export interface StoredDocument<D extends Document = Document> {
  readonly document?: D | undefined;
  /** Position of its last write. */
  readonly position: bigint;
}

export interface Entry<D extends Document = Document> {
  readonly id: string;
  readonly document: D;
}

export interface StoredEntry<D extends Document = Document> extends Entry<D> {
  /** Position of its last write. */
  readonly position: bigint;
}

/** A projection's progress, stored with its documents. Never moves backwards. */
export interface Checkpoint {
  readonly name: string;
  readonly position: bigint;
}

/** The right to do one kind of work, held by one process at a time. `epoch` grows with each new holder. */
export interface Lease {
  readonly name: string;
  readonly holder: string;
  readonly epoch: number;
}

/** The lease was lost to another holder. */
export class LeaseLostError extends NamedError {}

/** A document can't be stored, whatever state the store is in: it is too large or malformed. */
export class DocumentRefusedError extends NamedError {}

/** Documents and checkpoints that are written together. */
export interface WriteBatch {
  readonly first?: DocumentWrite;
  readonly writes: readonly DocumentWrite[];
  readonly checkpoints: readonly Checkpoint[];
  readonly lease?: Lease;
}

/**
 * Stores the documents of all projections. A collection that does not exist reads as empty; writing to it is an error.
 * Every method may throw `StoreUnavailableError` of the event-store library.
 */
export interface DocumentStore {
  /** Creates a collection and its indexes if missing. Throws if an existing index of the same name has other fields. */
  ensureCollection(definition: CollectionDefinition): Promise<void>;
  listCollections(): Promise<readonly string[]>;
  /** Removes a collection with its documents and index entries. Unknown names are ignored. */
  dropCollection(name: string): Promise<void>;

  get<D extends Document>(collection: string, id: string): Promise<D | undefined>;
  getMany<D extends Document>(collection: string, ids: readonly string[]): Promise<InOrder<D>>;
  /**
   * Reads documents to fold into, including deleted ones. A document may be ahead of its checkpoint: events up to its position are
   * already folded in.
   */
  load(collection: string, ids: readonly string[]): Promise<InOrder<StoredDocument>>;
  find<D extends Document>(collection: string, options: FindOptions): Promise<Page<D>>;
  /** Like {@link find}, with ids and positions. */
  findStored<D extends Document>(
    collection: string,
    options: FindOptions,
  ): Promise<Page<StoredEntry<D>>>;
  /** All documents in id order. */
  scan(collection: string): AsyncIterable<StoredEntry>;
  count(collection: string): Promise<number>;

  /**
   * Writes documents and checkpoints: in one transaction if the store is embedded, else documents before checkpoints. The position
   * guard makes a repeated write safe. `first` is stored before everything else.
   * @throws LeaseLostError if the epoch of `lease` is no longer the newest
   * @throws DocumentRefusedError if the store can't keep a document
   */
  write(batch: WriteBatch): Promise<void>;

  checkpoint(name: string): Promise<bigint | undefined>;
  checkpoints(): Promise<ReadonlyMap<string, bigint>>;
  deleteCheckpoint(name: string): Promise<void>;

  /** A small named value, such as the live generation of a projection. */
  pointer(name: string): Promise<string | undefined>;
  /** The pointers that exist, by name. */
  pointers(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Sets a pointer if it still has the expected value (undefined: does not exist). Returns whether it did. */
  setPointer(name: string, expected: string | undefined, value: string): Promise<boolean>;

  /** Removes all collections, checkpoints and pointers, but no leases. Removes the collection `last` after everything else. */
  clear(options: { readonly last: string }): Promise<void>;

  /**
   * Overwrites what its files still have of deleted and replaced documents, beside reads and writes.
   * @returns false if some remains until a later call, because another process is reading it or `signal` has ended the call; true where
   * that is up to a server
   */
  overwriteDeleted(signal: AbortSignal): Promise<boolean>;

  /** Takes the lease if it is free, expired or already ours; undefined if another process holds it. */
  acquireLease(name: string, holder: string, ttlMs: number): Promise<Lease | undefined>;
  /** Extends a lease; false if it was lost. */
  renewLease(lease: Lease, ttlMs: number): Promise<boolean>;
  releaseLease(lease: Lease): Promise<void>;

  close(): Promise<void>;
}

export interface DocumentStoreOptions {
  /** MongoDB connection string with a database (`mongodb://host/name`). If absent or empty, the embedded store is used. */
  readonly url?: string | undefined;
  /** Called with a description if the MongoDB is a single server without a replica set. May throw. */
  readonly standalone?: ((what: string) => void) | undefined;
  /** Appended to the name of the database, for data that must outlive it. */
  readonly databaseSuffix?: string | undefined;
  /** Directory of the embedded store. */
  readonly directory: string;
  /** Decides when leases expire. Default: the system clock. */
  readonly clock?: Clock | undefined;
  /** Embedded only: open beside a process that writes. */
  readonly readOnly?: boolean | undefined;
}
