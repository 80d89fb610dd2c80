import { join } from 'node:path';
import {
  EventCodec,
  type EventRegistry,
  openLog,
  type EventStore,
} from '#libs/platform/event-store';
import {
  type DocumentStore,
  openDocumentStore,
  type Projection,
  type Skip,
  SkippedEvents,
} from '#libs/platform/read-models';
import {
  type Config,
  type DocumentVault,
  loadMasterKeys,
  openDocumentVault,
  openKeyStore,
  Sealer,
} from '#libs/platform/runtime';
import { type Feature, projectionsOf, registryOf } from './definitions.js';
import { withoutErasedKeys } from './erasure/erasures.js';
import { type Keep, openAll } from './open-stores.js';

/** Events of the `operations` context. */
const SKIPPED = 'operations.EventSkipped.v';
const UNSKIPPED = 'operations.EventUnskipped.v';

/** What folding documents needs of the log. */
interface FoldedLog {
  readonly eventStore: EventStore;
  readonly decode: EventCodec['decode'];
  /** Events that operators told read models to skip. Read from the log (`operations-{projection}`), so a lost document store loses none. */
  readonly skipped: SkippedEvents;
}

export function foldedLog(eventStore: EventStore, codec: EventCodec): FoldedLog {
  const skipped = new SkippedEvents(async (projection) => {
    let skips: Skip[] = [];
    for await (const stored of eventStore.readStream(`operations-${projection}`)) {
      const isSkip = stored.type.startsWith(SKIPPED);
      if (!isSkip && !stored.type.startsWith(UNSKIPPED)) continue;
      const [event] = await codec.decode([stored]);
      const { version, position } = event?.data as { version: number; position: string };
      const skip = { version, position: BigInt(position) };
      skips = skips.filter((one) => one.version !== version || one.position !== skip.position);
      if (isSkip) skips.push(skip);
    }
    return skips;
  });
  return { eventStore, decode: codec.decode.bind(codec), skipped };
}

/** What a process needs that only reads the stores of a service. */
export interface ReadingPlatform extends ReadableLog {
  readonly documents: DocumentStore;
  readonly projections: readonly Projection[];
}

/** The log with its keys. */
interface ReadableLog {
  readonly log: FoldedLog;
  readonly registry: EventRegistry;
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
  return openAll(async ({ keep, close }) => {
    const { sealer, ...log } = await readableLog(config, features, keep);
    const readModels = join(dataDir, 'read-models');
    const documents = await keep(
      openDocumentStore({ directory: readModels, url: mongodbUrl, readOnly: true }),
    );
    const projections = projectionsOf(features, log.registry, sealer);
    return { ...log, documents, projections, close };
  });
}

/** Opens the log and the vault, as {@link openForReading} does the read models. */
export function openVaultForReading(
  config: Config,
  features: readonly Feature[],
): Promise<ReadableLog & { readonly vault: DocumentVault }> {
  return openAll(async ({ keep, close }) => {
    const { sealer, keys, ...log } = await readableLog(config, features, keep);
    const vault = await keep(openDocumentVault(config, keys, sealer, { readOnly: true }));
    return { ...log, vault, close };
  });
}

async function readableLog(config: Config, features: readonly Feature[], keep: Keep) {
  const eventStore = await keep(openLog(config, { readOnly: true }));
  const stored = await keep(openKeyStore(config, await loadMasterKeys(config), { readOnly: true }));
  const keys = await withoutErasedKeys(stored, eventStore);
  const registry = registryOf(features);
  const sealer = await Sealer.over(keys);
  const log = foldedLog(eventStore, new EventCodec(registry, sealer));
  return { log, registry, keys, sealer };
}
