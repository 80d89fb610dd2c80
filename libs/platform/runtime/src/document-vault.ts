/** What an event remembers of a stored document. */
export interface StoredDocument {
  /** Address in the vault: 64 hexadecimal digits that tell nothing about the contents. */
  readonly key: string;
  /** SHA-256 of the contents, lower-case hexadecimal. */
  readonly sha256: string;
  /** Bytes of the contents. */
  readonly size: number;
}

/** Keeps signed documents, encrypted under the key of the person who signed ([signature.store]). */
export interface DocumentVault {
  /**
   * Stores a document durably; the same contents for the same subject are the same document and stored once.
   * @throws SubjectErasedError when the subject was erased
   * @throws StoreUnavailableError when the store is away
   */
  put(bytes: Uint8Array, owner: { readonly subject: string }): Promise<StoredDocument>;
  /**
   * The contents; undefined once the key of the subject has been destroyed.
   * @throws DocumentMissingError when the vault has no such document
   * @throws DocumentDamagedError when it is not what was stored
   */
  get(key: string): Promise<Buffer | undefined>;
  /** Lets go of the store. */
  close(): Promise<void>;
}

/** No document has the key. */
export class DocumentMissingError extends Error {
  override readonly name = 'DocumentMissingError';
  constructor() {
    super('the vault has no such document');
  }
}

/** A document is there, but not what was stored. */
export class DocumentDamagedError extends Error {
  override readonly name = 'DocumentDamagedError';
  constructor() {
    super('a document in the vault is damaged');
  }
}
