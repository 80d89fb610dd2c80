import { join } from 'node:path';
import type { Config } from './config.js';
import { DiskDocumentBlobs } from './disk-document-blobs.js';
import type { DocumentVault } from './document-vault.js';
import type { KeyStore } from './key-store.js';
import { MongoDocumentBlobs } from './mongodb-document-blobs.js';
import { SealedDocumentVault } from './sealed-document-vault.js';
import type { Sealer } from './sealing.js';

/** The vault of a configuration: in MongoDB when `MONGODB_URL` is set, else in `DATA_DIR/documents`. */
export async function openDocumentVault(
  config: Pick<Config, 'mongodbUrl' | 'dataDir'>,
  keys: KeyStore,
  sealer: Sealer,
): Promise<DocumentVault> {
  const blobs =
    config.mongodbUrl === undefined
      ? await DiskDocumentBlobs.open(join(config.dataDir, 'documents'))
      : await MongoDocumentBlobs.connect(config.mongodbUrl);
  return new SealedDocumentVault(blobs, keys, sealer);
}
