import { setTimeout } from 'node:timers/promises';
import type { Binary, Collection } from 'mongodb';
import {
  bytesOf,
  checkRights,
  type ConnectedMongo,
  connectMongo,
  DURABLE,
  inOneCommand,
  StoreUnavailableError,
  unlessExists,
} from '#libs/platform/stores';
import type { KeyKind, KeyRecord, KeySwap, KeyTable } from './key-store.js';

interface KeyDocument {
  /** `<kind>/<name>` */
  readonly _id: string;
  readonly record: Binary;
}

const STORE = 'the key store';

/** Wrapped keys in the collection `keys` of a separate database, `<database of the URL>_keys`: read models can be dropped safely. */
export class MongoKeyTable implements KeyTable {
  readonly #recordOf = inOneCommand(async (ids: readonly string[]) => {
    const found = await this.mongo.ask(() => this.keys.find({ _id: { $in: [...ids] } }).toArray());
    const records = new Map(found.map(({ _id, record }) => [_id, bytesOf(record)]));
    return ids.map((id) => records.get(id));
  });

  private constructor(
    private readonly mongo: ConnectedMongo,
    private readonly keys: Collection<KeyDocument>,
  ) {}

  /**
   * @param readOnly whether nothing is written
   * @throws StoreUnavailableError if no server responds, or the user's rights don't suffice
   */
  static async connect(url: string, readOnly = false): Promise<MongoKeyTable> {
    const mongo = await connectMongo(url, 'shared', STORE);
    const keys = mongo.database('_keys').collection<KeyDocument>('keys', DURABLE);
    try {
      await checkRights(mongo, keys, readOnly ? 'read' : 'write');
      return new MongoKeyTable(mongo, keys);
    } catch (error) {
      await mongo.close();
      throw error;
    }
  }

  read(kind: KeyKind, names: readonly string[]): Promise<readonly (Buffer | undefined)[]> {
    return Promise.all(names.map((name) => this.#recordOf(`${kind}/${name}`)));
  }

  async list(kind: KeyKind, after = '', limit: number): Promise<readonly KeyRecord[]> {
    const prefix = `${kind}/`;
    // the upper bound ends with the character after the slash
    const ids = { $gt: prefix + after, $lt: `${kind}0` };
    const found = await this.mongo.ask(() =>
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
    if (await this.mongo.ask(() => unlessExists(insert))) return record;
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
    await this.mongo.ask(() =>
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
    const { matchedCount } = await this.mongo.ask(() =>
      this.keys.bulkWrite(operations, { ordered: false }),
    );
    return matchedCount;
  }

  overwriteReplaced(): Promise<boolean> {
    return Promise.resolve(true);
  }

  close(): Promise<void> {
    return this.mongo.close();
  }
}
