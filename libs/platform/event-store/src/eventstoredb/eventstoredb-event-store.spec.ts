import { describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventStoreContract } from '../../../../../test/support/event-store.contract.js';
import { all, newEvents, newStream } from '../../../../../test/support/event-log.js';
import { EventStoreDbFixture } from '../../../../../test/support/eventstoredb-fixture.js';
import { changed } from '../../../../../test/support/projection-world.js';
import { openEventStoreDb } from './eventstoredb-event-store.js';
import { openLmdbEventStore } from '../lmdb/lmdb-event-store.js';

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

describe('EventStoreDB client asked for the newest event', () => {
  it.each([0, 3])('reads that one, and %i that the server wrote after it', async (own) => {
    const directory = await mkdtemp(join(tmpdir(), 'event-store-'));
    const backing = await openLmdbEventStore({ directory });
    const appended = await backing.append(newStream(), 'no_stream', newEvents(40));
    let read = 0;
    const server = changed(backing, {
      async *readAll(options = {}) {
        const [newest] = await all(backing.readAll({ direction: 'backwards', max: 1 }));
        const before = options.direction === 'backwards' ? (options.before ?? Infinity) : 0n;
        for (let ahead = own; newest && ahead > 0; ahead--) {
          const position = newest.position + 2n * BigInt(ahead);
          const event = { ...newest, stream: '$stats', type: '$statsCollected', position };
          if (position < before) yield event;
        }
        for await (const event of backing.readAll(options)) {
          read += 1;
          yield event;
        }
      },
    });
    const fixture = await EventStoreDbFixture.start(server);
    const store = await openEventStoreDb({ connectionString: fixture.connectionString });
    expect(await store.head()).toBe(appended.outcome === 'appended' && appended.position);
    expect(read).toBeLessThanOrEqual(1 + own);
    await store.close();
    await fixture.stop();
    await backing.close();
    await rm(directory, { recursive: true });
  });
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
