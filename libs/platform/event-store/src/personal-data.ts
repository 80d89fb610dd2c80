/** Encryption under a key per person, as the codec needs it. A sealed text names its subject. */
export interface PersonalData {
  /** Makes the key of each subject durable, so that {@link seal} may use it. */
  ensure(subjects: Iterable<string>): Promise<void>;
  /** Brings the keys of sealed texts into memory, so that {@link open} may use them. */
  prefetch(sealed: Iterable<string>): Promise<void>;
  /** Encrypts; the key of the subject has been ensured. */
  seal(subject: string, plaintext: string): string;
  /** Decrypts; undefined when the key of the subject has been destroyed. */
  open(sealed: string): string | undefined;
  /** {@link open} put off: takes the key now and decrypts when called, however much later. */
  opener(sealed: string): () => string | undefined;
}
