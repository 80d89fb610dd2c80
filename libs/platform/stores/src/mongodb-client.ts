import type { Binary, Collection, Db, DbOptions, MongoClient, MongoClientOptions } from 'mongodb';
import {
  MONGO_PATIENCE,
  ofMongoUrl,
  parseStoreAddress,
  withoutOptionsIn,
} from './connection-string.js';
import { type AskMongo, askingMongo, unlessExists } from './mongo-errors.js';
import { StoreUnavailableError } from './store-unavailable.js';

/** Options for data that must not be lost: majority reads and writes on the primary. */
export const DURABLE = {
  writeConcern: { w: 'majority', journal: true },
  readConcern: { level: 'majority' },
  readPreference: 'primary',
} as const;

const RETRIES = { retryWrites: true, retryReads: true };

/**
 * The pools of a process: for documents, and for keys, signed documents and used signatures, which writes can't do without. Apart, so
 * that slow reads never keep a write waiting for a connection.
 */
const POOLS = {
  /** Some connections are open before the first request, and a burst opens several at a time. The connection string may say otherwise. */
  documents: (url: string) =>
    withoutOptionsIn(url, {
      ...MONGO_PATIENCE,
      ...{ maxPoolSize: 50, minPoolSize: 4, maxConnecting: 8 },
    }),
  shared: (url: string) => ({
    ...withoutOptionsIn(url, MONGO_PATIENCE),
    ...{ maxPoolSize: 30, minPoolSize: 0 },
  }),
} satisfies Record<string, (url: string) => MongoClientOptions>;

export interface ConnectedMongo {
  readonly client: MongoClient;
  /** Returns the database whose name is that of the connection string with a suffix. */
  readonly database: (suffix: string, options?: DbOptions) => Db;
  /** Runs operations and translates their errors. */
  readonly ask: AskMongo;
  /** The last of those that share the client closes it. */
  readonly close: () => Promise<void>;
}

/** The clients of this process. An idle client wakes ten times a second to look after its pool, so stores share it. */
const open = new Map<string, { readonly client: MongoClient; users: number }>();

/**
 * Connects to MongoDB, with the client of those in this process that have the same connection string and pool.
 * @param purpose what the store is used for, for messages
 * @throws ConnectionStringError
 * @throws StoreUnavailableError if no server responds
 */
export async function connectMongo(
  url: string,
  pool: keyof typeof POOLS,
  purpose?: string,
): Promise<ConnectedMongo> {
  const { MongoClient } = await import('mongodb');
  const name = `${pool} ${url}`;
  const options = { ...RETRIES, ...POOLS[pool](url) };
  const shared = open.get(name) ?? {
    client: ofMongoUrl(url, (usable) => new MongoClient(usable, options)),
    users: 0,
  };
  open.set(name, shared);
  shared.users += 1;
  let closing: Promise<void> | undefined;
  const release = async (): Promise<void> => {
    shared.users -= 1;
    if (shared.users > 0) return;
    open.delete(name);
    await shared.client.close();
  };
  const close = (): Promise<void> => (closing ??= release());
  const ask = askingMongo(parseStoreAddress(url), purpose);
  try {
    await ask(() => shared.client.connect());
    const { client } = shared;
    const database: ConnectedMongo['database'] = (suffix, as) =>
      client.db(`${client.db().databaseName}${suffix}`, as);
    return { client, database, ask, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Finds out at the start what the user may do with a collection: what is refused later is tried again for ever. A write that fails
 * otherwise is left to whoever writes next.
 * @param needed `define` is to write, and to make indexes
 * @throws StoreUnavailableError if a right is missing, or the collection can't be read
 */
export async function checkRights<D extends { readonly _id: string }>(
  { ask }: ConnectedMongo,
  collection: Collection<D>,
  needed: 'read' | 'write' | 'define',
): Promise<void> {
  const probe = collection as unknown as Collection<{ _id: string }>;
  const place = { _id: '' };
  await ask(() => probe.findOne(place));
  if (needed === 'read') return;
  try {
    await ask(async () => {
      // every collection has this index
      if (needed === 'define') await probe.createIndex({ _id: 1 }, { name: '_id_' }, {});
      await unlessExists(() => probe.insertOne({ ...place }));
      await probe.replaceOne(place, {});
      await probe.deleteOne(place);
    });
  } catch (error) {
    if (!(error instanceof StoreUnavailableError) || error.permanent) throw error;
  }
}

/** Returns the bytes of a field, which the driver reads as a Binary, or as a Buffer if told to promote. */
export function bytesOf(value: Binary | Buffer): Buffer {
  return Buffer.from(Buffer.isBuffer(value) ? value : value.value());
}
