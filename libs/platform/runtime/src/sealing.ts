import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { KeyStore } from './key-store.js';
import { decrypt, encrypt } from './key-wrap.js';

/** A sealed text can't be opened: it is not one, or not the one that was written. */
export class SealBrokenError extends Error {
  override readonly name = 'SealBrokenError';
  constructor() {
    super('a sealed value is damaged');
  }
}

const VERSION = 'v1';
const SEALED = /^v1\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{38,})$/;

/** The subject a sealed text names; undefined for any other text. */
export function sealedSubject(text: string): string | undefined {
  const subject = SEALED.exec(text)?.[1];
  return subject === undefined ? undefined : Buffer.from(subject, 'base64url').toString();
}

/**
 * Encrypts texts under the key of a person and finds them again by keyed hash. A sealed text is
 * `v1.<subject>.<IV, ciphertext, tag>`, the parts in base64url; AES-256-GCM over the UTF-8 with a random 96-bit IV and the
 * first two parts as associated data, so that it can't be passed off as another person's. Satisfies `PersonalData` of the
 * event-store library.
 */
export class Sealer {
  private constructor(
    private readonly keys: KeyStore,
    private readonly hashKey: KeyObject,
  ) {}

  /** @throws StoreUnavailableError when the key store is away */
  static async over(keys: KeyStore): Promise<Sealer> {
    return new Sealer(keys, createSecretKey(await keys.secret('hash-key')));
  }

  /**
   * Makes the key of each subject durable, so that {@link seal} may use it.
   * @throws SubjectErasedError when one was erased
   */
  async ensure(subjects: Iterable<string>): Promise<void> {
    await Promise.all(Array.from(new Set(subjects), (subject) => this.keys.ensure(subject)));
  }

  /** Brings the keys of sealed texts into memory, so that {@link open} may use them; other texts are passed over. */
  async prefetch(sealed: Iterable<string>): Promise<void> {
    const subjects = new Set<string>();
    for (const text of sealed) {
      const subject = sealedSubject(text);
      if (subject !== undefined) subjects.add(subject);
    }
    if (subjects.size > 0) await this.keys.open(subjects);
  }

  /** Encrypts; the key of the subject has been ensured. */
  seal(subject: string, plaintext: string): string {
    const key = this.keys.keyOf(subject);
    if (key === undefined) throw new SealBrokenError();
    const header = `${VERSION}.${Buffer.from(subject).toString('base64url')}`;
    return `${header}.${encrypt(key, Buffer.from(plaintext), Buffer.from(header)).toString('base64url')}`;
  }

  /**
   * Decrypts; undefined once the key of the subject has been destroyed.
   * @throws SealBrokenError for a text that was not sealed here, or was altered
   */
  open(sealed: string): string | undefined {
    const parts = SEALED.exec(sealed);
    if (parts?.[1] === undefined || parts[2] === undefined) throw new SealBrokenError();
    const key = this.keys.keyOf(Buffer.from(parts[1], 'base64url').toString());
    return key && decryptText(key, parts[1], parts[2]);
  }

  /**
   * {@link open} put off: takes the key now and decrypts when called, however much later.
   * @throws SealBrokenError as {@link open}; for an altered text only when called
   */
  opener(sealed: string): () => string | undefined {
    const parts = SEALED.exec(sealed);
    const [, subject, payload] = parts ?? [];
    if (subject === undefined || payload === undefined) throw new SealBrokenError();
    const key = this.keys.keyOf(Buffer.from(subject, 'base64url').toString());
    return () => key && decryptText(key, subject, payload);
  }

  /**
   * HMAC-SHA256 (base64url, 43 characters) of a value in a namespace such as `reservation/login-id`: equal values give
   * equal hashes, in all processes, and nobody without the key can try values out.
   */
  keyedHash(namespace: string, value: string | Uint8Array): string {
    return createHmac('sha256', this.hashKey)
      .update(`${Buffer.byteLength(namespace)}:${namespace}:`)
      .update(value)
      .digest('base64url');
  }
}

function decryptText(key: Buffer, subject: string, payload: string): string {
  const plaintext = decrypt(
    key,
    Buffer.from(payload, 'base64url'),
    Buffer.from(`${VERSION}.${subject}`),
  );
  if (plaintext === undefined) throw new SealBrokenError();
  return plaintext.toString();
}
