import type { MongoClient, MongoClientOptions } from 'mongodb';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { ofMongoUrl } from '#libs/platform/stores';

/** Errors of the driver that say that the server is away, slow or between primaries. */
const UNAVAILABLE = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoClientClosedError',
  'MongoOperationTimeoutError',
  'MongoWaitQueueTimeoutError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoWriteConcernError',
]);
/** Server codes for the same: shutting down, no primary, stepped down, exceeded time limit. */
const UNAVAILABLE_CODES = new Set([
  6, 7, 50, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436,
]);
const DUPLICATE_KEY = 11_000;

interface DriverError {
  readonly name?: unknown;
  readonly code?: unknown;
}

/** How what must not be lost is written and read: by a majority, from the primary. */
export const DURABLE = {
  writeConcern: { w: 'majority', journal: true },
  readConcern: { level: 'majority' },
  readPreference: 'primary',
} as const;

/**
 * Connects to the servers of a connection string.
 * @param what names the store in the error's message
 * @throws ConnectionStringError
 * @throws StoreUnavailableError when no server answers
 */
export async function connectMongo(what: string, url: string): Promise<MongoClient> {
  const { MongoClient } = await import('mongodb');
  const options = {
    maxPoolSize: 10,
    // Options win over the URL, which must have the last word.
    ...(!/[?&]serverSelectionTimeoutMS=/i.test(url) && { serverSelectionTimeoutMS: 5000 }),
    ...(!/[?&]socketTimeoutMS=/i.test(url) && { socketTimeoutMS: 20_000 }),
  } satisfies MongoClientOptions;
  const client = ofMongoUrl(url, (usable) => new MongoClient(usable, options));
  try {
    return await askingMongo(what, () => client.connect());
  } catch (error) {
    await client.close();
    throw error;
  }
}

/**
 * Runs a command.
 * @param what names the store in the error's message
 * @throws StoreUnavailableError when the server is away, changes roles or does not answer in time
 */
export async function askingMongo<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { name, code } = error as DriverError;
    if (
      UNAVAILABLE.has(String(name)) ||
      (typeof code === 'number' && UNAVAILABLE_CODES.has(code))
    ) {
      throw new StoreUnavailableError(`${what} is not reachable`, { cause: error });
    }
    throw error;
  }
}

/** Whether a document of the same id is there already. */
export function isDuplicateKey(error: unknown): boolean {
  return (error as DriverError | undefined)?.code === DUPLICATE_KEY;
}
