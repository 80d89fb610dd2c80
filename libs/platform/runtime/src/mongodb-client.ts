import type { Binary, MongoClient, MongoClientOptions } from 'mongodb';
import { StoreUnavailableError } from '#libs/platform/event-store';
import {
  isMongoAway,
  MONGO_PATIENCE,
  mongoCause,
  ofMongoUrl,
  placeOf,
  type StorePlace,
  unlessIn,
} from '#libs/platform/stores';

const DUPLICATE_KEY = 11_000;

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
    ...unlessIn(url, MONGO_PATIENCE),
    // What the string says of pools is for read models, who are asked most.
    maxPoolSize: 10,
    minPoolSize: 0,
  } satisfies MongoClientOptions;
  const client = ofMongoUrl(url, (usable) => new MongoClient(usable, options));
  try {
    return await askingMongo(what, () => client.connect(), placeOf(url));
  } catch (error) {
    await client.close();
    throw error;
  }
}

/**
 * Runs a command.
 * @param what names the store in the error's message
 * @param place where the server is; without it the error names it as far as the driver does
 * @throws StoreUnavailableError when the server is away, refuses its user, changes roles or does not answer in time
 */
export async function askingMongo<T>(
  what: string,
  work: () => Promise<T>,
  place?: StorePlace,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known = mongoCause(error, place);
    if (known !== undefined) {
      const { words, permanent } = known;
      throw new StoreUnavailableError(`${words}, for ${what}`, { cause: error, permanent });
    }
    if (isMongoAway(error)) {
      throw new StoreUnavailableError(`${what} is not reachable`, { cause: error });
    }
    throw error;
  }
}

/** Whether a document of the same id is there already. */
export function isDuplicateKey(error: unknown): boolean {
  return (error as { readonly code?: unknown } | undefined)?.code === DUPLICATE_KEY;
}

/** The bytes of a field: the driver answers a Binary, or a Buffer when told to promote. */
export function bytesOf(value: Binary | Buffer): Buffer {
  return Buffer.from(Buffer.isBuffer(value) ? value : value.value());
}
