import { NamedError } from '#libs/platform/kernel';

/** A connection string is invalid. Names the setting and its options, never a value: it may be part of a password. */
export class ConnectionStringError extends NamedError {
  /** @param setting the environment variable that contains it */
  constructor(setting: string, options: readonly string[]) {
    super(
      options.length === 0
        ? `${setting} is not a valid connection string: percent-encode blanks, @, : and / in a user name or password`
        : `${setting} has an invalid option: ${options.join(', ')}`,
    );
  }
}

/** Names of the options in a connection string, as written. */
export function optionsIn(connectionString: string): readonly string[] {
  // A password that is not encoded may contain separators.
  const [, ...queries] = connectionString.slice(connectionString.lastIndexOf('@') + 1).split('?');
  const pairs = queries.join('?').split('&');
  return pairs.flatMap((pair) => pair.split('=', 1)).filter((name) => name !== '');
}

/** Options without those that the connection string sets: a client's options would override its string, which should win. */
export function withoutOptionsIn<T extends object>(
  connectionString: string,
  options: T,
): Partial<T> {
  const names = optionsIn(connectionString).map((name) => name.toLowerCase());
  const unset = Object.entries(options).filter(([name]) => !names.includes(name.toLowerCase()));
  return Object.fromEntries(unset) as Partial<T>;
}

/**
 * How long to wait for MongoDB: for a primary, a free connection, a response and a new connection. The driver waits so long to connect,
 * as long again for the response to its greeting, and `heartbeatFrequencyMS` (10 s) longer for the next heartbeat. So one that is lost
 * costs 18 s at most, less than a response may take.
 */
export const MONGO_PATIENCE = {
  serverSelectionTimeoutMS: 5_000,
  waitQueueTimeoutMS: 5_000,
  socketTimeoutMS: 20_000,
  connectTimeoutMS: 8_000,
} as const;

/**
 * Makes the MongoDB client of a connection string.
 * @throws ConnectionStringError instead of the driver's error, which quotes the string
 */
export function ofMongoUrl<T>(url: string, make: (url: string) => T): T {
  try {
    return make(url);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const invalid = optionsIn(url).filter((name) => message.includes(name));
    throw new ConnectionStringError('MONGODB_URL', invalid);
  }
}

export interface StoreAddress {
  /** As written, separated by commas: `10.0.0.5:2113, 10.0.0.6:2113`. */
  readonly hosts: string;
  readonly user?: string;
}

/** The parts of a connection string that may be shown: never its password, nor its options, which may contain secrets too. */
export function parseStoreAddress(connectionString: string): StoreAddress {
  const rest = connectionString.slice(connectionString.indexOf('://') + 3);
  // A password that is not encoded may contain an @.
  const at = rest.lastIndexOf('@');
  const hosts = (/^[^/?]*/.exec(rest.slice(at + 1))?.[0] ?? '').split(',').join(', ');
  if (at < 0) return { hosts };
  const user = (/^[^:@]*/.exec(rest)?.[0] ?? '').replace(/(?:%[\da-f]{2})+/gi, decoded);
  return user === '' ? { hosts } : { hosts, user };
}

function decoded(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
}

export function describeUser({ user }: StoreAddress): string {
  return user === undefined ? 'a caller without a user' : `the user ${JSON.stringify(user)}`;
}
