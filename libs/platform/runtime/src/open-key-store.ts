import { join } from 'node:path';
import type { Config } from './config.js';
import type { MasterKeys } from './key-wrapper.js';
import { openLmdbKeyStore } from './lmdb-key-store.js';
import { openMongoKeyStore } from './mongodb-key-store.js';
import type { WrappedKeyStore, WrappedKeyStoreOptions } from './wrapped-key-store.js';

/** The key store of a configuration: in MongoDB when `MONGODB_URL` is set, else in `DATA_DIR/keys`. */
export function openKeyStore(
  config: Pick<Config, 'mongodbUrl' | 'dataDir'>,
  masterKeys: MasterKeys,
  options?: WrappedKeyStoreOptions,
): Promise<WrappedKeyStore> {
  return config.mongodbUrl === undefined
    ? openLmdbKeyStore(join(config.dataDir, 'keys'), masterKeys, options)
    : openMongoKeyStore(config.mongodbUrl, masterKeys, options);
}
