import type { Binary, MongoClient, MongoClientOptions } from 'mongodb';
import { StoreUnavailableError } from '#libs/platform/event-store';
import {
  isMongoUnavailable,
  MONGO_PATIENCE,
  explainMongoError,
  ofMongoUrl,
  parseStoreAddress,
  type StoreAddress,
  withoutOptionsIn,
} from '#libs/platform/stores';

const DUPLICATE_KEY = 11_000;

/** Options for data that must not be lost: majority reads and writes on the primary. */
export const DURABLE = {
  writeConcern: { w: 'majority', journal: true },
  readConcern: { level: 'majority' },
  readPreference: 'primary',
} as const;

/**
 * Connects to MongoDB.
 * @param what names the store in error messages
 * @throws ConnectionStringError
 * @throws StoreUnavailableError if no server responds
 */
export async function connectMongo(what: string, url: string): Promise<MongoClient> {
  const { MongoClient } = await import('mongodb');
  const options = {
    ...withoutOptionsIn(url, MONGO_PATIENCE),
    // The pool options of the connection string are for read models, which have the most traffic.
    maxPoolSize: 10,
    minPoolSize: 0,
  } satisfies MongoClientOptions;
  const client = ofMongoUrl(url, (usable) => new MongoClient(usable, options));
  try {
    return await askingMongo(what, () => client.connect(), parseStoreAddress(url));
  } catch (error) {
    await client.close();
    throw error;
  }
}

/**
 * Runs a MongoDB operation.
 * @param what names the store in error messages
 * @param place address of the server; by default, the error names it as far as the driver does
 * @throws StoreUnavailableError if the server is unreachable, rejects its user, changes roles or times out
 */
export async function askingMongo<T>(
  what: string,
  work: () => Promise<T>,
  place?: StoreAddress,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known = explainMongoError(error, place);
    if (known !== undefined) {
      const { words, permanent } = known;
      throw new StoreUnavailableError(`${words}, for ${what}`, { cause: error, permanent });
    }
    if (isMongoUnavailable(error)) {
      throw new StoreUnavailableError(`${what} is unreachable`, { cause: error });
    }
    throw error;
  }
}

/** Whether a write failed because a document with the same id exists. */
export function isDuplicateKey(error: unknown): boolean {
  return (error as { readonly code?: unknown } | undefined)?.code === DUPLICATE_KEY;
}

/** Returns the bytes of a field, which the driver reads as a Binary, or as a Buffer if told to promote. */
export function bytesOf(value: Binary | Buffer): Buffer {
  return Buffer.from(Buffer.isBuffer(value) ? value : value.value());
}
