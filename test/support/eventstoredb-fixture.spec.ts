import {
  type AllStreamSubscription,
  EventStoreDBClient,
  type EventData,
  jsonEvent,
  NO_STREAM,
  START,
} from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventStore, openEventStore } from '#libs/platform/event-store';
import { all, newEvent, newEvents, newStream } from './event-log.js';
import { EventStoreDbClusterFixture } from './eventstoredb-cluster-fixture.js';
import { EventStoreDbFixture } from './eventstoredb-fixture.js';
import { changed } from './projection-world.js';

const OF_LEADER = { requiresLeader: true } as const;
const TEXT = 'x'.repeat(1_000);

let directory: string;
let store: EventStore;
const ends: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fixture-'));
  store = await openEventStore({ directory });
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await store.close();
  await rm(directory, { recursive: true });
});

async function start(log = store): Promise<EventStoreDbFixture> {
  const fixture = await EventStoreDbFixture.start(log);
  ends.push(() => fixture.stop());
  return fixture;
}

function clientOf(connectionString: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(connectionString);
  ends.push(() => client.dispose());
  return client;
}

/** Appends events directly to the store, a hundred at a time. */
async function write(count: number, text = ''): Promise<void> {
  const stream = newStream();
  for (let done = 0; done < count; done += 100) {
    const events = Array.from({ length: Math.min(100, count - done) }, () =>
      newEvent(undefined, { text }),
    );
    await store.append(stream, done === 0 ? 'no_stream' : done - 1, events);
  }
}

const proposed = (): EventData => jsonEvent({ type: 'fixture.Happened.v1', data: {} });
const append = (client: EventStoreDBClient): Promise<unknown> =>
  client.appendToStream(newStream(), proposed(), { ...OF_LEADER, expectedRevision: NO_STREAM });

/** What a subscription delivers until it ends or has delivered `count` of our events. */
async function read(
  subscription: AllStreamSubscription,
  count = Infinity,
): Promise<{ readonly positions: readonly bigint[]; readonly error: unknown }> {
  const positions: bigint[] = [];
  try {
    for await (const { event } of subscription) {
      if (!event || event.streamId.startsWith('$')) continue;
      positions.push(event.position.commit);
      if (positions.length === count) break;
    }
    return { positions, error: undefined };
  } catch (error) {
    return { positions, error };
  }
}

const positionsInLog = async (): Promise<bigint[]> =>
  (await all(store.readAll())).map(({ position }) => position);

