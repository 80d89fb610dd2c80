import { ConfigError, type Config } from './config.js';
import type { MasterKeys } from './key-wrapper.js';
import { MasterKeyFiles } from './master-key-files.js';

/**
 * The keys that wrap all others: `MASTER_KEY` and `MASTER_KEY_OTHER`, or in the embedded default those of
 * {@link MasterKeyFiles}, which the first start generates.
 * @throws ConfigError when there is none that can be used
 */
export async function loadMasterKeys(
  config: Pick<Config, 'masterKey' | 'otherMasterKey' | 'embedded' | 'dataDir'>,
): Promise<MasterKeys> {
  const { masterKey: wraps, otherMasterKey: opens } = config;
  if (wraps !== undefined) return { wraps, ...(opens !== undefined && { opens }) };
  if (!config.embedded) throw new ConfigError(['MASTER_KEY is required']);
  return new MasterKeyFiles(config.dataDir).load();
}
