import { join } from 'node:path';
import {
  EventCodec,
  type EventRegistry,
  type EventStore,
  openEventStore,
} from '#libs/platform/event-store';
import { type DocumentStore, openDocumentStore, type Projection } from '#libs/platform/read-models';
import { type Config, loadMasterKeys, openKeyStore, Sealer } from '#libs/platform/runtime';
import type { ContextDefinition } from './context.js';
import { projectionsOf, registryOf } from './platform.js';

/** What a process needs that looks at the stores of a service beside it, and writes to neither. */
export interface ReadingPlatform {
  readonly eventStore: EventStore;
  readonly documents: DocumentStore;
  readonly codec: EventCodec;
  readonly registry: EventRegistry;
  readonly projections: readonly Projection[];
  close(): Promise<void>;
}

/**
 * Opens the stores of a configuration for reading, beside the service or without it.
 * @throws StoreUnavailableError where no service has been yet
 */
export async function openForReading(
  config: Config,
  contexts: readonly ContextDefinition[],
): Promise<ReadingPlatform> {
  const { dataDir, eventStoreUrl: url, mongodbUrl } = config;
  const opened: { close(): Promise<void> }[] = [];
  const keep = async <T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> => {
    const part = await opening;
    opened.unshift(part);
    return part;
  };
  const close = async (): Promise<void> => {
    for (const part of opened.splice(0)) await part.close();
  };
  try {
    const readOnly = true;
    const events = join(dataDir, 'events');
    const eventStore = await keep(openEventStore({ directory: events, url, readOnly }));
    const readModels = join(dataDir, 'read-models');
    const documents = await keep(
      openDocumentStore({ directory: readModels, url: mongodbUrl, readOnly }),
    );
    const keys = await keep(openKeyStore(config, await loadMasterKeys(config)));
    const registry = registryOf(contexts);
    const codec = new EventCodec(registry, await Sealer.over(keys));
    return {
      eventStore,
      documents,
      codec,
      registry,
      projections: projectionsOf(contexts, registry),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
