import { hostname } from 'node:os';
import { join } from 'node:path';
import { DamagedLogError, type EventStore, openLog, sealedTexts } from '#libs/platform/event-store';
import type { Ids } from '#libs/platform/kernel';
import {
  type DocumentStore,
  openDocumentStore,
  PROJECTIONS,
  removeLeftRefolds,
  settleWithLog,
} from '#libs/platform/read-models';
import {
  type Config,
  type DocumentVault,
  loadMasterKeys,
  type Logger,
  openDocumentVault,
  openKeyStore,
  prepareDataDirectory,
  Sealer,
  sealingKeys,
  type WrappedKeyStore,
} from '#libs/platform/runtime';
import { BACKGROUND_LEASE } from './leased-work.js';
import type { Keep } from './open-together.js';

/** Everything that is kept, and who keeps it. */
export interface Stores {
  readonly eventStore: EventStore;
  readonly documents: DocumentStore;
  /** How far reactions have come: beside the log, so that dropping the read models runs none of them again. */
  readonly progress: DocumentStore;
  readonly keys: WrappedKeyStore;
  readonly sealer: Sealer;
  readonly vault: DocumentVault;
  /** Name of this process where one of several has to be alone with something. */
  readonly holder: string;
}

/**
 * Opens the stores of a configuration, for a process that writes to them.
 * @throws when one can't be opened, or when log and keys do not belong together
 */
export async function openStores(
  config: Config,
  { ids, logger, keep }: { readonly ids: Ids; readonly logger: Logger; readonly keep: Keep },
): Promise<Stores> {
  const { dataDir, mongodbUrl } = config;
  await prepareDataDirectory(config);
  const masterKeys = await loadMasterKeys(config);
  const eventStore = await keep(openLog(config));
  // before anything is stored beside keys, or a log, that may have to be restored
  const known = await keysOfLog(eventStore);
  const keys = await keep(openKeyStore(config, masterKeys, { logger, ...known }));
  const sealer = await Sealer.over(keys);
  // an embedded store's lock keeps a second process out before the vault is tidied
  const readModels = await keep(
    openDocumentStore({ directory: join(dataDir, 'read-models'), url: mongodbUrl }),
  );
  const vault = await keep(openDocumentVault(config, keys, sealer));
  await removeLeftRefolds(dataDir);
  // embedded stores have one process: the lease of one that was killed is its successor's at once
  const holder =
    mongodbUrl === undefined ? 'embedded' : `${hostname()}/${process.pid}/${ids.uuid()}`;
  const kept = await keep(
    openDocumentStore({
      directory: join(dataDir, 'progress'),
      databaseSuffix: '_progress',
      url: mongodbUrl,
    }),
  );
  // what belongs to another log, or to what this one was before it was restored from a backup, is gone then
  const settle = (store: DocumentStore, what: string, lease: string): Promise<DocumentStore> => {
    const leased = { leases: readModels, lease, holder };
    return settleWithLog({ log: eventStore, documents: store, what, ...leased, logger });
  };
  const documents = await settle(readModels, 'read models', PROJECTIONS);
  const progress = await settle(kept, 'places of reactions', BACKGROUND_LEASE);
  return { eventStore, documents, progress, keys, sealer, vault, holder };
}

/**
 * Events that are looked at, at either end of the log: the first client of a firm, whose secret is sealed, is among the first of every log,
 * and the newest ones tell of keys that a key store of an older backup lacks.
 */
const MOST = 1_000;

/**
 * What a log tells of the keys that belong to it, at both of its ends.
 * @returns subjects whose keys what stands there is under, and whether the log is empty: nothing has ever been put under a key
 */
async function keysOfLog(
  eventStore: EventStore,
): Promise<{ readonly knows: readonly string[]; readonly knowsNobody: boolean }> {
  let knowsNobody = true;
  const knows = new Set<string>();
  try {
    for (const direction of ['forwards', 'backwards'] as const) {
      for await (const { data } of eventStore.readAll({ max: MOST, direction })) {
        knowsNobody = false;
        for (const text of sealedTexts(data)) for (const key of sealingKeys(text)) knows.add(key);
      }
    }
  } catch (error) {
    // Who comes to it later tells of it.
    if (!(error instanceof DamagedLogError)) throw error;
    knowsNobody = false;
  }
  return { knows: [...knows], knowsNobody };
}
