import type { Clock } from '#libs/platform/kernel';
import type { DocumentStore } from './document-store.js';

/** Where the documents are. */
export interface DocumentStoreOptions {
  /** Connection string of a MongoDB with its database (`mongodb://host/name`); absent or empty: the embedded store. */
  readonly url?: string | undefined;
  /** Added to the name of that database, for what must outlive it. */
  readonly databaseSuffix?: string | undefined;
  /** Directory of the embedded store. */
  readonly directory: string;
  /** Says when leases have run out; default is the system's. */
  readonly clock?: Clock | undefined;
  /** Embedded only: stand beside the process that writes. */
  readonly readOnly?: boolean | undefined;
}

/** Opens the document store that the configuration names. Only the chosen adapter and its client library are loaded. */
export async function openDocumentStore(options: DocumentStoreOptions): Promise<DocumentStore> {
  const clock = options.clock ? { clock: options.clock } : {};
  if (options.url) {
    const { openMongoDocumentStore } = await import('./mongodb/mongodb-document-store.js');
    const { url, databaseSuffix = '' } = options;
    return openMongoDocumentStore({ url, databaseSuffix, ...clock });
  }
  const { openLmdbDocumentStore } = await import('./lmdb/lmdb-document-store.js');
  return openLmdbDocumentStore({
    directory: options.directory,
    readOnly: options.readOnly ?? false,
    ...clock,
  });
}
