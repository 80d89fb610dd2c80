import type { DocumentStore, DocumentStoreOptions } from './document-store.js';

/** Opens the document store that the configuration names. Only the chosen adapter and its client library are loaded. */
export async function openDocumentStore(options: DocumentStoreOptions): Promise<DocumentStore> {
  const { url } = options;
  if (url) {
    const { openMongoDocumentStore } = await import('./mongodb/mongodb-document-store.js');
    return openMongoDocumentStore({ ...options, url });
  }
  const { openLmdbDocumentStore } = await import('./lmdb/lmdb-document-store.js');
  return openLmdbDocumentStore(options);
}
