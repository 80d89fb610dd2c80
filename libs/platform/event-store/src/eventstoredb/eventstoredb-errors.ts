import {
  AccessDeniedError,
  DeadlineExceededError,
  isCommandError,
  NotLeaderError,
  UnknownError,
} from '@eventstore/db-client';
import {
  connectionCause,
  shownUser,
  type StoreCause,
  type StorePlace,
} from '#libs/platform/stores';
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

/**
 * What the server says of a position at which none of its records begins: of reads one thing, of subscriptions another, and 23.10, of a
 * read, only that it could not do it.
 */
const INVALID_POSITION = /invalid ?position|ReadAllResult: Error/i;

/** gRPC codes of a server that knows who asks, or wants to, and says no. */
const UNAUTHENTICATED = 16;
const PERMISSION_DENIED = 7;

/** What a server refuses for who asks, whatever is asked. */
function refusalOf(error: unknown, place: StorePlace): StoreCause | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as { code?: unknown };
  const user = shownUser(place);
  if (code === UNAUTHENTICATED) {
    const words = `refuses ${user}: wrong password or unknown user (UNAUTHENTICATED)`;
    return { words, permanent: true };
  }
  if (code === PERMISSION_DENIED || error instanceof AccessDeniedError) {
    const words = `denies ${user} access: to read $all and to write streams must be allowed (PERMISSION_DENIED)`;
    return { words, permanent: true };
  }
  return undefined;
}

/** What the server does, or what becomes of connections to it: the end of a sentence that begins with its name. */
function causeOf(error: Error): StoreCause {
  const { code } = error as { code?: unknown };
  const said = error.message;
  if (/No connection established|Name resolution failed/.test(said)) {
    const { words, permanent } = connectionCause(said);
    return { words: `can not be reached: ${words}`, permanent };
  }
  if (said.startsWith('Failed to discover')) {
    return { words: 'can not be reached: no node answers who is in the cluster', permanent: false };
  }
  if (error instanceof NotLeaderError) {
    return { words: 'is not the leader of its cluster', permanent: false };
  }
  if (/no leader info/i.test(said))
    return { words: 'knows no leader at present', permanent: false };
  if (error instanceof UnknownError && code === undefined) {
    return { words: 'takes no appends at present: it is not ready or busy', permanent: false };
  }
  // of what else the server says only its code is shown: its words may name streams
  const shown =
    typeof code === 'string' ? code : (/^\d+ [A-Z_]+(?=:)/.exec(said)?.[0] ?? error.name);
  return { words: `is unavailable (${shown})`, permanent: false };
}

/**
 * The error a caller gets: {@link StoreUnavailableError} when the store is away, or refuses whoever asks, {@link UnknownPositionError}
 * when it can't read from there, else the error as it is.
 * @param place where the store is, which the message names
 */
export function asStoreError(error: unknown, place: StorePlace): unknown {
  if (error instanceof UnknownError && INVALID_POSITION.test(error.message)) {
    return new UnknownPositionError(
      'no event of this log stands at the position that is read from',
    );
  }
  if (error instanceof StoreUnavailableError) return error;
  const cause = refusalOf(error, place) ?? (isAway(error) ? causeOf(error) : undefined);
  if (cause === undefined) return error;
  const { words, permanent } = cause;
  return new StoreUnavailableError(`EventStoreDB at ${place.hosts} ${words}`, {
    cause: error,
    permanent,
  });
}

/** Whether the server itself has given up an append in time: it is there, and its other answers will come. */
export function isAppendTimeout(error: unknown): boolean {
  return error instanceof DeadlineExceededError && error.code === undefined;
}
