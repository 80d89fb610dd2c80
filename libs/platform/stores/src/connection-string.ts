import { NamedError } from '#libs/platform/kernel';

/** A connection string can't be used. Names the setting and its option, never a value: it may be part of a password. */
export class ConnectionStringError extends NamedError {
  /** @param setting variable of the environment it comes from */
  constructor(setting: string, options: readonly string[]) {
    super(
      options.length === 0
        ? `${setting} is no connection string that can be used: blanks, @, : and / in a user name or password are percent-encoded`
        : `${setting} has an option that can not be used: ${options.join(', ')}`,
    );
  }
}

/** Names of the options of a connection string, as they are written. */
export function optionsIn(connectionString: string): readonly string[] {
  // a password that is not encoded may hold whatever separates options
  const [, ...queries] = connectionString.slice(connectionString.lastIndexOf('@') + 1).split('?');
  const pairs = queries.join('?').split('&');
  return pairs.flatMap((pair) => pair.split('=', 1)).filter((name) => name !== '');
}

/**
 * Those of some options that a connection string leaves open. The options of a client win over its string, which is to have the last
 * word.
 */
export function unlessIn<T extends object>(connectionString: string, options: T): Partial<T> {
  const said = optionsIn(connectionString).map((name) => name.toLowerCase());
  const open = Object.entries(options).filter(([name]) => !said.includes(name.toLowerCase()));
  return Object.fromEntries(open) as Partial<T>;
}

/** How long a MongoDB is waited for: for a primary, for a free connection, for an answer. */
export const MONGO_PATIENCE = {
  serverSelectionTimeoutMS: 5_000,
  waitQueueTimeoutMS: 5_000,
  socketTimeoutMS: 20_000,
} as const;

/**
 * Makes the MongoDB client of a connection string.
 * @throws ConnectionStringError instead of what the driver says, who repeats what was written
 */
export function ofMongoUrl<T>(url: string, make: (url: string) => T): T {
  try {
    return make(url);
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    const named = optionsIn(url).filter((name) => said.includes(name));
    throw new ConnectionStringError('MONGODB_URL', named);
  }
}

/** Where a store is and as whom it is used, as its connection string says. */
export interface StorePlace {
  /** As they are written, with a comma between them: `10.0.0.5:2113, 10.0.0.6:2113`. */
  readonly hosts: string;
  /** Absent where the connection string has none. */
  readonly user?: string;
}

/** What of a connection string may be shown: never its password, nor its options, which may name secrets as well. */
export function placeOf(connectionString: string): StorePlace {
  const rest = connectionString.slice(connectionString.indexOf('://') + 3);
  // a password that is not encoded may hold an @ itself
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

/** The user for a message: quoted, or that there is none. */
export function shownUser({ user }: StorePlace): string {
  return user === undefined ? 'a caller without user' : `the user ${JSON.stringify(user)}`;
}
