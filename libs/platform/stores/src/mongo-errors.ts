import { connectionCause, type StoreCause } from './connection-cause.js';
import { shownUser, type StorePlace } from './connection-string.js';

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
  readonly message?: unknown;
  readonly reason?: unknown;
  /** A bulk write hides in it what went wrong. */
  readonly errorResponse?: unknown;
  hasErrorLabel?(label: string): boolean;
}

/**
 * Whether an error of the driver says that the server is away, changes roles or did not answer in time. What was written may be
 * there or not. Told by names, so that nobody loads the driver for it.
 */
export function isMongoAway(thrown: unknown): boolean {
  const error = thrown as DriverError;
  if (error.errorResponse instanceof Error) return isMongoAway(error.errorResponse);
  return (
    NAMES.has(error.name) ||
    CODES.has(error.code) ||
    SOCKET_CODES.has(error.code) ||
    LABELS.some((label) => error.hasErrorLabel?.(label) === true)
  );
}

const AUTHENTICATION_FAILED = new Set<unknown>([18, 8000]);
const UNAUTHORIZED = 13;

/** What the driver knows of a server when it has found none that it can use. */
interface KnownServer {
  readonly type: string;
  readonly error?: { readonly message: string } | null;
}

/**
 * What an error of the driver says of MongoDB, for the person who runs it: `MongoDB at 10.0.0.6:27017 refuses …`. Undefined of errors
 * that are about what was asked.
 * @param place where that MongoDB is; without it, as far as the error tells
 */
export function mongoCause(thrown: unknown, place?: StorePlace): StoreCause | undefined {
  const error = thrown as DriverError;
  if (error.errorResponse instanceof Error) return mongoCause(error.errorResponse, place);
  const at = place === undefined ? 'MongoDB' : `MongoDB at ${place.hosts}`;
  const user = place === undefined ? 'its user' : shownUser(place);
  if (AUTHENTICATION_FAILED.has(error.code)) {
    const words = `${at} refuses ${user}: wrong password, unknown user or another authSource (AuthenticationFailed)`;
    return { words, permanent: true };
  }
  if (error.code === UNAUTHORIZED) {
    const words = `${at} denies ${user} the rights that are needed (Unauthorized)`;
    return { words, permanent: true };
  }
  const servers = serversOf(error.reason);
  if (servers !== undefined) return unreached(servers, at);
  const said = String(error.message);
  const isConnection =
    error.name === 'MongoNetworkError' || /^(?:querySrv|queryTxt|getaddrinfo) /.test(said);
  if (!isConnection) return undefined;
  const { words, permanent } = connectionCause(said);
  // the driver names the server of a connection that ended
  const host = place?.hosts ?? /(?:to|[A-Z]{5,}) (\S+:\d+)/.exec(said)?.[1];
  const server = host === undefined ? 'MongoDB' : `MongoDB at ${host}`;
  return { words: `${server} can not be reached: ${words}`, permanent };
}

function serversOf(reason: unknown): ReadonlyMap<string, KnownServer> | undefined {
  const { servers } = (reason ?? {}) as { readonly servers?: unknown };
  return servers instanceof Map ? (servers as ReadonlyMap<string, KnownServer>) : undefined;
}

/** Of servers none of which can be used: each reason once, with the servers it is true of. */
function unreached(servers: ReadonlyMap<string, KnownServer>, at: string): StoreCause {
  if (servers.size === 0) {
    return {
      words: `${at} is no member of the replica set that replicaSet names`,
      permanent: true,
    };
  }
  const hosts = new Map<string, string[]>();
  const causes = [...servers].map(([host, server]) => {
    const cause = causeOf(server);
    hosts.set(cause.words, [...(hosts.get(cause.words) ?? []), host]);
    return cause;
  });
  const said = [...hosts].map(([words, of]) =>
    hosts.size === 1 ? words : `${of.join(', ')}: ${words}`,
  );
  return {
    words: `MongoDB at ${[...servers.keys()].join(', ')} can not be used: ${said.join('; ')}`,
    permanent: causes.every(({ permanent }) => permanent),
  };
}

function causeOf({ type, error }: KnownServer): StoreCause {
  if (error) return connectionCause(error.message);
  if (type === 'Unknown') return { words: 'it does not answer', permanent: false };
  return { words: `no primary at present (it is ${type})`, permanent: false };
}
