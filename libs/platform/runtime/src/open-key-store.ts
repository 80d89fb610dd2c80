import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from './config.js';
import type { KeyStore } from './key-store.js';
import { openLmdbKeyStore } from './lmdb-key-store.js';
import { openMongoKeyStore } from './mongodb-key-store.js';

/** The key store of a configuration: in MongoDB when `MONGODB_URL` is set, else in `DATA_DIR/keys`. */
export function openKeyStore(
  config: Pick<Config, 'mongodbUrl' | 'dataDir'>,
  masterKey: KeyObject,
): Promise<KeyStore> {
  return config.mongodbUrl === undefined
    ? openLmdbKeyStore(join(config.dataDir, 'keys'), masterKey)
    : openMongoKeyStore(config.mongodbUrl, masterKey);
}
