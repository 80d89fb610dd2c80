import { keysOfSubject, NamedError, subjectOfKeys } from '#libs/platform/kernel';
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { KeyMissingError, type KeyStore, SubjectErasedError } from './key-store.js';
import { decrypt, encrypt } from './key-wrap.js';

/** A sealed text can't be opened: it is not one, or not the one that was written. */
export class SealBrokenError extends NamedError {
  constructor() {
    super('a sealed value is damaged');
  }
}

const VERSION = 'v1';
const SEALED = /^v1\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{38,})$/;

/** Names of the keys it takes to open a sealed text; none for any other text. */
export function sealingKeys(text: string): readonly string[] {
  const subject = SEALED.exec(text)?.[1];
  return subject === undefined ? [] : keysOfSubject(decoded(subject));
}

/**
 * Encrypts texts under the key of a person, or of several together, and finds them again by keyed hash. A sealed text is
 * `v1.<subject>.<IV, ciphertext, tag>`, the parts in base64url; AES-256-GCM over the UTF-8 with a random 96-bit IV and the
 * first two parts as associated data, so that it can't be passed off as another person's. The key of several is the HMAC-SHA256
 * of each next one under those before: without one of them nothing is known of it. Satisfies `PersonalData` of the event-store
 * library.
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
   * Makes the keys of each subject durable, so that {@link seal} may use them.
   * @throws SubjectErasedError when the key of one was destroyed; of several together, all of them
   */
  async ensure(subjects: Iterable<string>): Promise<void> {
    await Promise.all(Array.from(new Set(subjects), (subject) => this.#ensure(subject)));
  }

  async #ensure(subject: string): Promise<void> {
    const keyIds = keysOfSubject(subject);
    let destroyed = 0;
    for (const keyId of keyIds) {
      try {
        await this.keys.ensure(keyId);
      } catch (error) {
        if (!(error instanceof SubjectErasedError) || ++destroyed === keyIds.length) throw error;
      }
    }
  }

  /**
   * Fails where {@link ensure} would, and makes no key.
   * @throws SubjectErasedError
   */
  async check(subjects: Iterable<string>): Promise<void> {
    for (const subject of subjects) {
      const keyIds = keysOfSubject(subject);
      await this.keys.open(keyIds);
      if (keyIds.every((keyId) => this.#isDestroyed(keyId))) throw new SubjectErasedError();
    }
  }

  #isDestroyed(keyId: string): boolean {
    try {
      return this.keys.keyOf(keyId) === undefined;
    } catch (error) {
      if (error instanceof KeyMissingError) return false;
      throw error;
    }
  }

  /** Brings the keys of sealed texts into memory, so that {@link open} may use them; other texts are passed over. */
  async prefetch(sealed: Iterable<string>): Promise<void> {
    const keyIds = new Set<string>();
    for (const text of sealed) for (const keyId of sealingKeys(text)) keyIds.add(keyId);
    if (keyIds.size > 0) await this.keys.open(keyIds);
  }

  /** Encrypts; the subject has been ensured. Of several keys, those that have been destroyed are left out. */
  seal(subject: string, plaintext: string): string {
    const left = subjectOfKeys(keysOfSubject(subject).filter((keyId) => this.keys.keyOf(keyId)));
    const key = left === '' ? undefined : this.#keyOf(left);
    if (key === undefined) throw new SealBrokenError();
    const header = `${VERSION}.${Buffer.from(left).toString('base64url')}`;
    return `${header}.${encrypt(key, Buffer.from(plaintext), Buffer.from(header)).toString('base64url')}`;
  }

  /**
   * Decrypts; undefined once a key it was sealed under has been destroyed.
   * @throws SealBrokenError for a text that was not sealed here, or was altered
   */
  open(sealed: string): string | undefined {
    return this.opener(sealed)();
  }

  /**
   * {@link open} put off: takes the key now and decrypts when called, however much later.
   * @throws SealBrokenError as {@link open}; for an altered text only when called
   */
  opener(sealed: string): () => string | undefined {
    const [, subject, payload] = SEALED.exec(sealed) ?? [];
    if (subject === undefined || payload === undefined) throw new SealBrokenError();
    const key = this.#keyOf(decoded(subject));
    return () => key && decryptText(key, subject, payload);
  }

  /** The key of a subject; undefined when one that it takes has been destroyed. */
  #keyOf(subject: string): Buffer | undefined {
    const [first, ...others] = keysOfSubject(subject).map((keyId) => this.keys.keyOf(keyId));
    return others.reduce(
      (key, other) => key && other && createHmac('sha256', key).update(other).digest(),
      first,
    );
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

function decoded(subject: string): string {
  return Buffer.from(subject, 'base64url').toString();
}

function decryptText(key: Buffer, subject: string, payload: string): string {
  const header = Buffer.from(`${VERSION}.${subject}`);
  const plaintext = decrypt(key, Buffer.from(payload, 'base64url'), header);
  if (plaintext === undefined) throw new SealBrokenError();
  return plaintext.toString();
}
