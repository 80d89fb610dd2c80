import { placeOf } from '#libs/platform/stores';
import type { Config } from './config.js';

/** What of a configuration a log may hold: no key, no password, and of connection strings the hosts and the user. */
export function shownConfig(config: Config) {
  const { eventStoreUrl, mongodbUrl, smtpUrl, masterKey, otherMasterKey, ...plain } = config;
  const where = (url: string | undefined) => (url === undefined ? 'embedded' : placeOf(url));
  return {
    ...plain,
    eventStore: where(eventStoreUrl),
    documentStore: where(mongodbUrl),
    mail: smtpUrl === undefined ? 'files' : placeOf(smtpUrl),
    masterKeyGiven: masterKey !== undefined,
    otherMasterKeyGiven: otherMasterKey !== undefined,
  };
}
