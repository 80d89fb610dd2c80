import { createHash } from 'node:crypto';
import { isDryRun } from '#libs/platform/event-store';
import type { DocumentBlobs } from './document-blobs.js';
import {
  DocumentDamagedError,
  DocumentMissingError,
  type DocumentVault,
  type StoredDocument,
} from './document-vault.js';
import type { KeyStore } from './key-store.js';
import { decrypt, encrypt } from './key-wrap.js';
import type { Sealer } from './sealing.js';

/** First bytes of a blob; then the subject's length in two bytes, the subject, IV, ciphertext and tag. */
const MAGIC = Buffer.from('BDV1');

/** A {@link DocumentVault} over any {@link DocumentBlobs}: the cryptography is here, they only keep bytes. */
export class SealedDocumentVault implements DocumentVault {
  /** Takes over the blobs, which are closed with the vault. */
  constructor(
    private readonly blobs: DocumentBlobs,
    private readonly keys: KeyStore,
    private readonly sealer: Sealer,
  ) {}

  async put(bytes: Uint8Array, { subject }: { subject: string }): Promise<StoredDocument> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    // Two persons who sign the same document have one each, so that erasing one leaves the other's.
    const hash = this.sealer.keyedHash('document', JSON.stringify([subject, sha256]));
    const key = Buffer.from(hash, 'base64url').toString('hex');
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

  async get(key: string): Promise<Buffer | undefined> {
    if (!/^[0-9a-f]{64}$/.test(key)) throw new DocumentMissingError();
    const blob = await this.blobs.get(key);
    if (blob === undefined) throw new DocumentMissingError();
    const start = MAGIC.length + 2;
    if (blob.length < start || !blob.subarray(0, MAGIC.length).equals(MAGIC)) {
      throw new DocumentDamagedError();
    }
    const end = start + blob.readUInt16BE(MAGIC.length);
    const subject = blob.subarray(start, end).toString();
    await this.keys.open([subject]);
    const dataKey = this.keys.keyOf(subject);
    if (dataKey === undefined) return undefined;
    const bytes = decrypt(dataKey, blob.subarray(end), aadOf(blob.subarray(0, end), key));
    if (bytes === undefined) throw new DocumentDamagedError();
    return bytes;
  }

  close(): Promise<void> {
    return this.blobs.close();
  }
}

function headerOf(subject: string): Buffer {
  const name = Buffer.from(subject);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(name.length);
  return Buffer.concat([MAGIC, length, name]);
}

/** The header and the address: a blob moved to another address does not open. */
function aadOf(header: Uint8Array, key: string): Buffer {
  return Buffer.concat([header, Buffer.from(key, 'hex')]);
}
