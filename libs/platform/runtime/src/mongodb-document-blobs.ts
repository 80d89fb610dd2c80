import type { Binary, Collection } from 'mongodb';
import type { DocumentBlobs } from './document-blobs.js';
import {
  bytesOf,
  checkRights,
  type ConnectedMongo,
  connectMongo,
  DURABLE,
  unlessExists,
} from '#libs/platform/stores';

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
    private readonly mongo: ConnectedMongo,
    private readonly blobs: Collection<BlobDocument>,
  ) {}

  /**
   * @param readOnly whether nothing is put
   * @throws StoreUnavailableError if no server responds, or the user's rights don't suffice
   */
  static async connect(url: string, readOnly: boolean): Promise<MongoDocumentBlobs> {
    const mongo = await connectMongo(url, 'shared', STORE);
    const blobs = mongo.database('_shared').collection<BlobDocument>('documents', DURABLE);
    try {
      await checkRights(mongo, blobs, readOnly ? 'read' : 'write');
      return new MongoDocumentBlobs(mongo, blobs);
    } catch (error) {
      await mongo.close();
      throw error;
    }
  }

  /**
   * @throws RangeError for more than 15 MiB
   * @throws StoreUnavailableError
   */
  async put(key: string, blob: Buffer): Promise<void> {
    if (blob.length > MAX_BYTES) throw new RangeError('a document is too large for the vault');
    const { Binary } = await import('mongodb');
    const replace = (upsert: boolean): Promise<unknown> =>
      this.blobs.replaceOne({ _id: key }, { blob: new Binary(blob) }, { upsert });
    await this.mongo.ask(async () => {
      // If a concurrent insert won, it has the same document under the same key.
      if (!(await unlessExists(() => replace(true)))) await replace(false);
    });
  }

  async get(key: string): Promise<Buffer | undefined> {
    const found = await this.mongo.ask(() => this.blobs.findOne({ _id: key }));
    return found === null ? undefined : bytesOf(found.blob);
  }

  close(): Promise<void> {
    return this.mongo.close();
  }
}
