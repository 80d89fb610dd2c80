import { join } from 'node:path';
import type { EventStore } from '#libs/platform/event-store';
import {
  type DocumentStore,
  openDocumentStore,
  PROJECTIONS,
  settleWithLog,
} from '#libs/platform/read-models';
import type { Config, Logger } from '#libs/platform/runtime';
import { BACKGROUND_LEASE } from './leased-work.js';

/** What the stores are opened beside. */
export interface StoreSurroundings {
  readonly eventStore: EventStore;
  readonly holder: string;
  readonly logger: Logger;
  /** Takes note of what has to be closed. */
  readonly keep: <T extends { close(): Promise<void> }>(opening: Promise<T>) => Promise<T>;
}

/** The two stores of what follows from the log. */
export interface DerivedStores {
  readonly documents: DocumentStore;
  readonly progress: DocumentStore;
}

/**
 * Opens read models and the progress of reactions, both of the log there is: what belongs to another one, or to what this one was
 * before it was restored from a backup, is gone when this returns.
 */
export async function openDerivedStores(
  { dataDir, mongodbUrl: url }: Pick<Config, 'dataDir' | 'mongodbUrl'>,
  { eventStore: log, holder, logger, keep }: StoreSurroundings,
): Promise<DerivedStores> {
  const readModels = await keep(
    openDocumentStore({ directory: join(dataDir, 'read-models'), url }),
  );
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
