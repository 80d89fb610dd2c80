/** A connection string can't be used. Names the setting and its option, never a value: it may be part of a password. */
export class ConnectionStringError extends Error {
  override readonly name = 'ConnectionStringError';

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
