/**
 * A value that is never shown: a social security number, a tax id, a bank account number. Printing, logging or
 * serialising it gives the mask. In the log and in documents it stands sealed (AES-256-GCM under the key of its person).
 */
export class Secret {
  readonly #open: () => string | undefined;
  #value: string | undefined;
  #opened = false;

  private constructor(
    open: () => string | undefined,
    /** Ciphertext it was read from; absent on a value that has not been stored yet. */
    readonly sealed?: string,
  ) {
    this.#open = open;
  }

  /** Wraps a plain value that came in with a request. */
  static of(value: string): Secret {
    return new Secret(() => value);
  }

  /** Wraps stored ciphertext; `open` decrypts it, or answers undefined once the key is destroyed. */
  static fromSealed(sealed: string, open: () => string | undefined): Secret {
    return new Secret(open, sealed);
  }

  /** The plain value; undefined when the key of the person has been destroyed. */
  reveal(): string | undefined {
    if (!this.#opened) {
      this.#value = this.#open();
      this.#opened = true;
    }
    return this.#value;
  }

  /**
   * The plain value of a secret whose key stays.
   * @throws Error when it has been destroyed all the same
   */
  revealOrThrow(): string {
    const value = this.reveal();
    if (value === undefined) throw new Error('the key of a secret has been destroyed');
    return value;
  }

  /** The form that may be shown: all but the last four characters starred; four stars alone when short or erased. */
  get masked(): string {
    const value = this.reveal();
    return value === undefined || value.length <= 4
      ? '****'
      : '*'.repeat(value.length - 4) + value.slice(-4);
  }

  /** Whether it was made of the mask of another one, as a client sends back what it has read. */
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

/** A secret as a document keeps it: the mask to show, the ciphertext for those entitled to more. */
export interface SealedValue {
  readonly masked: string;
  readonly sealed: string;
}

/** The document form of a secret that came from the log. */
export function sealedValue(secret: Secret): SealedValue {
  if (secret.sealed === undefined) throw new Error('a secret enters a document only from the log');
  return { masked: secret.masked, sealed: secret.sealed };
}
