import { connectionCause, type StoreCause } from './connection-cause.js';
import { shownUser, type StorePlace } from './store-place.js';

const AUTHENTICATION_FAILED = new Set<unknown>([18, 8000]);
const UNAUTHORIZED = 13;

interface DriverError {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly reason?: unknown;
  readonly errorResponse?: unknown;
}

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
  // A bulk write hides what went wrong inside of an error of its own.
  if (error.errorResponse instanceof Error) return mongoCause(error.errorResponse, place);
  const at = place === undefined ? 'MongoDB' : `MongoDB at ${place.hosts}`;
  const user = place === undefined ? 'its user' : shownUser(place);
  if (AUTHENTICATION_FAILED.has(error.code)) {
    const words = `${at} refuses ${user}: wrong password, unknown user or another authSource (AuthenticationFailed)`;
    return { words, permanent: true };
  }
  if (error.code === UNAUTHORIZED) {
    return {
      words: `${at} denies ${user} the rights that are needed (Unauthorized)`,
      permanent: true,
    };
  }
  const servers = serversOf(error.reason);
  if (servers !== undefined) return unreached(servers, place);
  const said = String(error.message);
  const isConnection =
    error.name === 'MongoNetworkError' || /^(?:querySrv|queryTxt|getaddrinfo) /.test(said);
  if (!isConnection) return undefined;
  const { words, permanent } = connectionCause(said);
  // the driver names the server of a connection that ended
  const host = place?.hosts ?? /(?:to|[A-Z]{5,}) (\S+:\d+)/.exec(said)?.[1];
  return {
    words: `MongoDB${host === undefined ? '' : ` at ${host}`} can not be reached: ${words}`,
    permanent,
  };
}

function serversOf(reason: unknown): ReadonlyMap<string, KnownServer> | undefined {
  const { servers } = (reason ?? {}) as { readonly servers?: unknown };
  return servers instanceof Map ? (servers as ReadonlyMap<string, KnownServer>) : undefined;
}

/** Of servers none of which can be used: each reason once, with the servers it is true of. */
function unreached(
  servers: ReadonlyMap<string, KnownServer>,
  place: StorePlace | undefined,
): StoreCause {
  if (servers.size === 0) {
    const at = place === undefined ? '' : ` at ${place.hosts}`;
    return {
      words: `MongoDB${at} is no member of the replica set that replicaSet names`,
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
