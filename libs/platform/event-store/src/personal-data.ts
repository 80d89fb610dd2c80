/** Encryption with one key per person. A subject names a key, such as `person:jdoe`, or several. Sealed texts name their subject. */
export interface PersonalData {
  /** Makes the keys of each subject durable, as {@link seal} requires. */
  ensure(subjects: Iterable<string>): Promise<void>;
  /** Loads the keys of sealed texts into memory, as {@link open} requires. */
  prefetch(sealed: Iterable<string>): Promise<void>;
  /** Encrypts for a subject after {@link ensure}. Of several keys, destroyed ones are left out. */
  seal(subject: string, plaintext: string): string;
  /** Decrypts; undefined if a key of the text has been destroyed. */
  open(sealed: string): string | undefined;
  /** Deferred {@link open}: gets the key now and decrypts when called, however much later. */
  opener(sealed: string): () => string | undefined;
}
