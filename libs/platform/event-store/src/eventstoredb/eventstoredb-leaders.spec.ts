import { status } from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { eventually, PATIENCE_MS } from '../../../../../test/support/condition.js';
import { all, newEvents, newStream } from '../../../../../test/support/event-log.js';
import { EventStoreDbClusterFixture } from '../../../../../test/support/eventstoredb-cluster-fixture.js';
import { freePort } from '../../../../../test/support/free-port.js';
import type { EventStore } from '../event-store.js';
import { openEmbeddedEventStore } from '../embedded/embedded-event-store.js';
import { openEventStoreDb } from './eventstoredb-event-store.js';

/** What a real cluster of three needs until the others know, and until one of them leads. */
const STALE_MS = 150;
const LEADERLESS_MS = 400;
const WRITERS = 8;

describe.each([1, 3])('EventStoreDB adapter on a cluster of %i', (size) => {
  let directory: string;
  let backing: EventStore;
  let cluster: EventStoreDbClusterFixture;
  let store: EventStore;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'event-store-'));
    backing = await openEmbeddedEventStore({ directory });
    cluster = await EventStoreDbClusterFixture.start(backing, size);
    const { connectionString } = cluster;
    store = await openEventStoreDb({ connectionString, patienceMs: PATIENCE_MS });
  });
  afterEach(async () => {
    await store.close();
    await cluster.stop();
    await backing.close();
    await rm(directory, { recursive: true });
  });

  /** The leader dies and another one is elected; those that died before are back by then. */
  async function changeLeader(): Promise<void> {
    cluster.killLeader();
    await delay(STALE_MS);
    cluster.loseLeader();
    await delay(LEADERLESS_MS);
    cluster.elect();
    cluster.comeBack();
  }

  /** Expects calls to be pending when the store knows that nobody answers. */
  async function expectToWait(calls: Promise<unknown>): Promise<void> {
    const settled = calls.catch((error: unknown) => error);
    await eventually(() => (store.state() === 'answers' ? undefined : true));
    expect(await Promise.race([settled, nextTurn('pending')])).toBe('pending');
  }

  it('loses nothing, does nothing twice and fails nobody when leaders die under load', async () => {
    let isOver = false;
    const appended = new Map<string, string[]>();
    const write = async (): Promise<void> => {
      const stream = newStream();
      const ids: string[] = [];
      appended.set(stream, ids);
      while (!isOver) {
        const events = newEvents(2);
        const expected = ids.length === 0 ? 'no_stream' : ids.length - 1;
        const result = await store.append(stream, expected, events);
        ids.push(...events.map(({ id }) => id));
        expect(result).toMatchObject({ outcome: 'appended', revision: ids.length - 1 });
        expect(await all(store.readStream(stream))).toHaveLength(ids.length);
      }
    };
    const writing = Promise.all(Array.from({ length: WRITERS }, write));
    try {
      for (let n = 0; n < 3; n++) await Promise.race([changeLeader(), writing]);
    } finally {
      isOver = true;
    }
    await writing;
    for (const [stream, ids] of appended) {
      expect((await all(backing.readStream(stream))).map(({ id }) => id)).toEqual(ids);
    }
  });

  it('answers what was appended when the first answer was lost', async () => {
    const stream = newStream();
    const events = newEvents(2);
    cluster.leader.fault = 'loses-answers';
    const appending = store.append(stream, 'no_stream', events);
    while ((await all(backing.readStream(stream))).length < 2) await delay(1);
    cluster.leader.fault = 'none';
    const result = await appending;
    const stored = await all(backing.readStream(stream));
    expect(stored.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    expect(result).toEqual({ outcome: 'appended', revision: 1, position: stored[1]?.position });
  });

  it('waits for a leader', async () => {
    const stream = newStream();
    await store.append(stream, 'no_stream', newEvents(1));
    cluster.loseLeader();
    const calls = Promise.all([
      store.append(stream, 0, newEvents(1)),
      all(store.readStream(stream)),
      store.head(),
      store.append(newStream(), 'no_stream', newEvents(1)),
    ]);
    await expectToWait(calls);
    cluster.elect();
    expect((await calls)[0]).toMatchObject({ outcome: 'appended', revision: 1 });
  });

  it('waits for a leader that was stopped for a while', async () => {
    const stream = newStream();
    await store.append(stream, 'no_stream', newEvents(1));
    cluster.leader.network.stall();
    const calls = Promise.all([
      store.append(stream, 0, newEvents(1)),
      all(store.readStream(stream)),
    ]);
    await expectToWait(calls);
    cluster.leader.network.resume();
    expect((await calls)[0]).toMatchObject({ outcome: 'appended', revision: 1 });
  });

  it.each(Object.values(status).filter((code) => typeof code === 'number' && code !== status.OK))(
    'finds the leader although each node refuses once to say who it is, with the status %s',
    async (code) => {
      for (const node of cluster.nodes) node.failAt('gossip', code);
      const appended = await store.append(newStream(), 'no_stream', newEvents(1));
      expect(appended).toMatchObject({ outcome: 'appended', revision: 0 });
    },
  );

  it.each([
    { state: 'leader', isAlive: true },
    { state: 'leader', isAlive: false },
    { state: 'follower', isAlive: true },
    { state: 'unknown', isAlive: false },
  ] as const)(
    'finds the leader although gossip names a node that is none: $state',
    async (said) => {
      const strangers = [{ ...said, port: await freePort() }];
      for (const node of cluster.nodes) node.strangers = strangers;
      const stream = newStream();
      const appended = await store.append(stream, 'no_stream', newEvents(1));
      expect(appended).toMatchObject({ outcome: 'appended', revision: 0 });
      expect(await all(store.readStream(stream))).toHaveLength(1);
    },
  );

  it('brings everything to someone who is slow, and fails nobody meanwhile', async () => {
    const stop = new AbortController();
    let seen = 0;
    const following = (async () => {
      for await (const { events } of store.subscribeToAll({ signal: stop.signal })) {
        seen += events.length;
        await delay(5);
        if (seen === WRITERS * 500) return;
      }
    })();
    const write = async (): Promise<void> => {
      for (let n = 0; n < 10; n++) {
        const stream = newStream();
        await store.append(stream, 'no_stream', newEvents(50));
        expect(await all(store.readStream(stream))).toHaveLength(50);
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
    await following;
    stop.abort();
  });
});
