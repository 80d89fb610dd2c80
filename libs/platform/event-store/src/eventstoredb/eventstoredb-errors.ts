import { DeadlineExceededError, isCommandError, UnknownError } from '@eventstore/db-client';
import { StoreUnavailableError, UnknownPositionError } from '../event-store.js';

/**
 * gRPC codes behind which the store may be away and the outcome of a call unknown: CANCELLED, UNKNOWN (no leader is known),
 * DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, ABORTED (the server's own timeout), INTERNAL (a connection reset shows as this), UNAVAILABLE.
 */
const AWAY_CODES = new Set<unknown>([1, 2, 4, 8, 10, 13, 14]);
const AWAY_TYPES = new Set<string>([
  'unavailable',
  'cancelled',
  'deadline-exceeded',
  'timeout',
  'not-leader',
]);

function isAway(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (isCommandError(error) && AWAY_TYPES.has(error.type)) return true;
  const { code } = error as { code?: unknown };
  // An append that is refused in words only: the server is not ready, is busy, or knows no leader.
  if (error instanceof UnknownError && code === undefined) return true;
  // With nothing listening the client rejects with the bare gRPC error; a stream cut short has a Node code.
  if (AWAY_CODES.has(code) || code === 'ERR_STREAM_PREMATURE_CLOSE') return true;
  return error.message.startsWith('Failed to discover');
}

/** What the server says of a position at which none of its records begins: of reads one thing, of subscriptions another. */
const INVALID_POSITION = /invalid ?position/i;

/**
 * The error a caller gets: {@link StoreUnavailableError} when the store is away, {@link UnknownPositionError} when it can't read from
 * there, else the error as it is.
 */
export function asStoreError(error: unknown): unknown {
  if (error instanceof UnknownError && INVALID_POSITION.test(error.message)) {
    return new UnknownPositionError(
      'no event of this log stands at the position that is read from',
    );
  }
  if (error instanceof StoreUnavailableError || !isAway(error)) return error;
  return new StoreUnavailableError(`EventStoreDB is unavailable (${error.name})`, { cause: error });
}

/** Whether the server itself has given up an append in time: it is there, and its other answers will come. */
export function isAppendTimeout(error: unknown): boolean {
  return error instanceof DeadlineExceededError && error.code === undefined;
}
