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

/** An error of the client: its own, with a type; a gRPC error, with a status; or one of Node.js, with a name as its code. */
type ClientError = Error & { readonly code?: unknown; readonly type?: unknown };

const UNAUTHENTICATED = 16;
const PERMISSION_DENIED = 7;

/** Answers to a call, whatever their gRPC status: the same call would get the same again. */
const ANSWERS = new Set<unknown>(
  'wrong-expected-version stream-deleted maximum-append-size-exceeded invalid-argument unsupported'.split(
    ' ',
  ),
);

/** Whether an append was answered without a status: the server is not ready, is busy, or knows no leader. */
const isRefusedAppend = (error: ClientError): boolean =>
  error instanceof UnknownError && error.code === undefined;

/** What an error says about the server, worded to follow its name, and whether that lasts. The first row that applies counts. */
const CAUSES: readonly (readonly [
  applies: (error: ClientError) => boolean,
  cause: (error: ClientError, user: string) => string | StoreCause,
])[] = [
  [
    ({ code }) => code === UNAUTHENTICATED,
    (_, user) => ({
      words: `refuses ${user}: wrong password or unknown user (UNAUTHENTICATED)`,
      permanent: true,
    }),
  ],
  [
    (error) => error.code === PERMISSION_DENIED || error instanceof AccessDeniedError,
    (_, user) => ({
      words: `denies ${user} access: it must be allowed to read $all and to write streams (PERMISSION_DENIED)`,
      permanent: true,
    }),
  ],
  [
    ({ message }) => /No connection established|Name resolution failed/.test(message),
    ({ message }) => {
      const { words, permanent } = explainConnectionError(message);
      return { words: `cannot be reached: ${words}`, permanent };
    },
  ],
  [
    ({ message }) => message.startsWith('Failed to discover'),
    () => 'cannot be reached: no node reports the cluster members',
  ],
  [(error) => error instanceof NotLeaderError, () => 'is not the leader of its cluster'],
  [({ message }) => /no leader info/i.test(message), () => 'has no leader at present'],
  [isRefusedAppend, () => 'takes no appends at present: it is not ready or busy'],
  // A status of any other kind tells of the server, not of the call: it is tried again.
  [
    (error) => isCommandError(error) || typeof error.code === 'number' || isNetworkError(error),
    (error) => `is unavailable (${String(shownCode(error))})`,
  ],
];

/** A broken stream or connection has a code of Node.js, as programming errors have. */
const isNetworkError = (error: ClientError): boolean =>
  typeof error.code === 'string' && !(error instanceof TypeError) && !(error instanceof RangeError);

/** The code or type alone: messages may contain stream names. */
function shownCode({ code, type, message, name }: ClientError): unknown {
  return typeof code === 'string' ? code : (/^\d+ [A-Z_]+(?=:)/.exec(message)?.[0] ?? type ?? name);
}

/** Server messages for a position where no record begins: they differ between reads and subscriptions, and in 23.10. */
const INVALID_POSITION = /invalid ?position|ReadAllResult: Error/i;

/**
 * Maps a client error: {@link StoreUnavailableError} if the store is away or refuses the user, {@link UnknownPositionError} if it can't
 * read from a position; others stay as they are.
 */
export function asStoreError(error: unknown, place: StoreAddress): unknown {
  if (error instanceof UnknownError && INVALID_POSITION.test(error.message)) {
    return new UnknownPositionError('the position to read from is not a position of this log');
  }
  if (error instanceof StoreUnavailableError || !(error instanceof Error)) return error;
  const { type } = error as ClientError;
  const [, causeOf] = CAUSES.find(([applies]) => applies(error)) ?? [];
  if (!causeOf || ANSWERS.has(type)) return error;
  const cause = causeOf(error, describeUser(place));
  const { words, permanent } =
    typeof cause === 'string' ? { words: cause, permanent: false } : cause;
  const message = `EventStoreDB at ${place.hosts} ${words}`;
  return new StoreUnavailableError(message, { cause: error, permanent });
}

/** Whether the server itself timed out an append: it is there, and its other responses will come. */
export function isAppendTimeout(error: unknown): boolean {
  return error instanceof DeadlineExceededError && error.code === undefined;
}
