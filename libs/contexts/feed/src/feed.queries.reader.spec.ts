import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type EventCodec, type EventStore, openEventStore } from '#libs/platform/event-store';
import { newEvents, newStream } from '../../../../test/support/event-log.js';
import { EventStoreDbFixture } from '../../../../test/support/eventstoredb-fixture.js';
import { FeedReader } from './feed.queries.js';

describe('the feed can be read from', () => {
  let directory: string;
  let backing: EventStore;
  let fixture: EventStoreDbFixture;
  let store: EventStore;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'event-store-'));
    backing = await openEventStore({ directory });
    fixture = await EventStoreDbFixture.start(backing);
    store = await openEventStore({ directory, url: fixture.connectionString });
  });
  afterEach(async () => {
    await store.close();
    await fixture.stop();
    await backing.close();
    await rm(directory, { recursive: true });
  });

  it('the beginning and each position of the log, and no other', async () => {
    const reader = new FeedReader(store, {} as EventCodec);
    const positions: bigint[] = [];
    for (let n = 0; n < 2; n++) {
      const appended = await store.append(newStream(), 'no_stream', newEvents(1));
      if (appended.outcome === 'appended') positions.push(appended.position);
    }
    for (const position of [0n, ...positions]) expect(await reader.has(position)).toBe(true);
    const [first = 0n, last = 0n] = positions;
    for (const position of [first + 1n, last - 2n, last + 1n]) {
      expect(await reader.has(position)).toBe(false);
    }
  });
});
