import { StoreUnavailableError } from '#libs/platform/event-store';
import { NamedError } from '#libs/platform/kernel';

/** Encryption keys, one per person (subject `person:jdoe`), and the service's own secrets, all wrapped by the master key. */
export interface KeyStore {
  /**
   * Loads keys into memory for {@link keyOf}. Subjects without a key and erased subjects are no error.
   * @throws StoreUnavailableError
   * @throws MasterKeyReplacedError if this process only has a master key that has been replaced
   */
  open(subjects: Iterable<string>): Promise<void>;

  /**
   * Returns the key (32 bytes, AES-256) of a subject that was opened or ensured before; undefined if the subject was erased.
   * @throws KeyNotOpenedError if it was not opened, or has been evicted from memory since
   * @throws KeyMissingError if the store has neither a key nor an erasure of the subject
   */
  keyOf(subject: string): Buffer | undefined;

  /**
   * Returns the key of a subject, creating it if there is none. The key is durable before it is returned, and concurrent callers in all
   * processes get the same one.
   * @throws SubjectErasedError if the subject was erased: its key never comes back
   */
  ensure(subject: string): Promise<Buffer>;

  /** Destroys the key of a subject permanently. What it encrypted can't be read any more. */
  destroy(subject: string): Promise<void>;

  /** Overwrites what files still have of destroyed keys. Returns false if some remains until a later call; true where that is up to a server. */
  overwriteDestroyed(): Promise<boolean>;

  /** Returns a secret of the service (32 bytes), such as `hash-key`; created on first use, the same in all processes. */
  secret(name: string): Promise<Buffer>;

  close(): Promise<void>;
}

/** A key was used without being loaded into memory first: a bug. */
export class KeyNotOpenedError extends NamedError {}

/** Data is encrypted under a key that the key store does not have: the two do not belong together. */
export class KeyMissingError extends NamedError {}

/** The subject was erased: nothing may be encrypted for it any more. */
export class SubjectErasedError extends NamedError {
  constructor() {
    super('the keys of this person have been destroyed');
  }
}

/**
 * The master key was replaced since this process started with only the earlier one, so it can't open rewrapped keys. Callers see an
 * unavailable store until the process is restarted.
 */
export class MasterKeyReplacedError extends StoreUnavailableError {
  constructor() {
    super('keys are wrapped by a master key that this process does not have');
  }
}

/** The key store was filled under another master key, or is damaged. */
export class WrongMasterKeyError extends NamedError {}

/** The log is empty, but the key store has keys of a log: the log was lost or moved. */
export class LogLostError extends NamedError {
  constructor() {
    super(
      'the log is empty, and the key store has keys of an earlier log: restore the log that belongs to them, or give the new log a new key store',
    );
  }
}

/** The key store is not the one the log was written with: it was lost, or not restored together with the log. */
export class KeysLostError extends NamedError {
  constructor() {
    super(
      'the log has data under keys that the key store does not have: restore the keys that belong to it',
    );
  }
}

/** `subject`: keys of persons; `secret`: the service's own. */
export type KeyKind = 'subject' | 'secret';

/** A wrapped key, or the mark of a destroyed one. */
export interface KeyRecord {
  readonly name: string;
  readonly record: Buffer;
}

/** A record that replaces another. */
export interface KeySwap extends KeyRecord {
  /** The record that must still be there. */
  readonly expected: Buffer;
}

/** Stores wrapped keys, whose contents it knows nothing about. */
export interface KeyTable {
  /** Returns records in the order of `names`; undefined for a missing one. */
  read(kind: KeyKind, names: readonly string[]): Promise<readonly (Buffer | undefined)[]>;
  /** Synchronous {@link read} of one record, if the table supports it. */
  readNow?(kind: KeyKind, name: string): Buffer | undefined;
  /** Returns at most `limit` records after a name, or from the start, in an order that never changes. */
  list(kind: KeyKind, after: string | undefined, limit: number): Promise<readonly KeyRecord[]>;
  /** Stores `record` durably unless there is one already. Returns the record in place. */
  insertIfAbsent(kind: KeyKind, name: string, record: Buffer): Promise<Buffer>;
  /** Stores `record` durably, replacing any earlier one. */
  replace(kind: KeyKind, name: string, record: Buffer): Promise<void>;
  /** Durably replaces the records that are still as expected, each independently. Returns how many. */
  swap(kind: KeyKind, swaps: readonly KeySwap[]): Promise<number>;
  /** Overwrites what its files still have of replaced records. Returns false if some remains until a later call; true where that is up to a server. */
  overwriteReplaced(): Promise<boolean>;
  close(): Promise<void>;
}
