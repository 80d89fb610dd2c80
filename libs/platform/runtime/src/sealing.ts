import {
  createHmac,
  createSecretKey,
  type KeyObject,
  type CipherKey,
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  randomFillSync,
} from 'node:crypto';
import { keysOfSubject, NamedError, subjectOfKeys } from '#libs/platform/kernel';
import { KeyMissingError, type KeyStore, SubjectErasedError } from './key-store.js';

const IV = 12;
const TAG = 16;

/** Random bytes for the next IVs: asking the operating system for each takes longer than encrypting a short text. */
const random = Buffer.alloc(256 * IV);
let used = random.length;

function nextIv(): Buffer {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  used += IV;
  return random.subarray(used - IV, used);
}

/** AES-256-GCM with a random 96-bit IV. @returns IV, ciphertext, tag */
export function encrypt(key: CipherKey, plaintext: Uint8Array, aad: Uint8Array): Buffer {
  const iv = nextIv();
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(aad);
  return Buffer.concat([iv, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

/** Reverses {@link encrypt}. @returns undefined if the bytes, the key or the associated data don't match */
export function decrypt(key: CipherKey, bytes: Buffer, aad: Uint8Array): Buffer | undefined {
  if (bytes.length < IV + TAG) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV), {
    authTagLength: TAG,
  });
  decipher.setAAD(aad);
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG));
  const plaintext = decipher.update(bytes.subarray(IV, bytes.length - TAG));
  try {
    const rest = decipher.final();
    return rest.length === 0 ? plaintext : Buffer.concat([plaintext, rest]);
  } catch {
    return undefined;
  }
}

/** PKCS #8 header of an Ed25519 private key; the 32-byte seed follows (RFC 8410). */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Returns the Ed25519 private key of a 32-byte seed, such as a secret of the key store. */
export function ed25519Key(seed: Buffer): KeyObject {
  const key = Buffer.concat([PKCS8_ED25519, seed]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

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
