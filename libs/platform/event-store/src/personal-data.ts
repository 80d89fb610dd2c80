/**
 * Encryption under a key per person, as the codec needs it. A subject is the name of a key such as `person:jdoe`, or of several
 * together. A sealed text names its subject.
 */
export interface PersonalData {
  /** Makes the keys of each subject durable, so that {@link seal} may use them. */
  ensure(subjects: Iterable<string>): Promise<void>;
  /** Brings the keys of sealed texts into memory, so that {@link open} may use them. */
  prefetch(sealed: Iterable<string>): Promise<void>;
  /** Encrypts; the subject has been ensured. Of several keys, those that have been destroyed are left out. */
  seal(subject: string, plaintext: string): string;
  /** Decrypts; undefined when a key it was sealed under has been destroyed. */
  open(sealed: string): string | undefined;
  /** {@link open} put off: takes the key now and decrypts when called, however much later. */
  opener(sealed: string): () => string | undefined;
}
