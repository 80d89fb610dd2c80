import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  EventCodec,
  EventRegistry,
  type EventStore,
  openEventStore,
  type StoredEvent,
  StoreUnavailableError,
} from '#libs/platform/event-store';
import { Published, type Recorded } from '#libs/platform/kernel';
import { eventHash } from '#libs/platform/proof';
import { deriveUuid } from '#libs/platform/runtime';
import type { EventPublished } from './feed.events.js';
import { FeedPublisher } from './feed.reactions.js';
import { feedEvents } from './webhook.events.js';

const account = { accountNumber: 'RA00000001', firmId: '7' };

const stream = 'feed-7-RA00000001';

function source(position: number): Recorded {
  return {
    type: 'folio.FolioCreated',
    data: {},
    id: deriveUuid('source', String(position)),
    stream: 'folios-RA00000001',
    revision: position,
    position: BigInt(position),
    at: '2026-03-02T15:00:00.000Z',
    metadata: {
      commandId: 'c',
      requestId: 'r',
      correlationId: 'o',
      causationId: 'c',
      caller: 'test',
      receivedAt: '2026-03-02T15:00:00.000Z',
    },
  };
}

const { type } = Published.event('brokerage.folio.created.v1', 'A folio was created.', {});

const created = { type, data: { folioNumber: 'RA0000000103' } };

describe('FeedPublisher', () => {
  let directory: string;
  let store: EventStore;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'feed-'));
    store = await openEventStore({ directory });
  });
  afterEach(async () => {
    await store.close();
    await rm(directory, { recursive: true, force: true });
  });

  const publisher = (): FeedPublisher => {
    const never = (): never => {
      throw new Error('published events hold nothing personal');
    };
    const personal = { ensure: never, prefetch: never, seal: never, open: never, opener: never };
    const registry = new EventRegistry([feedEvents as never]);
    return new FeedPublisher(store, new EventCodec(registry, personal));
  };
  const stored = async (): Promise<StoredEvent[]> => {
    const events = [];
    for await (const event of store.readStream(stream)) events.push(event);
    return events;
  };
  const publish = (one: FeedPublisher, from: number, to: number): Promise<void> => {
    const sources = Array.from({ length: to - from + 1 }, (_, at) => ({
      event: source(from + at),
      draft: created,
    }));
    return one.publish(account, sources);
  };
  async function expectOnceInOrder(count: number): Promise<void> {
    const events = await stored();
    const data = events.map((event) => event.data as unknown as EventPublished['data']);
    expect(data.map(({ event }) => Number(event.sequence))).toEqual(
      Array.from({ length: count }, (_, at) => at + 1),
    );
    expect(events.map(({ metadata }) => Number(metadata['sourcePosition']))).toEqual(
      Array.from({ length: count }, (_, at) => at + 1),
    );
    events.forEach((event, at) => {
      const before = events[at - 1];
      expect(event.metadata['previousHash']).toBe(before && eventHash(before));
    });
  }

  it('appends each event once, in order and chained', async () => {
    const one = publisher();
    await publish(one, 1, 450);
    await publish(one, 440, 460);
    await expectOnceInOrder(460);
  });

  it('appends once, even if the confirmation of an append is lost', async () => {
    const one = publisher();
    await publish(one, 1, 1);
    const append = store.append.bind(store);
    store.append = async (...args) => {
      await append(...args);
      throw new StoreUnavailableError('away');
    };
    await expect(publish(one, 2, 3)).rejects.toThrow('away');
    store.append = append;
    await publish(one, 2, 5);
    await expectOnceInOrder(5);
  });

  it('continues after a restart, skipping what was published before', async () => {
    await publish(publisher(), 1, 5);
    await publish(publisher(), 1, 9);
    await expectOnceInOrder(9);
  });

  it('shares the work with another process without gaps or repeats', async () => {
    const [one, two] = [publisher(), publisher()];
    for (let at = 1; at <= 40; at += 8) {
      await Promise.all([publish(one, at, at + 7), publish(two, at, at + 7)]);
    }
    await expectOnceInOrder(40);
  });
});
