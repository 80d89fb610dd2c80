import type { Binary, MongoClient, MongoClientOptions } from 'mongodb';
import {
  type AskMongo,
  askingMongo,
  MONGO_PATIENCE,
  ofMongoUrl,
  parseStoreAddress,
  withoutOptionsIn,
} from '#libs/platform/stores';

/** Options for data that must not be lost: majority reads and writes on the primary. */
export const DURABLE = {
  writeConcern: { w: 'majority', journal: true },
  readConcern: { level: 'majority' },
  readPreference: 'primary',
} as const;

/** A connected MongoDB. */
interface ConnectedMongo {
  readonly client: MongoClient;
  /** Runs operations and translates their errors. */
  readonly ask: AskMongo;
}

/**
 * Connects to MongoDB.
 * @param what names the store in error messages
 * @throws ConnectionStringError
 * @throws StoreUnavailableError if no server responds
 */
export async function connectMongo(what: string, url: string): Promise<ConnectedMongo> {
  const { MongoClient } = await import('mongodb');
  const options = {
    ...withoutOptionsIn(url, MONGO_PATIENCE),
    // The pool options of the connection string are for read models, which have the most traffic.
    maxPoolSize: 10,
    minPoolSize: 0,
  } satisfies MongoClientOptions;
  const client = ofMongoUrl(url, (usable) => new MongoClient(usable, options));
  const ask = askingMongo(parseStoreAddress(url), what);
  try {
    await ask(() => client.connect());
    return { client, ask };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** Returns the bytes of a field, which the driver reads as a Binary, or as a Buffer if told to promote. */
export function bytesOf(value: Binary | Buffer): Buffer {
  return Buffer.from(Buffer.isBuffer(value) ? value : value.value());
}
