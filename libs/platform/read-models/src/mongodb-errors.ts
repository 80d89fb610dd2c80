import {
  MongoBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from 'mongodb';
import { StoreUnavailableError } from '#libs/platform/event-store';

const DUPLICATE_KEY = 11000;

const away = [
  MongoNetworkError,
  MongoServerSelectionError,
  MongoNotConnectedError,
  MongoTopologyClosedError,
  MongoServerClosedError,
  MongoOperationTimeoutError,
];

/** Names of server errors that pass: elections, shutdowns, time limits. */
const passing = new Set([
  6, 7, 50, 64, 89, 91, 112, 189, 202, 262, 9001, 10058, 10107, 11600, 11602, 13435, 13436,
]);

/** Whether an id was already there: of a guarded upsert, that the stored document is as new or newer. */
export function isDuplicateKey(error: unknown): boolean {
  if (error instanceof MongoBulkWriteError) {
    const errors = [error.writeErrors].flat();
    return errors.length > 0 && errors.every(({ code }) => code === DUPLICATE_KEY);
  }
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/**
 * Runs a command. A server that is away, changes roles or does not answer in time is a {@link StoreUnavailableError}; what
 * it refuses is an error with its code but not its words, which may quote documents.
 */
export async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const error = unwrapped(thrown);
    if (!(error instanceof MongoError)) throw thrown;
    const code = error.code === undefined ? '' : `, code ${error.code}`;
    const transient =
      away.some((kind) => error instanceof kind) ||
      error.hasErrorLabel('TransientTransactionError') ||
      error.hasErrorLabel('RetryableWriteError') ||
      passing.has(Number(error.code));
    if (transient) {
      throw new StoreUnavailableError(`MongoDB is away: ${error.name}${code}`, { cause: thrown });
    }
    // eslint-disable-next-line preserve-caught-error -- its message may quote documents
    throw new Error(`MongoDB refused a command: ${error.name}${code}`);
  }
}

/** A bulk write hides a broken connection inside of an error of its own. */
function unwrapped(error: unknown): unknown {
  const inner: unknown = error instanceof MongoBulkWriteError ? error.errorResponse : undefined;
  return inner instanceof MongoError ? inner : error;
}
