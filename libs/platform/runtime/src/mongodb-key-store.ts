import { setTimeout } from 'node:timers/promises';
import type { Binary, Collection, MongoClient } from 'mongodb';
import { StoreUnavailableError } from '#libs/platform/event-store';
import type { KeyKind, KeyRecord, KeySwap, KeyTable } from './key-table.js';
import type { MasterKeys } from './key-wrapper.js';
import { askingMongo, connectMongo, DURABLE, isDuplicateKey } from './mongodb-client.js';
import { WrappedKeyStore, type WrappedKeyStoreOptions } from './wrapped-key-store.js';

interface KeyDocument {
  /** `<kind>/<name>` */
  readonly _id: string;
  readonly record: Binary;
}

const STORE = 'the key store';

/**
 * Wrapped keys in the collection `keys` of their own database: `<database of the URL>_keys`, so that the read models can be
 * dropped without a thought. Reads come from the primary with majority read concern; writes wait for the majority.
 */
export class MongoKeyTable implements KeyTable {
  private constructor(
    private readonly client: MongoClient,
    private readonly keys: Collection<KeyDocument>,
  ) {}

  /** @throws StoreUnavailableError when no server answers */
  static async connect(url: string): Promise<MongoKeyTable> {
    const client = await connectMongo(STORE, url);
    const keys = client
      .db(`${client.db().databaseName}_keys`)
      .collection<KeyDocument>('keys', DURABLE);
    return new MongoKeyTable(client, keys);
  }

  async read(kind: KeyKind, names: readonly string[]): Promise<readonly (Buffer | undefined)[]> {
    const ids = names.map((name) => `${kind}/${name}`);
    const found = await askingMongo(STORE, () => this.keys.find({ _id: { $in: ids } }).toArray());
    const records = new Map(found.map(({ _id, record }) => [_id, bytes(record)]));
    return ids.map((id) => records.get(id));
  }

  async list(
    kind: KeyKind,
    after: string | undefined,
    limit: number,
  ): Promise<readonly KeyRecord[]> {
    const prefix = `${kind}/`;
    // the character after the slash ends the names of a kind
    const ids = { $gt: prefix + (after ?? ''), $lt: `${kind}0` };
    const found = await askingMongo(STORE, () =>
      this.keys.find({ _id: ids }).sort({ _id: 1 }).limit(limit).toArray(),
    );
    return found.map(({ _id, record }) => ({
      name: _id.slice(prefix.length),
      record: bytes(record),
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
    // The other insert may not have reached a majority yet, and until then it may still be undone.
    for (let attempt = 0; attempt < 40; attempt++) {
      const [existing] = await this.read(kind, [name]);
      if (existing !== undefined) return existing;
      await setTimeout(50);
    }
    throw new StoreUnavailableError('a key is being created by another process');
  }

  async replace(kind: KeyKind, name: string, record: Buffer): Promise<void> {
    const { Binary } = await import('mongodb');
    await askingMongo(STORE, () =>
      this.keys.replaceOne(
        { _id: `${kind}/${name}` },
        { record: new Binary(record) },
        { upsert: true },
      ),
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

/** The driver answers a Binary, or a Buffer when told to promote. */
function bytes(value: Binary | Buffer): Buffer {
  return Buffer.from(Buffer.isBuffer(value) ? value : value.value());
}

/**
 * The key store beside a MongoDB document store.
 * @throws WrongMasterKeyError when it was filled under another master key
 * @throws StoreUnavailableError when the server is away
 */
export async function openMongoKeyStore(
  url: string,
  masterKeys: MasterKeys,
  options?: WrappedKeyStoreOptions,
): Promise<WrappedKeyStore> {
  return WrappedKeyStore.over(await MongoKeyTable.connect(url), masterKeys, options);
}
