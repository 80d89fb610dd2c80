import { setTimeout } from 'node:timers/promises';
import type { Binary, Collection, MongoClient } from 'mongodb';
import { StoreUnavailableError } from '#libs/platform/event-store';
import type { KeyKind, KeyRecord, KeySwap, KeyTable } from './key-table.js';
import { askingMongo, bytesOf, connectMongo, DURABLE, isDuplicateKey } from './mongodb-client.js';

interface KeyDocument {
  /** `<kind>/<name>` */
  readonly _id: string;
  readonly record: Binary;
}

const STORE = 'the key store';

/** Wrapped keys in the collection `keys` of a separate database, `<database of the URL>_keys`: read models can be dropped safely. */
export class MongoKeyTable implements KeyTable {
  private constructor(
    private readonly client: MongoClient,
    private readonly keys: Collection<KeyDocument>,
  ) {}

  /** @throws StoreUnavailableError if no server responds */
  static async connect(url: string): Promise<MongoKeyTable> {
    const client = await connectMongo(STORE, url);
    const database = client.db(`${client.db().databaseName}_keys`);
    return new MongoKeyTable(client, database.collection<KeyDocument>('keys', DURABLE));
  }

  async read(kind: KeyKind, names: readonly string[]): Promise<readonly (Buffer | undefined)[]> {
    const ids = names.map((name) => `${kind}/${name}`);
    const found = await askingMongo(STORE, () => this.keys.find({ _id: { $in: ids } }).toArray());
    const records = new Map(found.map(({ _id, record }) => [_id, bytesOf(record)]));
    return ids.map((id) => records.get(id));
  }

  async list(kind: KeyKind, after = '', limit: number): Promise<readonly KeyRecord[]> {
    const prefix = `${kind}/`;
    // the upper bound ends with the character after the slash
    const ids = { $gt: prefix + after, $lt: `${kind}0` };
    const found = await askingMongo(STORE, () =>
      this.keys.find({ _id: ids }).sort({ _id: 1 }).limit(limit).toArray(),
    );
    return found.map(({ _id, record }) => ({
      name: _id.slice(prefix.length),
      record: bytesOf(record),
    }));
  }

  async insertIfAbsent(kind: KeyKind, name: string, record: Buffer): Promise<Buffer> {
    const { Binary } = await import('mongodb');
    try {
      await askingMongo(STORE, () =>
        this.keys.insertOne({ _id: `${kind}/${name}`, record: new Binary(record) }),
      );
      return record;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
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
    await askingMongo(STORE, () =>
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
    const { matchedCount } = await askingMongo(STORE, () =>
      this.keys.bulkWrite(operations, { ordered: false }),
    );
    return matchedCount;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
