import { setTimeout as delay } from 'node:timers/promises';
import type { Binary, Collection, Db, DbOptions, MongoClient, MongoClientOptions } from 'mongodb';
import {
  MONGO_PATIENCE,
  ofMongoUrl,
  parseStoreAddress,
  type StoreAddress,
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
const open = new Map<string, SharedClient>();

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
  const shared =
    open.get(name) ??
    new SharedClient(ofMongoUrl(url, (usable) => new MongoClient(usable, options)));
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
  const place = parseStoreAddress(url);
  const translated = askingMongo(place, purpose);
  const ask: AskMongo = (work) => translated(() => shared.inTime(work, place));
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

/** A second more than the driver's own limits. */
const SLACK_MS = 1_000;
const RENEWAL_PAUSE_MS = 1_000;

/**
 * A client that connects anew if it does not keep its own limits. The driver waits for ever for what it sends in the moment between the
 * end of a connection and the event that tells of it, which a server that restarts brings about. If that is a heartbeat, it never asks
 * for the server again.
 */
class SharedClient {
  users = 0;
  /** How long an operation may take: both attempts of the driver. */
  readonly #mostMs: number;
  readonly #heartbeats = new Map<string, NodeJS.Timeout>();
  #isRenewing = false;

  constructor(readonly client: MongoClient) {
    const { serverSelectionTimeoutMS, waitQueueTimeoutMS, socketTimeoutMS } = client.options;
    const limits = [serverSelectionTimeoutMS, waitQueueTimeoutMS, socketTimeoutMS];
    this.#mostMs = limits.includes(0) ? Infinity : 2 * limits.reduce((sum, ms) => sum + ms);
    this.#watchHeartbeats();
  }

  #watchHeartbeats(): void {
    const { connectTimeoutMS, heartbeatFrequencyMS } = this.client.options;
    if (connectTimeoutMS === 0) return;
    const mostMs = connectTimeoutMS + Math.max(connectTimeoutMS, heartbeatFrequencyMS) + SLACK_MS;
    const ended = (address: string): void => clearTimeout(this.#heartbeats.get(address));
    this.client.on('serverHeartbeatStarted', ({ connectionId: address }) => {
      ended(address);
      this.#heartbeats.set(address, setTimeout(() => this.#overdue(), mostMs).unref());
    });
    this.client.on('serverHeartbeatSucceeded', ({ connectionId }) => ended(connectionId));
    this.client.on('serverHeartbeatFailed', ({ connectionId }) => ended(connectionId));
    this.client.on('serverClosed', ({ address }) => ended(address));
  }

  /** @throws StoreUnavailableError if it takes longer than the driver lets it */
  async inTime<T>(work: () => Promise<T>, { hosts }: StoreAddress): Promise<T> {
    if (this.#mostMs === Infinity) return work();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#overdue();
        const message = `MongoDB at ${hosts} has not answered for ${this.#mostMs} ms`;
        reject(new StoreUnavailableError(message));
      }, this.#mostMs);
    });
    try {
      return await Promise.race([work(), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #overdue(): void {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    void this.#renew().finally(() => (this.#isRenewing = false));
  }

  /** Connects anew as soon as a server responds, unless nobody uses the client any more. */
  async #renew(): Promise<void> {
    await this.client.close().catch(() => undefined);
    let isConnected = false;
    while (this.users > 0 && !isConnected) {
      isConnected = await this.client.connect().then(
        () => true,
        () => false,
      );
      if (!isConnected) await delay(RENEWAL_PAUSE_MS, undefined, { ref: false });
    }
    if (this.users === 0) await this.client.close().catch(() => undefined);
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
