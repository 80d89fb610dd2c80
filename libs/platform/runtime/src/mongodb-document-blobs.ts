import type { Binary, Collection, MongoClient } from 'mongodb';
import type { DocumentBlobs } from './document-blobs.js';
import { askingMongo, bytesOf, connectMongo, DURABLE, isDuplicateKey } from './mongodb-client.js';

interface BlobDocument {
  /** Address of the document. */
  readonly _id: string;
  readonly blob: Binary;
}

/** Below MongoDB's limit of 16 MiB per document. */
const MAX_BYTES = 15 * 1024 * 1024;
const STORE = 'the document vault';

/** Encrypted documents in the collection `documents` of the database `<database of the URL>_shared`, stored atomically. */
export class MongoDocumentBlobs implements DocumentBlobs {
  private constructor(
    private readonly client: MongoClient,
    private readonly blobs: Collection<BlobDocument>,
  ) {}

  /** @throws StoreUnavailableError if no server responds */
  static async connect(url: string): Promise<MongoDocumentBlobs> {
    const client = await connectMongo(STORE, url);
    const database = client.db(`${client.db().databaseName}_shared`);
    return new MongoDocumentBlobs(client, database.collection<BlobDocument>('documents', DURABLE));
  }

  /**
   * @throws RangeError for more than 15 MiB
   * @throws StoreUnavailableError
   */
  async put(key: string, blob: Buffer): Promise<void> {
    if (blob.length > MAX_BYTES) throw new RangeError('a document is too large for the vault');
    const { Binary } = await import('mongodb');
    const replace = (upsert: boolean): Promise<unknown> =>
      askingMongo(STORE, () =>
        this.blobs.replaceOne({ _id: key }, { blob: new Binary(blob) }, { upsert }),
      );
    await replace(true).catch((error: unknown) => {
      // A concurrent insert won; it has the same document under the same key.
      if (!isDuplicateKey(error)) throw error;
      return replace(false);
    });
  }

  async get(key: string): Promise<Buffer | undefined> {
    const found = await askingMongo(STORE, () => this.blobs.findOne({ _id: key }));
    return found === null ? undefined : bytesOf(found.blob);
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
