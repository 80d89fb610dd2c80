import type { Document } from 'bson';

/** An error with the server's wording. */
export class CommandError extends Error {
  constructor(
    readonly code: number,
    readonly codeName: string,
    message: string,
  ) {
    super(message);
  }
}

/** Codes after which a driver may resend a command: elections, shutdowns, lost connections. */
const RETRIABLE = new Set([6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);
/** Codes after which a whole transaction may be retried: a write conflict, a lock, a snapshot that is no longer available. */
const TRANSIENT = new Set([24, 112, 246]);
const NO_SUCH_TRANSACTION = 251;

/** Commands that end a transaction. */
export const ENDS: readonly unknown[] = ['commitTransaction', 'abortTransaction'];

/** The server's response to a failed command, with the labels that tell a driver what it may retry. */
export function failure(error: CommandError, command: Document): Document {
  const { code, codeName, message: errmsg } = error;
  return { ok: 0, code, codeName, errmsg, errorLabels: labelsOf(code, command) };
}

function labelsOf(code: number, command: Document): readonly string[] {
  const inTransaction = command['autocommit'] === false;
  const ends = ENDS.includes(Object.keys(command)[0]);
  const labels: string[] = [];
  const isTransient =
    TRANSIENT.has(code) || code === NO_SUCH_TRANSACTION || (!ends && RETRIABLE.has(code));
  if (inTransaction && isTransient) labels.push('TransientTransactionError');
  const isRetryable = command['txnNumber'] !== undefined && (!inTransaction || ends);
  if (isRetryable && RETRIABLE.has(code)) labels.push('RetryableWriteError');
  return labels;
}

/** For a statement or commit of a transaction that has ended or never began. */
export function noTransaction(): CommandError {
  return new CommandError(NO_SUCH_TRANSACTION, 'NoSuchTransaction', 'the transaction is over');
}

/** Another write changed a document that the transaction changes. */
export function writeConflict(): CommandError {
  return new CommandError(112, 'WriteConflict', 'another write came between');
}
