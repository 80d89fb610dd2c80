import { hostname } from 'node:os';
import { join } from 'node:path';
import { type EventStore, openEventStore } from '#libs/platform/event-store';
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
  type WrappedKeyStore,
} from '#libs/platform/runtime';
import { BACKGROUND_LEASE } from './leased-work.js';
import type { Keep } from './open-together.js';
import { keysOfLog } from './keys-of-log.js';

/** The two stores of what follows from the log. */
interface DerivedStores {
  readonly documents: DocumentStore;
  /** How far reactions have come: beside the log, so that dropping the read models runs none of them again. */
  readonly progress: DocumentStore;
}

/** Everything that is kept, and who keeps it. */
export interface Stores extends DerivedStores {
  readonly eventStore: EventStore;
  readonly keys: WrappedKeyStore;
  readonly sealer: Sealer;
  readonly vault: DocumentVault;
  /** Name of this process where one of several has to be alone with something. */
  readonly holder: string;
}

/** What the stores are opened beside. */
interface Surroundings {
  readonly ids: Ids;
  readonly logger: Logger;
  readonly keep: Keep;
}

/**
 * Opens the stores of a configuration, for a process that writes to them.
 * @throws when one can't be opened, or when log and keys do not belong together
 */
export async function openStores(
  config: Config,
  { ids, logger, keep }: Surroundings,
): Promise<Stores> {
  const { dataDir, eventStoreUrl: url, mongodbUrl } = config;
  await prepareDataDirectory(config);
  const masterKeys = await loadMasterKeys(config);
  const eventStore = await keep(openEventStore({ directory: join(dataDir, 'events'), url }));
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
  const derived = await openDerivedStores(config, { eventStore, readModels, holder, logger, keep });
  return { eventStore, keys, sealer, vault, holder, ...derived };
}

/**
 * Opens the progress of reactions, and sees to it that it and the read models are of the log there is: what belongs to another one, or to what this one was
 * before it was restored from a backup, is gone when this returns.
 */
async function openDerivedStores(
  { dataDir, mongodbUrl: url }: Pick<Config, 'dataDir' | 'mongodbUrl'>,
  {
    eventStore: log,
    readModels,
    holder,
    logger,
    keep,
  }: Pick<Stores, 'eventStore' | 'holder'> &
    Pick<Surroundings, 'logger' | 'keep'> & { readonly readModels: DocumentStore },
): Promise<DerivedStores> {
  const kept = await keep(
    openDocumentStore({ directory: join(dataDir, 'progress'), databaseSuffix: '_progress', url }),
  );
  const settling = { log, leases: readModels, holder, logger };
  const documents = await settleWithLog({
    ...settling,
    documents: readModels,
    what: 'read models',
    lease: PROJECTIONS,
  });
  const progress = await settleWithLog({
    ...settling,
    documents: kept,
    what: 'places of reactions',
    lease: BACKGROUND_LEASE,
  });
  return { documents, progress };
}
