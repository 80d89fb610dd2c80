import { describe, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventStoreContract } from '../../../../test/support/event-store.contract.js';
import { EventStoreDbFixture } from '../../../../test/support/eventstoredb-fixture.js';
import { openEventStoreDb } from './eventstoredb-event-store.js';
import { openLmdbEventStore } from './lmdb-event-store.js';

eventStoreContract('EventStoreDB client over the fixture', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'event-store-'));
  const store = await openLmdbEventStore({ directory });
  const fixture = await EventStoreDbFixture.start(store);
  return {
    open: () => openEventStoreDb({ connectionString: fixture.connectionString }),
    dispose: async () => {
      await fixture.stop();
      await store.close();
      await rm(directory, { recursive: true });
    },
  };
});

const url = process.env['TEST_EVENTSTORE_URL'];
if (url === undefined || url === '') {
  describe('event store contract: real EventStoreDB', () => {
    it.todo('runs where TEST_EVENTSTORE_URL names a server');
  });
} else {
  eventStoreContract('real EventStoreDB', () =>
    Promise.resolve({
      open: () => openEventStoreDb({ connectionString: url }),
      dispose: () => Promise.resolve(),
    }),
  );
}
