import { keysOfSubject, NamedError, subjectOfKeys } from '#libs/platform/kernel';
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { KeyMissingError, type KeyStore, SubjectErasedError } from './key-store.js';
import { decrypt, encrypt } from './key-wrap.js';

/** A text is not a sealed text, or was altered. */
export class SealBrokenError extends NamedError {
  constructor() {
    super('a sealed value is damaged');
  }
}

const VERSION = 'v1';
const SEALED = /^v1\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{38,})$/;

/** Returns the names of the keys that open a sealed text; none for any other text. */
export function sealingKeys(text: string): readonly string[] {
  const subject = SEALED.exec(text)?.[1];
  return subject === undefined ? [] : keysOfSubject(decoded(subject));
}

/**
 * Encrypts texts under the key of one or several persons, and hashes values so that they can be looked up. A sealed text is
 * `v1.<subject>.<IV, ciphertext, tag>`, with the parts in base64url: AES-256-GCM with a random 96-bit IV over the UTF-8 text, and the
 * first two parts as associated data, so that it can't be passed off as another person's. The key of several persons is a chain of
 * HMAC-SHA256 over their keys, so it needs all of them. Implements `PersonalData` of the event-store library.
 */
export class Sealer {
  private constructor(
    private readonly keys: KeyStore,
    private readonly hashKey: KeyObject,
  ) {}

  /** @throws StoreUnavailableError */
  static async over(keys: KeyStore): Promise<Sealer> {
    return new Sealer(keys, createSecretKey(await keys.secret('hash-key')));
  }

  /**
   * Creates missing keys of each subject durably, so that {@link seal} can use them.
   * @throws SubjectErasedError if the key of a subject was destroyed; for several persons, if all were
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

  /** Throws if {@link ensure} would, without creating keys. @throws SubjectErasedError */
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

  /** Loads the keys of sealed texts into memory, so that {@link open} can use them; other texts are ignored. */
  async prefetch(sealed: Iterable<string>): Promise<void> {
    const keyIds = new Set<string>();
    for (const text of sealed) for (const keyId of sealingKeys(text)) keyIds.add(keyId);
    if (keyIds.size > 0) await this.keys.open(keyIds);
  }

  /** Encrypts a text for a subject that has been ensured. Of several keys, destroyed ones are omitted. */
  seal(subject: string, plaintext: string): string {
    const left = subjectOfKeys(keysOfSubject(subject).filter((keyId) => this.keys.keyOf(keyId)));
    const key = left === '' ? undefined : this.#keyOf(left);
    if (key === undefined) throw new SealBrokenError();
    const header = `${VERSION}.${Buffer.from(left).toString('base64url')}`;
    return `${header}.${encrypt(key, Buffer.from(plaintext), Buffer.from(header)).toString('base64url')}`;
  }

  /**
   * Decrypts a text; undefined once one of its keys has been destroyed.
   * @throws SealBrokenError if the text was not sealed here, or was altered
   */
  open(sealed: string): string | undefined {
    return this.opener(sealed)();
  }

  /**
   * Deferred {@link open}: takes the key now and decrypts when called, however much later.
   * @throws SealBrokenError as {@link open}; for an altered text only when called
   */
  opener(sealed: string): () => string | undefined {
    const [, subject, payload] = SEALED.exec(sealed) ?? [];
    if (subject === undefined || payload === undefined) throw new SealBrokenError();
    const key = this.#keyOf(decoded(subject));
    return () => key && decryptText(key, subject, payload);
  }

  /** Returns the key of a subject; undefined if any key it consists of has been destroyed. */
  #keyOf(subject: string): Buffer | undefined {
    const [first, ...others] = keysOfSubject(subject).map((keyId) => this.keys.keyOf(keyId));
    return others.reduce(
      (key, other) => key && other && createHmac('sha256', key).update(other).digest(),
      first,
    );
  }

  /**
   * HMAC-SHA256 (base64url, 43 characters) of a value in a namespace such as `reservation/login-id`. Equal values have equal hashes in all
   * processes, and without the key nobody can test guesses.
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
