import { afterAll, beforeAll, describe } from '@jest/globals';
import type { EventStore } from '#libs/platform/event-store';
import type { ContractContext } from './event-log.js';
import { appendContract } from './event-store-append.contract.js';
import { readContract } from './event-store-read.contract.js';
import { subscriptionContract } from './event-store-subscription.contract.js';

/** A log that can be reopened. It may hold events of other tests. */
export interface LogUnderTest {
  open(): Promise<EventStore>;
  dispose(): Promise<void>;
}

/** The contract of {@link EventStore}. Every adapter passes it, so callers can't tell which one they have. */
export function eventStoreContract(name: string, create: () => Promise<LogUnderTest>): void {
  describe(`event store contract: ${name}`, () => {
    let log: LogUnderTest;
    let store: EventStore;
    beforeAll(async () => {
      log = await create();
      store = await log.open();
    });
    afterAll(async () => {
      await store.close();
      await log.dispose();
    });
    const context: ContractContext = {
      store: () => store,
      reopen: async () => {
        await store.close();
        store = await log.open();
        return store;
      },
    };
    describe('append', () => appendContract(context));
    describe('read', () => readContract(context));
    describe('subscribe', () => subscriptionContract(context));
  });
}
