import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isDryRun } from '#libs/platform/event-store';
import { NamedError } from '#libs/platform/kernel';
import type { Config } from './config.js';
import { DiskDocumentBlobs, type DocumentBlobs } from './document-blobs.js';
import type { KeyStore } from './key-store.js';
import { decrypt, encrypt, type Sealer } from './sealing.js';
import { MongoDocumentBlobs } from './mongodb-document-blobs.js';

/** Reference to a stored document, as kept in events. */
export interface StoredDocument {
  /** Address in the vault: 64 hexadecimal digits that reveal nothing about the contents. */
  readonly key: string;
  /** SHA-256 of the contents, lower-case hexadecimal. */
  readonly sha256: string;
  /** Bytes of the contents. */
  readonly size: number;
}

export class DocumentMissingError extends NamedError {
  constructor() {
    super('the vault has no such document');
  }
}

/** A stored document is not what was written. */
export class DocumentDamagedError extends NamedError {
  constructor() {
    super('a document in the vault is damaged');
  }
}

export type DocumentState = 'intact' | 'erased' | 'missing' | 'damaged';

/** A stored document, taken apart. */
interface Blob {
  readonly subject: string;
  readonly header: Buffer;
  readonly contents: Buffer;
}

/** Start of a blob; followed by the length of the subject (two bytes), the subject, IV, ciphertext and tag. */
const MAGIC = Buffer.from('BDV1');

/** Stores signed documents, encrypted under the key of the person who signed ([signature.store]), in any {@link DocumentBlobs}. */
export class DocumentVault {
  /** Takes ownership of the blobs: they are closed with the vault. */
  constructor(
    private readonly blobs: DocumentBlobs,
    private readonly keys: KeyStore,
    private readonly sealer: Sealer,
  ) {}

  /**
   * Stores a document durably. The same contents for the same subject are stored once.
   * @throws SubjectErasedError if the subject was erased
   * @throws StoreUnavailableError
   */
  async put(bytes: Uint8Array, { subject }: { subject: string }): Promise<StoredDocument> {
    const sha256 = sha256Of(bytes);
    const key = this.#address(subject, sha256);
    const stored = { key, sha256, size: bytes.length };
    if (isDryRun()) {
      await this.sealer.check([subject]);
      return stored;
    }
    const dataKey = await this.keys.ensure(subject);
    const header = headerOf(subject);
    const contents = encrypt(dataKey, bytes, aadOf(header, key));
    await this.blobs.put(key, Buffer.concat([header, contents]));
    return stored;
  }

  /**
   * Returns the contents; undefined once the subject's key has been destroyed.
   * @throws DocumentMissingError
   * @throws DocumentDamagedError
   */
  async get(key: string): Promise<Buffer | undefined> {
    return this.#open(key, await this.#read(key));
  }

  /**
   * Compares a document with what an event says of it.
   * @returns `erased` if the key of its subject has been destroyed, so that only its address could be compared
   * @throws StoreUnavailableError
   */
  async check({ key, sha256 }: Pick<StoredDocument, 'key' | 'sha256'>): Promise<DocumentState> {
    try {
      const blob = await this.#read(key);
      if (this.#address(blob.subject, sha256) !== key) return 'damaged';
      const bytes = await this.#open(key, blob);
      if (bytes === undefined) return 'erased';
      return sha256Of(bytes) === sha256 ? 'intact' : 'damaged';
    } catch (error) {
      if (error instanceof DocumentMissingError) return 'missing';
      if (error instanceof DocumentDamagedError || isUnreadable(error)) return 'damaged';
      throw error;
    }
  }

  /** Two people who sign the same document have a copy each, so that erasing one person keeps the other's. */
  #address(subject: string, sha256: string): string {
    const hash = this.sealer.keyedHash('document', JSON.stringify([subject, sha256]));
    return Buffer.from(hash, 'base64url').toString('hex');
  }

  async #read(key: string): Promise<Blob> {
    if (!/^[0-9a-f]{64}$/.test(key)) throw new DocumentMissingError();
    const blob = await this.blobs.get(key);
    if (blob === undefined) throw new DocumentMissingError();
    const start = MAGIC.length + 2;
    if (blob.length < start || !blob.subarray(0, MAGIC.length).equals(MAGIC)) {
      throw new DocumentDamagedError();
    }
    const end = start + blob.readUInt16BE(MAGIC.length);
    const subject = blob.subarray(start, end).toString();
    return { subject, header: blob.subarray(0, end), contents: blob.subarray(end) };
  }

  async #open(key: string, { subject, header, contents }: Blob): Promise<Buffer | undefined> {
    await this.keys.open([subject]);
    const dataKey = this.keys.keyOf(subject);
    if (dataKey === undefined) return undefined;
    const bytes = decrypt(dataKey, contents, aadOf(header, key));
    if (bytes === undefined) throw new DocumentDamagedError();
    return bytes;
  }

  close(): Promise<void> {
    return this.blobs.close();
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Whether the disk can't read a file that is there. */
function isUnreadable(error: unknown): boolean {
  return ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === 'EIO';
}

function headerOf(subject: string): Buffer {
  const name = Buffer.from(subject);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(name.length);
  return Buffer.concat([MAGIC, length, name]);
}

/** Associated data: header and address, so that a blob moved to another address can't be decrypted. */
function aadOf(header: Uint8Array, key: string): Buffer {
  return Buffer.concat([header, Buffer.from(key, 'hex')]);
}

/**
 * Opens the vault: in MongoDB if `MONGODB_URL` is set, otherwise in `DATA_DIR/documents`.
 * @param readOnly beside the service that uses it
 */
export async function openDocumentVault(
  config: Pick<Config, 'mongodbUrl' | 'dataDir'>,
  keys: KeyStore,
  sealer: Sealer,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): Promise<DocumentVault> {
  const blobs =
    config.mongodbUrl === undefined
      ? await DiskDocumentBlobs.open(join(config.dataDir, 'documents'), { readOnly })
      : await MongoDocumentBlobs.connect(config.mongodbUrl, readOnly);
  return new DocumentVault(blobs, keys, sealer);
}
