import { StoreUnavailableError } from '#libs/platform/event-store';
import { NamedError } from '#libs/platform/kernel';

/**
 * Keys that encrypt, one a person, and the service's own secrets. Every one is wrapped by the master key. A person is
 * named by a subject such as `person:jdoe`.
 */
export interface KeyStore {
  /**
   * Brings keys into memory for {@link keyOf}. Subjects without a key, or erased, are no error.
   * @throws StoreUnavailableError when the store is away
   * @throws MasterKeyReplacedError when this process has only a master key that has been replaced
   */
  open(subjects: Iterable<string>): Promise<void>;

  /**
   * The key (32 bytes, AES-256) of a subject that was opened or ensured before; undefined when the subject was erased.
   * @throws KeyNotOpenedError when it was not opened, or so long ago that it left the memory
   * @throws KeyMissingError when the store has no key of the subject and no erasure either
   */
  keyOf(subject: string): Buffer | undefined;

  /**
   * The key of a subject, created when there is none. It is durable before it is answered, and the same for all who ask at
   * the same time, in other processes as well.
   * @throws SubjectErasedError when the subject was erased: its key never comes back
   */
  ensure(subject: string): Promise<Buffer>;

  /** Destroys the key of a subject, and remembers that it did. What it encrypted can't be read any more. */
  destroy(subject: string): Promise<void>;

  /** A secret of the service (32 bytes), such as `hash-key`; created on first use, the same in all processes. */
  secret(name: string): Promise<Buffer>;

  /** Lets go of the store. */
  close(): Promise<void>;
}

/** The key was asked for without bringing it into memory first: a bug. */
export class KeyNotOpenedError extends NamedError {}

/** Something is encrypted under a key that the key store does not have: the two do not belong together. */
export class KeyMissingError extends NamedError {}

/** The subject was erased: nothing may be encrypted for it any more. */
export class SubjectErasedError extends NamedError {
  constructor() {
    super('the keys of this person have been destroyed');
  }
}

/**
 * The master key was replaced since this process started, which has only the earlier one: no key that was wrapped anew can be
 * opened here. For callers the store is away until the process is restarted.
 */
export class MasterKeyReplacedError extends StoreUnavailableError {
  constructor() {
    super('keys are wrapped by a master key that this process does not have');
  }
}

/** The key store was made with another master key, or was damaged. */
export class WrongMasterKeyError extends NamedError {}

/** The log is empty beside keys of persons and clients in another one: it was lost, or is not where it was. */
export class LogLostError extends NamedError {
  constructor() {
    super(
      'the log is empty, and the key store has keys of what stood in one: restore the log that belongs to them, or give a new log a key store of its own',
    );
  }
}

/** The key store is not the one that the log was written with: it was lost, or not restored with the log. */
export class KeysLostError extends NamedError {
  constructor() {
    super(
      'the log has data under keys that the key store does not have: restore the keys that belong to it',
    );
  }
}