/** Whether a promise settles within some turns of the event loop. */
async function settlesSoon(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  promise.finally(() => (settled = true)).catch(() => undefined);
  for (let n = 0; n < 100; n++) await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

const tooSlow = (state: string): object => ({
  code: 10,
  message: expect.stringContaining(
    `Operation timed out: Consumer too slow to handle event while ${state}. Client resubscription required.`,
  ),
});

describe('the fixture of EventStoreDB, like 23.10', () => {
  it('ends a live subscription that has 32 events waiting and gets one more', async () => {
    const client = clientOf((await start()).connectionString);
    await write(10);
    const subscription = client.subscribeToAll({ fromPosition: START });
    await once(subscription, 'caughtUp');
    await write(1_000, TEXT);
    const { positions, error } = await read(subscription);
    expect(error).toMatchObject(tooSlow('live'));
    const written = await positionsInLog();
    expect(positions.length).toBeLessThan(written.length);
    expect(positions).toEqual(written.slice(0, positions.length));
    // other calls on the connection are fine
    await append(client);
  });

  it('ends one that passes from history to live while more comes than it keeps', async () => {
    let more = true;
    const overtaken = changed(store, {
      async *readAll(options) {
        if (more && options?.direction === 'backwards') {
          more = false;
          await write(400);
        }
        yield* store.readAll(options);
      },
    });
    const client = clientOf((await start(overtaken)).connectionString);
    await write(10);
    const { error } = await read(client.subscribeToAll({ fromPosition: START }));
    expect(error).toMatchObject(tooSlow('transitioning to live'));
  });

  it('delivers history to someone who is slow, and everything to someone who is not', async () => {
    const client = clientOf((await start()).connectionString);
    await write(1_000, TEXT);
    const subscription = client.subscribeToAll({ fromPosition: START });
    await once(subscription, 'confirmation');
    const reading = read(subscription, 1_100);
    await once(subscription, 'caughtUp');
    await write(100);
    expect(await reading).toEqual({ positions: await positionsInLog(), error: undefined });
    await subscription.unsubscribe();
  });

  it('reads as many as were asked for, events of its own among them', async () => {
    const fixture = await start();
    const client = clientOf(fixture.connectionString);
    await write(40);
    const countOf = async (maxCount: number): Promise<number> =>
      (await all(client.readAll({ maxCount }))).length;
    expect(await countOf(33)).toBe(33);
    const before = await countOf(1_000);
    expect(before).toBeGreaterThan(40);
    await fixture.log.writeStatistics();
    expect(await countOf(1_000)).toBe(before + 1);
  });

  it('takes its time for each call', async () => {
    const fixture = await start();
    const client = clientOf(fixture.connectionString);
    await append(client);
    fixture.latencyMs = 50;
    const started = performance.now();
    await append(client);
    await all(client.readAll({ maxCount: 1 }));
    expect(performance.now() - started).toBeGreaterThanOrEqual(99);
  });

  it('goes on where it was when it was stopped for a while', async () => {
    const fixture = await start();
    const client = clientOf(fixture.connectionString);
    await append(client);
    fixture.network.stall();
    const appended = append(client);
    expect(await settlesSoon(appended)).toBe(false);
    fixture.network.resume();
    await appended;
  });
});

describe('the fixture of EventStoreDB, like 24.2', () => {
  it('goes back to history with a subscription that falls behind', async () => {
    const fixture = await start();
    fixture.version = '24.2.0';
    const client = clientOf(fixture.connectionString);
    await write(10);
    const subscription = client.subscribeToAll({ fromPosition: START });
    const marks: string[] = [];
    subscription.on('caughtUp', () => marks.push('caught up'));
    subscription.on('fellBehind', () => marks.push('fell behind'));
    await once(subscription, 'caughtUp');
    await write(1_000, TEXT);
    const reading = read(subscription, 1_011);
    await once(subscription, 'fellBehind');
    await once(subscription, 'caughtUp');
    await write(1);
    expect(await reading).toEqual({ positions: await positionsInLog(), error: undefined });
    expect(marks.slice(0, 3)).toEqual(['caught up', 'fell behind', 'caught up']);
    await subscription.unsubscribe();
  });
});

describe('the fixture of a cluster of EventStoreDB', () => {
  it('sends clients to the leader that is gone, then to nobody, then to the next', async () => {
    const cluster = await EventStoreDbClusterFixture.start(store);
    ends.push(() => cluster.stop());
    const [first, second] = cluster.nodes;
    await append(clientOf(cluster.connectionString));
    expect(cluster.leader).toBe(first);

    cluster.killLeader();
    const ofSecond = (): EventStoreDBClient => clientOf(second!.connectionString);
    await expect(append(ofSecond())).rejects.toMatchObject({
      type: 'not-leader',
      leader: { address: '127.0.0.1', port: first!.port },
    });
    cluster.loseLeader();
    await expect(append(ofSecond())).rejects.toMatchObject({
      message: expect.stringContaining('Server Is Not Ready'),
    });
    const reading = all(ofSecond().readAll({ ...OF_LEADER, maxCount: 1 }));
    await expect(reading).rejects.toMatchObject({ type: 'unavailable' });
    cluster.elect();
    expect(cluster.leader).toBe(second);
    await append(clientOf(cluster.connectionString));
    cluster.comeBack();
    await expect(append(clientOf(first!.connectionString))).rejects.toMatchObject({
      leader: { port: second!.port },
    });
  });

  it('keeps what was written when the answer is lost', async () => {
    const cluster = await EventStoreDbClusterFixture.start(store);
    ends.push(() => cluster.stop());
    cluster.leader.fault = 'loses-answers';
    const events = newEvents(1);
    const appending = clientOf(cluster.connectionString).appendToStream(
      'lost',
      events.map((event) => jsonEvent(event)),
      { expectedRevision: NO_STREAM },
    );
    await expect(appending).rejects.toMatchObject({ type: 'unavailable' });
    const kept = await all(store.readStream('lost'));
    expect(kept.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
  });
});
