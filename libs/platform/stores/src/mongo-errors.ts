import {
  explainConnectionError,
  type StoreCause,
  StoreUnavailableError,
} from './store-unavailable.js';
import { describeUser, type StoreAddress } from './connection-string.js';

/** What the driver refuses before it asks a server: the request itself is at fault. */
const OF_REQUEST = new Set<unknown>(['MongoInvalidArgumentError']);

/**
 * Names of what the driver throws at a response that makes no sense, such as one that was cut off. Callers check what they send, so it
 * is never about that.
 */
const OF_NONSENSE = /^(?:Mongo|BSON)|^(?:Range|Type)Error$/;

interface DriverError {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly codeName?: unknown;
  readonly message?: unknown;
  readonly reason?: unknown;
  /** The cause of a failed bulk write. */
  readonly errorResponse?: unknown;
  /** What a bulk write could not do, by the place in it. */
  readonly writeErrors?: readonly { readonly index: number; readonly code?: unknown }[];
  readonly insertedCount?: number;
}

/** Runs operations on a MongoDB and translates their errors: see {@link askingMongo}. */
export type AskMongo = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Returns a function that runs operations on a MongoDB. Whatever the server says, and whatever happens on the way to it, is a
 * {@link StoreUnavailableError} with the server's address and code. The driver's message and the error itself are dropped: they may
 * quote documents. Errors about the request itself stay as they are.
 * @param purpose what the store is used for, for messages
 */
export function askingMongo(place: StoreAddress, purpose?: string): AskMongo {
  return async (work) => {
    try {
      return await work();
    } catch (error) {
      const cause = explainMongoError(error, place);
      if (cause === undefined) throw error;
      const words = purpose === undefined ? cause.words : `${cause.words}, for ${purpose}`;
      // Without the driver's error, whose message may quote documents.
      throw new StoreUnavailableError(words, cause);
    }
  };
}

const AUTHENTICATION_FAILED = new Set<unknown>([18, 8000]);
const UNAUTHORIZED = 13;

/** A server's description in a server selection error. */
interface KnownServer {
  readonly type: string;
  readonly error?: (DriverError & { readonly message: string }) | null;
}

/**
 * Explains a driver error to operators: `MongoDB at 10.0.0.6:27017 refuses …`. Undefined if the error is about the request itself.
 * Checks names and codes, so that the driver need not be loaded.
 */
export function explainMongoError(thrown: unknown, place: StoreAddress): StoreCause | undefined {
  const error = (thrown ?? {}) as DriverError;
  if (error.errorResponse instanceof Error) return explainMongoError(error.errorResponse, place);
  const at = `MongoDB at ${place.hosts}`;
  const servers = serversOf(error.reason);
  if (servers !== undefined) return unreached(servers, at);
  if (typeof error.code === 'number') return { ...answered(error, at, place), code: nameIn(error) };
  const name = String(error.name);
  const message = String(error.message);
  if (name === 'MongoNetworkError' || /^(?:querySrv|queryTxt|getaddrinfo) /.test(message)) {
    const { words, permanent } = explainConnectionError(message);
    return { words: `${at} cannot be reached: ${words}`, permanent };
  }
  // The driver passes on Node's errors of sockets that the server has just closed in an orderly way.
  const isOfNode = typeof error.code === 'string' && /^E[A-Z_]+$/.test(error.code);
  if (OF_REQUEST.has(name) || !(isOfNode || OF_NONSENSE.test(name))) return undefined;
  return { words: `${at} is away (${isOfNode ? error.code : name})`, permanent: false };
}

const DUPLICATE_KEY = 11_000;

/** Carries out an insert or a guarded upsert. Returns false if the id already exists. */
export async function unlessExists(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if ((error as DriverError).code === DUPLICATE_KEY) return false;
    throw error;
  }
}

/**
 * Inserts documents in no order, and returns those whose ids exist already. Some servers stop at the first error all the same: what
 * is neither inserted nor refused is sent again.
 */
export async function existingOf<D>(
  documents: readonly D[],
  insert: (documents: readonly D[]) => Promise<unknown>,
): Promise<ReadonlySet<D>> {
  try {
    await insert(documents);
    return new Set();
  } catch (error) {
    const { writeErrors = [], insertedCount = 0 } = error as DriverError;
    const refused = [writeErrors].flat();
    if (refused.length === 0 || refused.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
    const existing = new Set(refused.map(({ index }) => documents[index] as D));
    if (insertedCount + existing.size === documents.length) return existing;
    const unsent = documents.slice(Math.max(...refused.map(({ index }) => index)) + 1);
    return new Set([...existing, ...(await existingOf(unsent, insert))]);
  }
}

/** What a server's response with an error means. */
function answered(error: DriverError, at: string, place: StoreAddress): StoreCause {
  const user = describeUser(place);
  if (AUTHENTICATION_FAILED.has(error.code)) {
    const words = `${at} refuses ${user}: wrong password, unknown user or wrong authSource (AuthenticationFailed)`;
    return { words, permanent: true };
  }
  if (error.code === UNAUTHORIZED) {
    const words = `${at} denies ${user} the required rights (Unauthorized)`;
    return { words, permanent: true };
  }
  const name = nameIn(error);
  const code = String(error.code);
  const shown = name === code ? `code ${code}` : `${name}, code ${code}`;
  return { words: `${at} could not do it (${shown})`, permanent: false };
}

/** The server's name of its error if it looks like one, else its number. */
function nameIn({ code, codeName }: DriverError): string {
  return typeof codeName === 'string' && /^\w{1,60}$/.test(codeName) ? codeName : String(code);
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
  if (error && typeof error.code === 'number') {
    const code = nameIn(error);
    return { words: `it responds with an error (${code})`, permanent: false, code };
  }
  if (error) return explainConnectionError(error.message);
  if (type === 'Unknown') return { words: 'it does not respond', permanent: false };
  return { words: `no primary at present (it is ${type})`, permanent: false };
}
