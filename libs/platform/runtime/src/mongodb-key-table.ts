import { setTimeout } from 'node:timers/promises';
import type { Binary, Collection, MongoClient } from 'mongodb';
import {
  type AskMongo,
  inOneCommand,
  StoreUnavailableError,
  unlessExists,
} from '#libs/platform/stores';
import type { KeyKind, KeyRecord, KeySwap, KeyTable } from './key-table.js';
import { bytesOf, connectMongo, DURABLE } from './mongodb-client.js';

interface KeyDocument {
  /** `<kind>/<name>` */
  readonly _id: string;
  readonly record: Binary;
}

const STORE = 'the key store';

/** Wrapped keys in the collection `keys` of a separate database, `<database of the URL>_keys`: read models can be dropped safely. */
export class MongoKeyTable implements KeyTable {
  readonly #recordOf = inOneCommand(async (ids: readonly string[]) => {
    const found = await this.ask(() => this.keys.find({ _id: { $in: [...ids] } }).toArray());
    const records = new Map(found.map(({ _id, record }) => [_id, bytesOf(record)]));
    return ids.map((id) => records.get(id));
  });

  private constructor(
    private readonly client: MongoClient,
    private readonly ask: AskMongo,
    private readonly keys: Collection<KeyDocument>,
  ) {}

  /** @throws StoreUnavailableError if no server responds */
  static async connect(url: string): Promise<MongoKeyTable> {
    const { client, ask } = await connectMongo(STORE, url);
    const database = client.db(`${client.db().databaseName}_keys`);
    return new MongoKeyTable(client, ask, database.collection<KeyDocument>('keys', DURABLE));
  }

  read(kind: KeyKind, names: readonly string[]): Promise<readonly (Buffer | undefined)[]> {
    return Promise.all(names.map((name) => this.#recordOf(`${kind}/${name}`)));
  }

  async list(kind: KeyKind, after = '', limit: number): Promise<readonly KeyRecord[]> {
    const prefix = `${kind}/`;
    // the upper bound ends with the character after the slash
    const ids = { $gt: prefix + after, $lt: `${kind}0` };
    const found = await this.ask(() =>
      this.keys.find({ _id: ids }).sort({ _id: 1 }).limit(limit).toArray(),
    );
    return found.map(({ _id, record }) => ({
      name: _id.slice(prefix.length),
      record: bytesOf(record),
    }));
  }

  async insertIfAbsent(kind: KeyKind, name: string, record: Buffer): Promise<Buffer> {
    const { Binary } = await import('mongodb');
    const insert = (): Promise<unknown> =>
      this.keys.insertOne({ _id: `${kind}/${name}`, record: new Binary(record) });
    if (await this.ask(() => unlessExists(insert))) return record;
    // The other insert may not have reached a majority yet, and may still be rolled back until then.
    for (let attempt = 0; attempt < 40; attempt++) {
      const [existing] = await this.read(kind, [name]);
      if (existing !== undefined) return existing;
      await setTimeout(50);
    }
    throw new StoreUnavailableError('a key is being created by another process');
  }

  async replace(kind: KeyKind, name: string, record: Buffer): Promise<void> {
    const { Binary } = await import('mongodb');
    const same = { _id: `${kind}/${name}` };
    await this.ask(() =>
      this.keys.replaceOne(same, { record: new Binary(record) }, { upsert: true }),
    );
  }

  async swap(kind: KeyKind, swaps: readonly KeySwap[]): Promise<number> {
    const { Binary } = await import('mongodb');
    const operations = swaps.map(({ name, expected, record }) => ({
      updateOne: {
        filter: { _id: `${kind}/${name}`, record: new Binary(expected) },
        update: { $set: { record: new Binary(record) } },
      },
    }));
    const { matchedCount } = await this.ask(() =>
      this.keys.bulkWrite(operations, { ordered: false }),
    );
    return matchedCount;
  }

  overwriteReplaced(): Promise<boolean> {
    return Promise.resolve(true);
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
