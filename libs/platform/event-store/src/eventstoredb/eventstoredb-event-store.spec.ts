import { describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventStoreContract } from '../../../../../test/support/event-store.contract.js';
import { all, newEvents, newStream } from '../../../../../test/support/event-log.js';
import { EventStoreDbFixture } from '../../../../../test/support/eventstoredb-fixture.js';
import { changed } from '../../../../../test/support/projection-world.js';
import { openEventStoreDb } from './eventstoredb-event-store.js';
import { openEmbeddedEventStore } from '../embedded/embedded-event-store.js';

eventStoreContract('EventStoreDB client over the fixture', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'event-store-'));
  const store = await openEmbeddedEventStore({ directory });
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
    const backing = await openEmbeddedEventStore({ directory });
    const appended = await backing.append(newStream(), 'no_stream', newEvents(40));
    let read = 0;
    const server = changed(backing, {
      async *readAll(options) {
        for await (const event of backing.readAll(options)) {
          read += 1;
          yield event;
        }
      },
    });
    const fixture = await EventStoreDbFixture.start(server);
    for (let ahead = own; ahead > 0; ahead--) await fixture.log.writeStatistics();
    const store = await openEventStoreDb({ connectionString: fixture.connectionString });
    expect(await store.head()).toBe(appended.outcome === 'appended' && appended.position);
    expect(read).toBeLessThanOrEqual(1 + 2 * own);

    // what it has been handed is read no second time
    const stop = new AbortController();
    const pages = store.subscribeToAll({ signal: stop.signal })[Symbol.asyncIterator]();
    const followed = async (count: number): Promise<void> => {
      for (let events = 0; events < count;) {
        const page = await pages.next();
        events += page.done === true ? count : page.value.events.length;
      }
    };
    await followed(40);
    const next = await backing.append(newStream(), 'no_stream', newEvents(1));
    const at = next.outcome === 'appended' ? next.position : 0n;
    await followed(1);
    const before = read;
    expect(await store.newest(at)).toMatchObject({ position: at });
    expect(read).toBe(before);
    expect(await store.newest(at + 1n)).toMatchObject({ position: at });
    expect(read).toBeGreaterThan(before);
    stop.abort();
    await store.close();
    await fixture.stop();
    await backing.close();
    await rm(directory, { recursive: true });
  });
});

const ROUNDS = 40;

describe('EventStoreDB client asked for what is new in a stream it knows', () => {
  it('tells all that others have appended before it was asked, reads one by itself and looks at the log for many at once', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'event-store-'));
    const backing = await openEmbeddedEventStore({ directory });
    let read = 0;
    const server = changed(backing, {
      readStream: (...of) => {
        read += 1;
        return backing.readStream(...of);
      },
    });
    const fixture = await EventStoreDbFixture.start(server);
    const { connectionString } = fixture;
    const [here, there] = [
      await openEventStoreDb({ connectionString }),
      await openEventStoreDb({ connectionString }),
    ];
    const abort = new AbortController();
    const following = (async () => {
      await all(here.subscribeToAll({ signal: abort.signal }));
    })();
    const streams = Array.from({ length: 8 }, () => newStream());
    const revisions = new Map<string, number>();
    for (const stream of streams) {
      await here.append(stream, 'no_stream', newEvents(1));
      revisions.set(stream, 0);
    }
    let readInAll = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const grown = streams.filter((_, n) => (round * 7 + n) % 3 === 0);
      await Promise.all(
        grown.map(async (stream, n) => {
          const revision = revisions.get(stream) ?? 0;
          await (n % 2 === 0 ? there : here).append(stream, revision, newEvents(1));
        }),
      );
      read = 0;
      const found = await Promise.all(
        streams.map(async (stream) => {
          const from = (revisions.get(stream) ?? 0) + 1;
          return (await all(here.readStream(stream, { from }))).length;
        }),
      );
      readInAll += read;
      expect(found).toEqual(streams.map((stream) => (grown.includes(stream) ? 1 : 0)));
      for (const stream of grown) revisions.set(stream, (revisions.get(stream) ?? 0) + 1);
    }
    // the double of the server reads twice for each: half as often as when each read its own
    expect(readInAll).toBeLessThan(ROUNDS * streams.length);
    read = 0;
    const [quiet = ''] = streams;
    await all(here.readStream(quiet, { from: (revisions.get(quiet) ?? 0) + 1 }));
    expect(read).toBeGreaterThan(0);
    abort.abort();
    await following;
    for (const each of [here, there]) await each.close();
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
