import type { EventStore } from './event-store.js';

/** Where the log is. */
export interface EventStoreOptions {
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
