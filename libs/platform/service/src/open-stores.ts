import { hostname } from 'node:os';
import { join } from 'node:path';
import {
  DamagedLogError,
  type EventStore,
  openLog,
  sealedTexts,
  StoreUnavailableError,
} from '#libs/platform/event-store';
import type { Ids } from '#libs/platform/kernel';
import {
  type DocumentStore,
  openDocumentStore,
  PROJECTIONS,
  removeAbandonedRefolds,
  ensureBuiltFromLog,
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

interface Closable {
  close(): Promise<void>;
}

/** Registers a part that is being opened, so that it is closed with the others. */
export type Keep = <T extends Closable>(opening: Promise<T>) => Promise<T>;

/** Passed to functions that open or start several parts. */
export interface Opening {
  readonly keep: Keep;
  /** Registers how to end a part that has no `close`. */
  readonly atClose: (end: () => Promise<void>) => void;
  /** Ends all parts, newest first, each once. */
  readonly close: () => Promise<void>;
}

/** Opens several parts as one. @throws what `open` throws, after closing the parts opened by then */
export async function openAll<T>(open: (opening: Opening) => Promise<T>): Promise<T> {
  const ends: (() => Promise<void>)[] = [];
  const opening: Opening = {
    keep: async (part) => {
      const kept = await part;
      ends.push(() => kept.close());
      return kept;
    },
    atClose: (end) => {
      ends.push(end);
    },
    close: async () => {
      for (const end of ends.splice(0).reverse()) await end();
    },
  };
  try {
    return await open(opening);
  } catch (error) {
    await opening.close();
    throw error;
  }
}

export interface Stores {
  readonly eventStore: EventStore;
  readonly documents: DocumentStore;
  /** Checkpoints of reactions, stored apart from the read models, so that dropping those repeats no reactions. */
  readonly progress: DocumentStore;
  /** What firms sent in the last days. May be removed at any time. */
  readonly requests: DocumentStore;
  readonly keys: WrappedKeyStore;
  readonly sealer: Sealer;
  readonly vault: DocumentVault;
  /** Identifies this process as a holder of leases. */
  readonly holder: string;
}

/** Opens the stores for a process that writes to them. @throws if one can't be opened, or the log and the keys don't match */
export async function openStores(
  config: Config,
  { ids, logger, keep }: { readonly ids: Ids; readonly logger: Logger; readonly keep: Keep },
): Promise<Stores> {
  const { dataDir, eventStoreUrl, mongodbUrl } = config;
  await prepareDataDirectory(config);
  // a damaged file of LMDB may end the process by a signal: the last line then names it
  const opening = (store: string): void => logger.info({ store }, 'opening store');
  const masterKeys = await loadMasterKeys(config);
  opening('events');
  const eventStore = await keep(openLog(config));
  // checked before anything is stored next to a log or keys that may have to be restored
  const known = await keysOfLog(eventStore);
  opening('keys');
  const keys = await keep(openKeyStore(config, masterKeys, { logger, ...known }));
  const sealer = await Sealer.over(keys);
  // an embedded store's lock keeps out a second process before the vault is cleaned up
  const standalone = (what: string): void => {
    if (config.mongodbStandalone === 'accept') {
      logger.warn(what);
      return;
    }
    const remedy = 'use a replica set or, for development, set MONGODB_STANDALONE=accept';
    throw new StoreUnavailableError(`${what}; ${remedy}`, { permanent: true });
  };
  opening('read-models');
  const readModels = await keep(
    openDocumentStore({ directory: join(dataDir, 'read-models'), url: mongodbUrl, standalone }),
  );
  const vault = await keep(openDocumentVault(config, keys, sealer));
  await removeAbandonedRefolds(dataDir);
  // the lock of an embedded store shows that its last process is gone: the next one takes over its leases at once
  const holder =
    eventStoreUrl === undefined || mongodbUrl === undefined
      ? `${hostname()}/${dataDir}`
      : `${hostname()}/${process.pid}/${ids.uuid()}`;
  opening('progress');
  const kept = await keep(
    openDocumentStore({
      directory: join(dataDir, 'progress'),
      databaseSuffix: '_progress',
      url: mongodbUrl,
    }),
  );
  // drops documents and checkpoints of another log, or of a state of the log that a restore undid
  const settle = (store: DocumentStore, what: string, lease: string): Promise<DocumentStore> => {
    const leased = { leases: readModels, lease, holder };
    return ensureBuiltFromLog({ log: eventStore, documents: store, what, ...leased, logger });
  };
  const documents = await settle(readModels, 'read models', PROJECTIONS);
  const progress = await settle(kept, 'checkpoints of reactions', BACKGROUND_LEASE);
  // apart from the checkpoints, so that it can be removed if the disk is full
  const directory = join(dataDir, 'requests');
  opening('requests');
  const requests =
    mongodbUrl === undefined ? await keep(openDocumentStore({ directory })) : progress;
  return { eventStore, documents, progress, requests, keys, sealer, vault, holder };
}

/**
 * Events checked at either end of the log. The first ones include the sealed secret of the first API client in any log; the newest ones
 * use keys that an older backup of the key store lacks.
 */
const MOST = 1_000;

/** Returns the subjects whose keys both ends of the log use, and whether the log is empty, so that no key can be in use. */
async function keysOfLog(
  eventStore: EventStore,
): Promise<{ readonly requiredSubjects: readonly string[]; readonly mustBeEmpty: boolean }> {
  let mustBeEmpty = true;
  const requiredSubjects = new Set<string>();
  try {
    for (const direction of ['forwards', 'backwards'] as const) {
      for await (const { data } of eventStore.readAll({ max: MOST, direction })) {
        mustBeEmpty = false;
        for (const text of sealedTexts(data))
          for (const key of sealingKeys(text)) requiredSubjects.add(key);
      }
    }
  } catch (error) {
    // reported by whoever reads the damaged part later
    if (!(error instanceof DamagedLogError)) throw error;
    mustBeEmpty = false;
  }
  return { requiredSubjects: [...requiredSubjects], mustBeEmpty };
}
