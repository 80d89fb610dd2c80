import { explainConnectionError, type StoreCause } from './connection-cause.js';
import { describeUser, type StoreAddress } from './connection-string.js';

/** Driver errors that mean the server is away or slow, or a write may not have reached a majority. */
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

/** Transient server errors: elections, shutdowns, time limits, a cursor or collection dropped while it is read. */
const CODES = new Set<unknown>([
  6, 7, 43, 50, 64, 89, 91, 112, 133, 134, 175, 189, 202, 237, 262, 9001, 10058, 10107, 11600,
  11601, 11602, 13435, 13436,
]);

/** Node's codes: the driver passes on errors of sockets that the server has just closed in an orderly way. */
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
  /** The cause of a failed bulk write. */
  readonly errorResponse?: unknown;
  hasErrorLabel?(label: string): boolean;
}

/**
 * Whether a driver error means that the server is away, is changing roles or did not respond in time. The write may or may not have
 * been applied. Checks names and codes, so that the driver need not be loaded.
 */
export function isMongoUnavailable(thrown: unknown): boolean {
  const error = thrown as DriverError;
  if (error.errorResponse instanceof Error) return isMongoUnavailable(error.errorResponse);
  return (
    NAMES.has(error.name) ||
    CODES.has(error.code) ||
    SOCKET_CODES.has(error.code) ||
    LABELS.some((label) => error.hasErrorLabel?.(label) === true)
  );
}

const AUTHENTICATION_FAILED = new Set<unknown>([18, 8000]);
const UNAUTHORIZED = 13;

/** A server's description in a server selection error. */
interface KnownServer {
  readonly type: string;
  readonly error?: { readonly message: string } | null;
}

/**
 * Explains a driver error to operators: `MongoDB at 10.0.0.6:27017 refuses …`. Undefined if the error is about the request itself.
 * @param place where that MongoDB is; by default as far as the error tells
 */
export function explainMongoError(thrown: unknown, place?: StoreAddress): StoreCause | undefined {
  const error = thrown as DriverError;
  if (error.errorResponse instanceof Error) return explainMongoError(error.errorResponse, place);
  const at = place === undefined ? 'MongoDB' : `MongoDB at ${place.hosts}`;
  const user = place === undefined ? 'its user' : describeUser(place);
  if (AUTHENTICATION_FAILED.has(error.code)) {
    const words = `${at} refuses ${user}: wrong password, unknown user or wrong authSource (AuthenticationFailed)`;
    return { words, permanent: true };
  }
  if (error.code === UNAUTHORIZED) {
    const words = `${at} denies ${user} the required rights (Unauthorized)`;
    return { words, permanent: true };
  }
  const servers = serversOf(error.reason);
  if (servers !== undefined) return unreached(servers, at);
  const message = String(error.message);
  const isConnection =
    error.name === 'MongoNetworkError' || /^(?:querySrv|queryTxt|getaddrinfo) /.test(message);
  if (!isConnection) return undefined;
  const { words, permanent } = explainConnectionError(message);
  // The driver names the server of a lost connection.
  const host = place?.hosts ?? /(?:to|[A-Z]{5,}) (\S+:\d+)/.exec(message)?.[1];
  const server = host === undefined ? 'MongoDB' : `MongoDB at ${host}`;
  return { words: `${server} cannot be reached: ${words}`, permanent };
}

function serversOf(reason: unknown): ReadonlyMap<string, KnownServer> | undefined {
  const { servers } = (reason ?? {}) as { readonly servers?: unknown };
  return servers instanceof Map ? (servers as ReadonlyMap<string, KnownServer>) : undefined;
}

/** Explains why none of the servers can be used: each reason once, with its servers. */
function unreached(servers: ReadonlyMap<string, KnownServer>, at: string): StoreCause {
  if (servers.size === 0) {
    return { words: `${at} is not a member of the configured replicaSet`, permanent: true };
  }
  const hosts = new Map<string, string[]>();
  let permanent = true;
  for (const [host, server] of servers) {
    const cause = causeOf(server);
    hosts.set(cause.words, [...(hosts.get(cause.words) ?? []), host]);
    permanent &&= cause.permanent;
  }
  const reasons = [...hosts].map(([words, of]) =>
    hosts.size === 1 ? words : `${of.join(', ')}: ${words}`,
  );
  const names = [...servers.keys()].join(', ');
  return { words: `MongoDB at ${names} cannot be used: ${reasons.join('; ')}`, permanent };
}

function causeOf({ type, error }: KnownServer): StoreCause {
  if (error) return explainConnectionError(error.message);
  if (type === 'Unknown') return { words: 'it does not respond', permanent: false };
  return { words: `no primary at present (it is ${type})`, permanent: false };
}
