import { join } from 'node:path';
import type { EventStore } from './event-store.js';

interface EventStoreOptions {
  /** Connection string of EventStoreDB or KurrentDB (`esdb://…`, `esdb+discover://…`); absent or empty for the embedded log. */
  readonly url?: string | undefined;
  readonly directory: string;
  /** Embedded only: open the log beside the process that writes it. */
  readonly readOnly?: boolean | undefined;
}

/** Opens the configured log. Loads only the chosen adapter and its client library. */
export async function openEventStore(options: EventStoreOptions): Promise<EventStore> {
  if (options.url) {
    const { openEventStoreDb } = await import('./eventstoredb/eventstoredb-event-store.js');
    return openEventStoreDb({ connectionString: options.url });
  }
  const { openEmbeddedEventStore } = await import('./embedded/embedded-event-store.js');
  return openEmbeddedEventStore(options);
}

export function logDirectory(dataDir: string): string {
  return join(dataDir, 'events');
}

/** {@link openEventStore} for a service's configuration. */
export function openLog(
  config: { readonly dataDir: string; readonly eventStoreUrl?: string | undefined },
  options: Pick<EventStoreOptions, 'readOnly'> = {},
): Promise<EventStore> {
  const { dataDir, eventStoreUrl: url } = config;
  return openEventStore({ directory: logDirectory(dataDir), url, ...options });
}
