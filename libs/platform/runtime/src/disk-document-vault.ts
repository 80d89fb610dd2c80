import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  DocumentDamagedError,
  DocumentMissingError,
  type DocumentVault,
  type StoredDocument,
} from './document-vault.js';
import { syncDirectory, writeFileAtomically } from './files.js';
import type { KeyStore } from './key-store.js';
import { decrypt, encrypt } from './key-wrap.js';
import type { Sealer } from './sealing.js';

/** First bytes of a file; then the subject's length in two bytes, the subject, IV, ciphertext and tag. */
const MAGIC = Buffer.from('BDV1');

/**
 * A vault in a directory: a document with key `ab12…` is the file `ab/12…`. Unfinished files stand in `unfinished` and are
 * removed by the next {@link DiskDocumentVault.open}.
 */
export class DiskDocumentVault implements DocumentVault {
  readonly #unfinished: string;

  private constructor(
    private readonly directory: string,
    private readonly keys: KeyStore,
    private readonly sealer: Sealer,
  ) {
    this.#unfinished = join(directory, 'unfinished');
  }

  /** @param directory created when missing, mode 0700; of one service at a time */
  static async open(directory: string, keys: KeyStore, sealer: Sealer): Promise<DiskDocumentVault> {
    const vault = new DiskDocumentVault(directory, keys, sealer);
    await mkdir(vault.#unfinished, { recursive: true, mode: 0o700 });
    for (const name of await readdir(vault.#unfinished)) {
      await unlink(join(vault.#unfinished, name));
    }
    return vault;
  }

  async put(bytes: Uint8Array, { subject }: { subject: string }): Promise<StoredDocument> {
    const dataKey = await this.keys.ensure(subject);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    // Two persons who sign the same document have one each, so that erasing one leaves the other's.
    const hash = this.sealer.keyedHash('document', JSON.stringify([subject, sha256]));
    const key = Buffer.from(hash, 'base64url').toString('hex');
    const header = headerOf(subject);
    const contents = encrypt(dataKey, bytes, aadOf(header, key));
    const path = this.#path(key);
    await this.#makeRoom(path);
    await writeFileAtomically(path, Buffer.concat([header, contents]), {
      temporaryDirectory: this.#unfinished,
    });
    return { key, sha256, size: bytes.length };
  }

  async get(key: string): Promise<Buffer | undefined> {
    if (!/^[0-9a-f]{64}$/.test(key)) throw new DocumentMissingError();
    const file = await readFile(this.#path(key)).catch((error: unknown) => {
      throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new DocumentMissingError() : error;
    });
    const start = MAGIC.length + 2;
    if (file.length < start || !file.subarray(0, MAGIC.length).equals(MAGIC)) {
      throw new DocumentDamagedError();
    }
    const end = start + file.readUInt16BE(MAGIC.length);
    const subject = file.subarray(start, end).toString();
    await this.keys.open([subject]);
    const dataKey = this.keys.keyOf(subject);
    if (dataKey === undefined) return undefined;
    const bytes = decrypt(dataKey, file.subarray(end), aadOf(file.subarray(0, end), key));
    if (bytes === undefined) throw new DocumentDamagedError();
    return bytes;
  }

  #path(key: string): string {
    return join(this.directory, key.slice(0, 2), key.slice(2));
  }

  /** The folder of a file, durably there. */
  async #makeRoom(path: string): Promise<void> {
    const created = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (created !== undefined) await syncDirectory(this.directory);
  }
}

function headerOf(subject: string): Buffer {
  const name = Buffer.from(subject);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(name.length);
  return Buffer.concat([MAGIC, length, name]);
}

/** The header and the address: a file moved to another address does not open. */
function aadOf(header: Uint8Array, key: string): Buffer {
  return Buffer.concat([header, Buffer.from(key, 'hex')]);
}
