import { join } from 'node:path';
import type { Config } from './config.js';
import type { MasterKeys } from './key-wrapper.js';
import { LmdbKeyTable } from './lmdb-key-table.js';
import { MongoKeyTable } from './mongodb-key-table.js';
import { WrappedKeyStore, type WrappedKeyStoreOptions } from './wrapped-key-store.js';

/**
 * The key store of a configuration: in MongoDB when `MONGODB_URL` is set, else in `DATA_DIR/keys`, mode 0700.
 * @throws WrongMasterKeyError when it was filled under another master key
 * @throws StoreUnavailableError when the server is away
 */
export async function openKeyStore(
  { mongodbUrl, dataDir }: Pick<Config, 'mongodbUrl' | 'dataDir'>,
  masterKeys: MasterKeys,
  options?: WrappedKeyStoreOptions,
): Promise<WrappedKeyStore> {
  const table =
    mongodbUrl === undefined
      ? new LmdbKeyTable(join(dataDir, 'keys'), options?.readOnly)
      : await MongoKeyTable.connect(mongodbUrl);
  return WrappedKeyStore.over(table, masterKeys, options);
}
