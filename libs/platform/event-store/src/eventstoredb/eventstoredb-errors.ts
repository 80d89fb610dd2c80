import {
  AccessDeniedError,
  DeadlineExceededError,
  isCommandError,
  NotLeaderError,
  UnknownError,
} from '@eventstore/db-client';
import {
  explainConnectionError,
  describeUser,
  type StoreCause,
  type StoreAddress,
} from '#libs/platform/stores';
import { StoreUnavailableError, UnknownPositionError } from '../event-store.js';

/**
 * gRPC codes after which the store may be away and the outcome unknown: CANCELLED, UNKNOWN (no leader known), DEADLINE_EXCEEDED,
 * RESOURCE_EXHAUSTED, ABORTED (the server's own timeout), INTERNAL (such as a connection reset), UNAVAILABLE.
 */
const AWAY_CODES = new Set<unknown>([1, 2, 4, 8, 10, 13, 14]);
const AWAY_TYPES = new Set('unavailable cancelled deadline-exceeded timeout not-leader'.split(' '));

function isAway(error: Error): boolean {
  if (isCommandError(error) && AWAY_TYPES.has(error.type)) return true;
  const { code } = error as { code?: unknown };
  // An append refused without a code: the server is not ready, is busy, or knows no leader.
  if (error instanceof UnknownError && code === undefined) return true;
  // If nothing listens, the client rejects with a plain gRPC error; a broken stream has a Node.js code.
  if (AWAY_CODES.has(code) || code === 'ERR_STREAM_PREMATURE_CLOSE') return true;
  return error.message.startsWith('Failed to discover');
}

/** Server messages for a position where no record begins: they differ between reads and subscriptions, and in 23.10. */
const INVALID_POSITION = /invalid ?position|ReadAllResult: Error/i;

/** gRPC codes for a caller that is unknown or not allowed. */
const UNAUTHENTICATED = 16;
const PERMISSION_DENIED = 7;

/** The cause if the server refuses this user, whatever the call. */
function refusalOf(error: Error, place: StoreAddress): StoreCause | undefined {
  const { code } = error as { code?: unknown };
  const user = describeUser(place);
  if (code === UNAUTHENTICATED) {
    const words = `refuses ${user}: wrong password or unknown user (UNAUTHENTICATED)`;
    return { words, permanent: true };
  }
  if (code === PERMISSION_DENIED || error instanceof AccessDeniedError) {
    const words = `denies ${user} access: it must be allowed to read $all and to write streams (PERMISSION_DENIED)`;
    return { words, permanent: true };
  }
  return undefined;
}

/** The cause if the server is away, worded to follow its name. */
function causeOf(error: Error): StoreCause {
  if (/No connection established|Name resolution failed/.test(error.message)) {
    const { words, permanent } = explainConnectionError(error.message);
    return { words: `cannot be reached: ${words}`, permanent };
  }
  return { words: wordsOf(error), permanent: false };
}

function wordsOf(error: Error): string {
  const { code, message } = error as Error & { code?: unknown };
  if (message.startsWith('Failed to discover')) {
    return 'cannot be reached: no node reports the cluster members';
  }
  if (error instanceof NotLeaderError) return 'is not the leader of its cluster';
  if (/no leader info/i.test(message)) return 'has no leader at present';
  if (error instanceof UnknownError && code === undefined) {
    return 'takes no appends at present: it is not ready or busy';
  }
  // Other messages are reduced to their code: they may contain stream names.
  const shown = typeof code === 'string' ? code : /^\d+ [A-Z_]+(?=:)/.exec(message)?.[0];
  return `is unavailable (${shown ?? error.name})`;
}

/**
 * Maps a client error: {@link StoreUnavailableError} if the store is away or refuses the user, {@link UnknownPositionError} if it can't
 * read from a position; others stay as they are.
 */
export function asStoreError(error: unknown, place: StoreAddress): unknown {
  if (error instanceof UnknownError && INVALID_POSITION.test(error.message)) {
    return new UnknownPositionError('the position to read from is not a position of this log');
  }
  if (error instanceof StoreUnavailableError || !(error instanceof Error)) return error;
  const cause = refusalOf(error, place) ?? (isAway(error) ? causeOf(error) : undefined);
  if (cause === undefined) return error;
  const { words, permanent } = cause;
  const message = `EventStoreDB at ${place.hosts} ${words}`;
  return new StoreUnavailableError(message, { cause: error, permanent });
}

/** Whether the server itself timed out an append: it is there, and its other responses will come. */
export function isAppendTimeout(error: unknown): boolean {
  return error instanceof DeadlineExceededError && error.code === undefined;
}
