import type { DocumentStore, DocumentStoreOptions } from './document-store.js';

/** Opens the configured document store. Loads only that adapter and its client library. */
export async function openDocumentStore(options: DocumentStoreOptions): Promise<DocumentStore> {
  const { url } = options;
  if (url) {
    const { openMongoDocumentStore } = await import('./mongodb/mongodb-document-store.js');
    return openMongoDocumentStore({ ...options, url });
  }
  const { openLmdbDocumentStore } = await import('./lmdb/lmdb-document-store.js');
  return openLmdbDocumentStore(options);
}
