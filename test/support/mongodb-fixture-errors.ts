import type { Document } from 'bson';

/** An error as the server words it. */
export class CommandError extends Error {
  constructor(
    readonly code: number,
    readonly codeName: string,
    message: string,
  ) {
    super(message);
  }
}

/** Codes after which a driver may send a command once more: elections, shutdowns, lost connections. */
const RETRIABLE = new Set([6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);
/** Codes after which a whole transaction may be made once more: a conflict with another write, a lock, a snapshot that is gone. */
const TRANSIENT = new Set([24, 112, 246]);
const NO_SUCH_TRANSACTION = 251;

/** Commands that end a transaction. */
export const ENDS: readonly unknown[] = ['commitTransaction', 'abortTransaction'];

/** What the server answers a command that fails: with the labels by which a driver knows what it may do once more. */
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

/** A statement or commit of a transaction that has ended, or was never begun. */
export function noTransaction(): CommandError {
  return new CommandError(NO_SUCH_TRANSACTION, 'NoSuchTransaction', 'the transaction is over');
}

/** Another write has changed what a transaction changes. */
export function writeConflict(): CommandError {
  return new CommandError(112, 'WriteConflict', 'another write came between');
}
