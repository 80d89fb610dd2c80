/** Names of the driver's errors behind which the server is away or slow, or a majority may lack what was written. */
const NAMES = new Set<unknown>([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoServerClosedError',
  'MongoClientClosedError',
  'MongoExpiredSessionError',
  'MongoStalePrimaryError',
  'MongoOperationTimeoutError',
  'MongoWaitQueueTimeoutError',
  'MongoPoolClosedError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoWriteConcernError',
]);

/** Codes of the server's errors that pass: elections, shutdowns, time limits, a cursor or a collection that goes while it is read. */
const CODES = new Set<unknown>([
  6, 7, 43, 50, 64, 89, 91, 112, 133, 134, 175, 189, 202, 237, 262, 9001, 10058, 10107, 11600,
  11601, 11602, 13435, 13436,
]);

/** Codes of Node: the driver lets through what a socket says that the server has closed in order a moment ago. */
const SOCKET_CODES = new Set<unknown>([
  'EPIPE',
  'ECONNRESET',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);

const LABELS = ['TransientTransactionError', 'RetryableWriteError'];

interface DriverError {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly errorResponse?: unknown;
  hasErrorLabel?(label: string): boolean;
}

/**
 * Whether an error of the driver says that the server is away, changes roles or did not answer in time. What was written may be
 * there or not. Told by names, so that nobody loads the driver for it.
 */
export function isMongoAway(thrown: unknown): boolean {
  const error = thrown as DriverError;
  // A bulk write hides what went wrong inside of an error of its own.
  if (error.errorResponse instanceof Error) return isMongoAway(error.errorResponse);
  return (
    NAMES.has(error.name) ||
    CODES.has(error.code) ||
    SOCKET_CODES.has(error.code) ||
    LABELS.some((label) => error.hasErrorLabel?.(label) === true)
  );
}
