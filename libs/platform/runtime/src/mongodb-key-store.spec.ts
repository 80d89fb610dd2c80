import { createSecretKey, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Db, MongoClient } from 'mongodb';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { WrongMasterKeyError, type KeyStore } from './key-store.js';
import { openKeyStore } from './wrapped-key-store.js';

interface Row {
  _id: string;
  record: unknown;
}

/** What stands for the server: one table per database, and how it misbehaves at the moment. */
const server = {
  databases: new Map<string, Map<string, Row>>(),
  options: [] as unknown[],
  /** Thrown by the next commands, one each. */
  failures: [] as Error[],
  /** Reads that do not see the newest writes yet, as before a majority has them. */
  staleReads: 0,
  reads: 0,
  /** Clients that are connected. */
  open: new Set<MongoClient>(),
};

function command(): Promise<void> {
  const failure = server.failures.shift();
  // Commands of several clients interleave.
  return failure === undefined
    ? new Promise((done) => setImmediate(done))
    : Promise.reject(failure);
}

function collection(rows: Map<string, Row>) {
  return {
    find: ({ _id: { $in: ids } }: { _id: { $in: string[] } }) => ({
      toArray: async () => {
        server.reads++;
        await command();
        if (server.staleReads > 0) {
          server.staleReads--;
          return [];
        }
        return ids.flatMap((id) => rows.get(id) ?? []);
      },
    }),
    findOne: async ({ _id }: { _id: string }) => {
      await command();
      return rows.get(_id) ?? null;
    },
    deleteOne: ({ _id }: { _id: string }) => Promise.resolve(rows.delete(_id)),
    insertOne: async (row: Row) => {
      await command();
      if (rows.has(row._id)) throw Object.assign(new Error('duplicate'), { code: 11_000 });
      rows.set(row._id, row);
    },
    replaceOne: async (
      { _id }: { _id: string },
      row: Omit<Row, '_id'>,
      options?: { upsert: boolean },
    ) => {
      await command();
      if (options?.upsert || rows.has(_id)) rows.set(_id, { _id, ...row });
    },
  };
}

jest.spyOn(MongoClient.prototype, 'connect').mockImplementation(function (this: MongoClient) {
  server.open.add(this);
  return Promise.resolve(this);
});
jest.spyOn(MongoClient.prototype, 'close').mockImplementation(function (this: MongoClient) {
  server.open.delete(this);
  return Promise.resolve();
});
jest.spyOn(MongoClient.prototype, 'db').mockImplementation(function (this: MongoClient, name) {
  const databaseName = name ?? this.options.dbName;
  return {
    databaseName,
    collection: (_: string, options: unknown) => {
      const rows = server.databases.get(databaseName) ?? new Map<string, Row>();
      server.databases.set(databaseName, rows);
      server.options.push(options);
      return collection(rows);
    },
  } as unknown as Db;
});

const masterKey = createSecretKey(randomBytes(32));
const named = (name: string, more: object = {}) =>
  Object.assign(new Error('mongodb://user:hunter2@db'), { name, ...more });

describe('key store on MongoDB', () => {
  const stores: KeyStore[] = [];
  const open = async (key = masterKey) => {
    const mongodbUrl = 'mongodb://db:27017/brokerage?replicaSet=rs';
    const store = await openKeyStore({ mongodbUrl, dataDir: '/nowhere' }, { wraps: key });
    stores.push(store);
    return store;
  };
  beforeEach(() => {
    server.databases.clear();
    server.options = [];
  });
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
    expect(server.open.size).toBe(0);
    expect(server.failures).toEqual([]);
  });

  it('has a database of its own and waits for the majority', async () => {
    await (await open()).ensure('person:a');
    expect([...server.databases.keys()]).toEqual(['brokerage_keys']);
    expect([...server.databases.get('brokerage_keys')!.keys()]).toContain('subject/person:a');
    expect(server.options).toEqual([
      {
        writeConcern: { w: 'majority', journal: true },
        readConcern: { level: 'majority' },
        readPreference: 'primary',
      },
    ]);
  });

  it('gives processes that ensure at the same time the same key', async () => {
    const [one, two] = await Promise.all([open(), open()]);
    const keys = await Promise.all([one.ensure('person:a'), two.ensure('person:a')]);
    expect(keys[0]).toEqual(keys[1]);
    await two.open(['person:a']);
    expect(two.keyOf('person:a')).toEqual(keys[0]);
  });

  it("waits until the winner's key can be read", async () => {
    const [one, two] = [await open(), await open()];
    const key = await one.ensure('person:a');
    server.staleReads = 3;
    expect(await two.ensure('person:a')).toEqual(key);
    expect(server.staleReads).toBe(0);
  });

  it('reads keys that are asked for together in one command', async () => {
    const persons = ['person:a', 'person:b', 'person:c'];
    const one = await open();
    const keys = await Promise.all(persons.map((person) => one.ensure(person)));
    const two = await open();
    server.reads = 0;
    await Promise.all([two.open(persons.slice(0, 2)), two.open(persons), two.ensure('person:b')]);
    expect(server.reads).toBe(1);
    expect(persons.map((person) => two.keyOf(person))).toEqual(keys);
  });

  it('remembers erasures', async () => {
    const store = await open();
    await store.ensure('person:a');
    await store.destroy('person:a');
    await expect((await open()).ensure('person:a')).rejects.toThrow('destroyed');
  });

  it('recognises a wrong master key', async () => {
    await open();
    await expect(open(createSecretKey(randomBytes(32)))).rejects.toThrow(WrongMasterKeyError);
  });

  it.each([
    named('MongoServerSelectionError'),
    named('MongoNetworkError'),
    named('MongoServerError', { code: 10107 }),
    named('MongoServerError', { code: 1 }),
    named('MongoServerError', { code: 2 }),
    named('MongoServerError', { code: 987_654 }),
  ])('is unavailable on $name, and recovers', async (failure) => {
    const store = await open();
    server.failures = [failure];
    const error: unknown = await store.ensure('person:a').catch((e: unknown) => e);
    expect(error).toBeInstanceOf(StoreUnavailableError);
    expect(String(error)).not.toContain('hunter2');
    server.failures = [failure];
    await expect(store.open(['person:a'])).rejects.toThrow(StoreUnavailableError);
    server.failures = [failure];
    await expect(store.destroy('person:a')).rejects.toThrow(StoreUnavailableError);
    server.failures = [failure];
    await expect(store.secret('hash-key')).rejects.toThrow(StoreUnavailableError);
    expect(await store.secret('hash-key')).toHaveLength(32);
    expect(await store.ensure('person:a')).toHaveLength(32);
  });

  it('does not take a bug for an outage', async () => {
    const store = await open();
    server.failures = [new Error('a bug')];
    await expect(store.ensure('person:a')).rejects.not.toThrow(StoreUnavailableError);
  });
});
