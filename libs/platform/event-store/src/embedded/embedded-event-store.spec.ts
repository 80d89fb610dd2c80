import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventStoreContract } from '../../../../../test/support/event-store.contract.js';
import { openEmbeddedEventStore } from './embedded-event-store.js';

eventStoreContract('embedded', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'event-store-'));
  return {
    open: () => openEmbeddedEventStore({ directory }),
    dispose: () => rm(directory, { recursive: true }),
  };
});
