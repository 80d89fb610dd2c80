import { join } from 'node:path';
import type { EventStore } from './event-store.js';

/** Where the log is. */
interface EventStoreOptions {
  /** Connection string of an EventStoreDB or KurrentDB (`esdb://…`, `esdb+discover://…`); absent or empty: the embedded log. */
  readonly url?: string | undefined;
  /** Directory of the embedded log. */
  readonly directory: string;
  /** Embedded only: stand beside the process that writes. */
  readonly readOnly?: boolean | undefined;
}

/** Opens the log that the configuration names. Only the chosen adapter and its client library are loaded. */
export async function openEventStore(options: EventStoreOptions): Promise<EventStore> {
  if (options.url) {
    const { openEventStoreDb } = await import('./eventstoredb/eventstoredb-event-store.js');
    return openEventStoreDb({ connectionString: options.url });
  }
  const { openEmbeddedEventStore } = await import('./embedded/embedded-event-store.js');
  return openEmbeddedEventStore({
    directory: options.directory,
    readOnly: options.readOnly ?? false,
  });
}

/** Directory of the embedded log among the data of a service. */
export function logDirectory(dataDir: string): string {
  return join(dataDir, 'events');
}

/** {@link openEventStore} for the log of a service, as its configuration says. */
export function openLog(
  config: { readonly dataDir: string; readonly eventStoreUrl?: string | undefined },
  options: Pick<EventStoreOptions, 'readOnly'> = {},
): Promise<EventStore> {
  const { dataDir, eventStoreUrl: url } = config;
  return openEventStore({ directory: logDirectory(dataDir), url, ...options });
}
