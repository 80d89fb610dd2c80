/**
 * A value that is never shown, such as a social security or bank account number: printing, logging or serializing it yields the mask.
 * In the log and in documents it is sealed (AES-256-GCM under the person's key).
 */
export class Secret {
  readonly #open: () => string | undefined;
  #value: string | undefined;
  #opened = false;

  private constructor(
    open: () => string | undefined,
    /** The ciphertext it was read from; absent on a value that has not been stored yet. */
    readonly sealed?: string,
  ) {
    this.#open = open;
  }

  /** Wraps a plain value from a request. */
  static of(value: string): Secret {
    return new Secret(() => value);
  }

  /** Wraps stored ciphertext. `open` decrypts it and returns undefined once the key is destroyed. */
  static fromSealed(sealed: string, open: () => string | undefined): Secret {
    return new Secret(open, sealed);
  }

  /** The plain value; undefined if the person's key has been destroyed. */
  reveal(): string | undefined {
    if (!this.#opened) {
      this.#value = this.#open();
      this.#opened = true;
    }
    return this.#value;
  }

  /** The plain value; throws if its key has been destroyed. */
  revealOrThrow(): string {
    const value = this.reveal();
    if (value === undefined) throw new Error('the key of a secret has been destroyed');
    return value;
  }

  /** Stars and the last four characters; four stars if the value is short or erased. */
  get masked(): string {
    const value = this.reveal();
    return value === undefined || value.length <= 4
      ? '****'
      : '*'.repeat(value.length - 4) + value.slice(-4);
  }

  /** Whether the value is a mask, as a client sends it back after reading it. */
  get isMask(): boolean {
    return /^\*+[0-9]{4}$/.test(this.reveal() ?? '');
  }

  toString(): string {
    return this.masked;
  }

  toJSON(): string {
    return this.masked;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Secret(${this.masked})`;
  }
}

/** A secret in a document: the mask to show, and the ciphertext for readers with the right. */
export interface SealedValue {
  readonly masked: string;
  readonly sealed: string;
}

/** The document form of a secret that was read from the log. */
export function sealedValue(secret: Secret): SealedValue {
  if (secret.sealed === undefined) throw new Error('a secret enters a document only from the log');
  return { masked: secret.masked, sealed: secret.sealed };
}

/** Separator that never occurs in the name of a key. */
const BETWEEN_KEYS = '\n';

/** Name of the key of a person (by login id) or of a firm's own data (by firm id). */
export function personKeyId(loginId: string): string {
  return `person:${loginId}`;
}

/** A subject protected by several keys: readable as long as none of them is destroyed. */
export function subjectOfKeys(keyIds: readonly string[]): string {
  return keyIds.join(BETWEEN_KEYS);
}

/** The subject of data about several persons. */
export function subjectOfPersons(loginIds: readonly string[]): string {
  return subjectOfKeys(loginIds.map(personKeyId));
}

export function keysOfSubject(subject: string): readonly string[] {
  return subject.split(BETWEEN_KEYS);
}
