import { afterAll, beforeAll, describe } from '@jest/globals';
import type { DocumentStore } from '#libs/platform/read-models';
import { collectionsContract } from './document-store-collections.contract.js';
import { documentsContract } from './document-store-documents.contract.js';
import { indexesContract } from './document-store-indexes.contract.js';
import { thingsOf } from './document-store-things.js';
import type { ManualClock } from './manual-clock.js';

/** Starts an adapter for the contract. */
export interface StoreUnderTest {
  open(clock: ManualClock): Promise<DocumentStore>;
  close?(): Promise<void>;
}

/** The contract of every document store adapter. */
export function documentStoreContract(name: string, start: () => Promise<StoreUnderTest>): void {
  describe(`document store: ${name}`, () => {
    let adapter: StoreUnderTest;
    let store: DocumentStore;
    const context = thingsOf(() => store);
    beforeAll(async () => {
      adapter = await start();
      store = await adapter.open(context.clock);
    });
    afterAll(async () => {
      await store.close();
      await adapter.close?.();
    });
    documentsContract(context);
    indexesContract(context);
    collectionsContract(context);
  });
}
