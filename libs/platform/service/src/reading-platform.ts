import { join } from 'node:path';
import { EventCodec, type EventRegistry, openLog } from '#libs/platform/event-store';
import { type DocumentStore, openDocumentStore, type Projection } from '#libs/platform/read-models';
import { type Config, loadMasterKeys, openKeyStore, Sealer } from '#libs/platform/runtime';
import type { Feature } from './feature.js';
import { projectionsOf, registryOf } from './definitions.js';
import { withoutErasedKeys } from './erasure/erasures.js';
import { type FoldedLog, foldedLog } from './folded-log.js';
import { openAll } from './open-all.js';

/** What a process needs that only reads the stores of a service. */
export interface ReadingPlatform {
  readonly log: FoldedLog;
  readonly documents: DocumentStore;
  readonly registry: EventRegistry;
  readonly projections: readonly Projection[];
  close(): Promise<void>;
}

/**
 * Opens the stores for reading, whether or not the service is running.
 * @throws StoreUnavailableError if no service has ever run on them
 * @throws KeysLostError if the keys of the log are missing
 */
export function openForReading(
  config: Config,
  features: readonly Feature[],
): Promise<ReadingPlatform> {
  const { dataDir, mongodbUrl } = config;
  const readOnly = true;
  return openAll(async ({ keep, close }) => {
    const eventStore = await keep(openLog(config, { readOnly }));
    const readModels = join(dataDir, 'read-models');
    const documents = await keep(
      openDocumentStore({ directory: readModels, url: mongodbUrl, readOnly }),
    );
    const keys = await keep(openKeyStore(config, await loadMasterKeys(config), { readOnly }));
    const registry = registryOf(features);
    const sealer = await Sealer.over(await withoutErasedKeys(keys, eventStore));
    const log = foldedLog(eventStore, new EventCodec(registry, sealer));
    const projections = projectionsOf(features, registry, sealer);
    return { log, documents, registry, projections, close };
  });
}
