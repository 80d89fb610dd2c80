import { Metadata, status } from '@grpc/grpc-js';
import { EventStoreDBClient } from '@eventstore/db-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  all,
  newEvent,
  newEvents,
  newStream,
  Reader,
} from '../../../../../test/support/event-log.js';
import {
  eventually,
  PATIENCE_MS as A_BUSY_MACHINE_MS,
} from '../../../../../test/support/condition.js';
import {
  EventStoreDbFixture,
  type Refusal,
} from '../../../../../test/support/eventstoredb-fixture.js';
import type { EventStore, StoredEvent } from '../event-store.js';
import { openEventStoreDb } from './eventstoredb-event-store.js';
import { openEmbeddedEventStore } from '../embedded/embedded-event-store.js';

const PATIENCE_MS = 400;
/** So much with each event that a read of many does not fit into what the connection holds. */
const TEXT = 'x'.repeat(1_000);
const UNAVAILABLE = { name: 'StoreUnavailableError' };

/** Every gRPC status of a call that fails. */
const STATUSES = Object.entries(status).filter(
  (entry): entry is [string, status] => typeof entry[1] === 'number' && entry[1] !== status.OK,
);
/** Those that do not concern the user: calls are tried again until the server answers. */
const TRIED_AGAIN = STATUSES.filter(
  ([, code]) => ![status.UNAUTHENTICATED, status.PERMISSION_DENIED].includes(code),
);

/** What a promise settles to within a moment, or that it is pending. */
const soon = (promise: Promise<unknown>): Promise<unknown> =>
  Promise.race([promise, nextTurn('pending')]);

/**
 * Asks again until there is an answer, as a command handler does: on a busy machine a healthy server may take longer than the
 * deadline as well.
 */
async function insist<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Error) || error.name !== UNAVAILABLE.name) throw error;
    }
  }
}

describe('EventStoreDB adapter in bad weather', () => {
  let directory: string;
  let backing: EventStore;
  let fixture: EventStoreDbFixture;
  let store: EventStore;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'event-store-'));
    backing = await openEmbeddedEventStore({ directory });
    fixture = await EventStoreDbFixture.start(backing);
    store = await openEventStoreDb({
      connectionString: fixture.connectionString,
      patienceMs: PATIENCE_MS,
    });
  });
  afterEach(async () => {
    fixture.fault = 'none';
    fixture.withPositions = true;
    fixture.clockAheadMs = 0;
    fixture.latencyMs = 0;
    fixture.version = '23.10.8';
    fixture.network.heal();
    // The next case begins when the connection is whole again.
    await insist(() => store.append(newStream(), 'no_stream', newEvents(1)));
    await insist(() => store.head());
  });
  afterAll(async () => {
    await store.close();
    await fixture.stop();
    await backing.close();
    await rm(directory, { recursive: true });
  });

  const expectToGiveUp = (action: Promise<unknown>): Promise<void> =>
    expect(action).rejects.toMatchObject(UNAVAILABLE);

  it('has the patience that it was given', async () => {
    const patient = await openEventStoreDb({
      connectionString: fixture.connectionString,
      patienceMs: A_BUSY_MACHINE_MS,
    });
    fixture.fault = 'silent';
    const head = patient.head();
    await expectToGiveUp(store.head());
    expect(await soon(head)).toBe('pending');
    fixture.fault = 'none';
    expect(await head).toBe(await backing.head());
    await patient.close();
  });

  it('reports a store that nobody listens for', async () => {
    const away = await openEventStoreDb({
      connectionString: 'esdb://127.0.0.1:1?tls=false',
      patienceMs: PATIENCE_MS,
    });
    await expectToGiveUp(away.append(newStream(), 'no_stream', newEvents(1)));
    await expectToGiveUp(all(away.readStream(newStream())));
    await expectToGiveUp(away.head());
    await away.close();
  });

  it('reads the end of the log once for all who ask meanwhile', async () => {
    const patient = await openEventStoreDb({ connectionString: fixture.connectionString });
    await insist(() => patient.append(newStream(), 'no_stream', newEvents(1)));
    const head = await backing.head();
    const open = fixture.openReads;
    fixture.latencyMs = 50;
    const asked = Array.from({ length: 20 }, () => patient.head());
    await eventually(() => fixture.openReads > open || undefined);
    expect(fixture.openReads).toBe(open + 1);
    expect(await Promise.all(asked)).toEqual(asked.map(() => head));
    await patient.close();
  });

  it.each(['silent', status.UNAVAILABLE, 'electing'] as const)(
    'reports a server that is %s, and works again after it',
    async (fault) => {
      const stream = newStream();
      const events = newEvents(2);
      await insist(() => store.append(newStream(), 'no_stream', newEvents(1)));
      fixture.fault = fault;
      await expectToGiveUp(store.append(stream, 'no_stream', events));
      await expectToGiveUp(all(store.readStream(stream)));
      await expectToGiveUp(all(store.readAll()));
      await expectToGiveUp(store.head());
      fixture.fault = 'none';
      const result = await insist(() => store.append(stream, 'no_stream', events));
      expect(result).toMatchObject({ outcome: 'appended', revision: 1 });
      expect(await insist(() => all(store.readStream(stream)))).toHaveLength(2);
    },
  );

  it('reports a network that lets nothing through, also with many appends under way', async () => {
    fixture.network.stall();
    await Promise.all(
      Array.from({ length: 40 }, () =>
        expect(store.append(newStream(), 'no_stream', newEvents(1))).rejects.toMatchObject(
          UNAVAILABLE,
        ),
      ),
    );
    fixture.network.heal();
    const result = await insist(() => store.append(newStream(), 'no_stream', newEvents(1)));
    expect(result.outcome).toBe('appended');
  });

  it.each(TRIED_AGAIN)(
    'tries again after the status %s, whatever it was asked',
    async (_, code) => {
      const patient = await openEventStoreDb({ connectionString: fixture.connectionString });
      const stream = newStream();
      await patient.append(stream, 'no_stream', newEvents(1));
      const refused = fixture.refused;
      fixture.fault = code;
      const calls = Promise.all([
        patient.append(stream, 0, newEvents(1)),
        all(patient.readStream(stream, { max: 1 })),
        patient.head(),
        all(patient.readAll({ filter: { streamPrefixes: [stream] }, max: 1 })),
      ]);
      const settled = calls.catch((error: unknown) => error);
      await eventually(async () => {
        expect(await soon(settled)).toBe('pending');
        return fixture.refused >= refused + 8 || undefined;
      });
      expect([patient.state(), patient.unavailableReason?.()]).toEqual([
        'away',
        expect.stringContaining('EventStoreDB at 127.0.0.1'),
      ]);
      fixture.fault = 'none';
      expect(await settled).toMatchObject([
        { outcome: 'appended' },
        [{ stream }],
        {},
        [{ stream }],
      ]);
      expect(patient.state()).toBe('answers');
      await patient.close();
    },
  );

  it.each([
    ['ABORTED', status.ABORTED],
    ['NOT_FOUND', status.NOT_FOUND],
    ['UNKNOWN', status.UNKNOWN],
  ])('reads everything once although %s comes in the middle', async (_, code) => {
    const patient = await openEventStoreDb({ connectionString: fixture.connectionString });
    const stream = newStream();
    const events = newEvents(40);
    const before = await insist(() => patient.head());
    await insist(() => patient.append(stream, 'no_stream', events));
    const ids = events.map(({ id }) => id);
    const filter = { streamPrefixes: [stream] };
    for (const after of [1, 33]) {
      const refused = fixture.refused;
      fixture.breakReads(after, code, code, code);
      const reader = new Reader(patient, { after: before, filter });
      const read = await insist(() => all(patient.readStream(stream)));
      expect(read.map(({ id }) => id)).toEqual(ids);
      const filtered = await insist(() => all(patient.readAll({ after: before, filter })));
      expect(filtered.map(({ id }) => id)).toEqual(ids);
      const followed = await reader.untilEvents(40);
      expect(followed.map(({ id }) => id)).toEqual(ids);
      reader.abort();
      expect(fixture.refused).toBe(refused + 3);
    }
    await insist(() => patient.head());
    expect([patient.state(), patient.unavailableReason?.()]).toEqual(['answers', undefined]);
    await patient.close();
  });

  /** Refuses calls of each kind and looks whether everything is done and seen all the same. */
  async function expectToRecover(refusals: readonly (status | Refusal)[]): Promise<void> {
    for (const kind of ['features', 'append', 'readStream', 'readAll', 'subscribe'] as const) {
      const patient = await openEventStoreDb({ connectionString: fixture.connectionString });
      const stream = newStream();
      const events = newEvents(2);
      const filter = { streamPrefixes: [stream] };
      const refused = fixture.refused;
      fixture.failAt(kind, ...refusals);
      const reader = new Reader(patient, { after: await insist(() => patient.head()) });
      const appended = await insist(() => patient.append(stream, 'no_stream', events));
      expect(appended).toMatchObject({ outcome: 'appended', revision: 1 });
      expect(await insist(() => all(patient.readStream(stream)))).toHaveLength(2);
      await eventually(async () => {
        if (fixture.refused >= refused + refusals.length) return true;
        expect(await insist(() => all(patient.readAll({ filter })))).toHaveLength(2);
        return undefined;
      });
      const followed = await reader.untilEvents(2);
      expect(followed.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
      await insist(() => patient.head());
      expect([patient.state(), patient.unavailableReason?.()]).toEqual(['answers', undefined]);
      reader.abort();
      await patient.close();
    }
  }

  it.each(STATUSES)(
    'recovers from %s at each kind of call, once or for a while',
    async (_, code) => {
      for (const times of [1, 5]) await expectToRecover(Array.from({ length: times }, () => code));
    },
  );

  it('recovers from refusals that the client makes errors of its own of, at each kind of call', async () => {
    const more = {
      ...{ 'leader-endpoint-host': '127.0.0.1', 'leader-endpoint-port': fixture.port },
      ...{ 'login-name': 'svc', 'scavenge-id': '1', reason: 'said', 'group-name': 'g' },
      ...{ 'stream-name': 's', 'required-metadata-properties': 'type' },
    };
    // the others of this kind are answers
    const exceptions =
      'access-denied invalid-transaction missing-required-metadata-property no-stream not-leader ' +
      'maximum-subscribers-reached persistent-subscription-dropped persistent-subscription-failed ' +
      'scavenge-not-found user-conflict user-not-found never-heard-of';
    await expectToRecover(
      exceptions.split(' ').map((exception) => {
        const metadata = new Metadata();
        for (const [name, value] of Object.entries({ exception, ...more })) {
          metadata.set(name, String(value));
        }
        return { code: status.FAILED_PRECONDITION, details: 'said', metadata };
      }),
    );
  });

  it('goes on following the log when the calls by which the server would tell of news are refused', async () => {
    const after = await backing.head();
    const stores = await Promise.all(
      STATUSES.map(() => openEventStoreDb({ connectionString: fixture.connectionString })),
    );
    const readers = stores.map((one) => new Reader(one, { after }));
    for (const reader of readers) await reader.untilHead();
    const next = readers.map((reader) => reader.untilEvents(1));
    const refused = fixture.refused;
    fixture.failAt('subscribe', ...STATUSES.map(([, code]) => code));
    await eventually(() => fixture.refused >= refused + STATUSES.length || undefined);
    const stream = newStream();
    await backing.append(stream, 'no_stream', newEvents(1));
    for (const [event] of await Promise.all(next)) expect(event).toMatchObject({ stream });
    for (const reader of readers) reader.abort();
    for (const one of stores) await one.close();
  });

  it('sends appends again when their stream just ends', async () => {
    await insist(() => store.append(newStream(), 'no_stream', newEvents(1)));
    fixture.fault = 'ends-appends';
    const ended = fixture.endedAppends;
    const appends = Array.from({ length: 3 }, () => {
      const stream = newStream();
      const events = newEvents(1);
      return insist(() => store.append(stream, 'no_stream', events));
    });
    await eventually(() => fixture.endedAppends > ended || undefined);
    fixture.fault = 'none';
    expect(await Promise.all(appends)).toMatchObject(
      Array.from({ length: 3 }, () => ({ outcome: 'appended', revision: 0 })),
    );
  });

  it('leaves no error unhandled when connections break under more appends than they take', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', note);
    try {
      for (let round = 0; round < 2; round++) {
        fixture.network.stall();
        const appends = Array.from({ length: 200 }, () => {
          const stream = newStream();
          const events = [newEvent(undefined, { text: TEXT.repeat(20) })];
          return insist(() => store.append(stream, 'no_stream', events));
        });
        await eventually(() => store.state() === 'away' || undefined);
        fixture.network.heal();
        const results = await Promise.all(appends);
        expect(results.filter(({ outcome }) => outcome !== 'appended')).toEqual([]);
      }
    } finally {
      process.off('unhandledRejection', note);
    }
    expect(unhandled).toEqual([]);
  });

  it('appends on while another client of the process loses its connection', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', note);
    const other = await EventStoreDbFixture.start(backing);
    const { connectionString } = other;
    const beside = await openEventStoreDb({ connectionString, patienceMs: PATIENCE_MS });
    await beside.append(newStream(), 'no_stream', newEvents(1));
    let isOver = false;
    const breaking = (async () => {
      for (let round = 0; round < 10; round++) {
        other.network.drop();
        await insist(() => beside.append(newStream(), 'no_stream', newEvents(1)));
      }
      isOver = true;
    })();
    const write = async (): Promise<void> => {
      const stream = newStream();
      for (let revision = 0; !isOver; revision++) {
        const events = newEvents(1);
        const expected = revision === 0 ? 'no_stream' : revision - 1;
        const result = await insist(() => store.append(stream, expected, events));
        expect(result).toMatchObject({ outcome: 'appended', revision });
      }
    };
    await Promise.all([breaking, ...Array.from({ length: 30 }, write)]);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
    await beside.close();
    await other.stop();
  });

  it('makes a resend safe when the answer was lost', async () => {
    const stream = newStream();
    const events = newEvents(2);
    fixture.fault = 'loses-answers';
    await expect(store.append(stream, 'no_stream', events)).rejects.toMatchObject(UNAVAILABLE);
    fixture.fault = 'none';
    const result = await insist(() => store.append(stream, 'no_stream', events));
    const stored = await insist(() => all(store.readStream(stream)));
    expect(stored).toHaveLength(2);
    expect(result).toEqual({ outcome: 'appended', revision: 1, position: stored[1]?.position });
  });

  it('survives connections that break under a load of appends', async () => {
    const streams = Array.from({ length: 60 }, () => newStream());
    let done = 0;
    await Promise.all(
      streams.map(async (stream) => {
        for (let n = 0; n < 5; n++) {
          const events = newEvents(1);
          const result = await insist(() =>
            store.append(stream, n === 0 ? 'no_stream' : n - 1, events),
          );
          expect(result).toMatchObject({ outcome: 'appended', revision: n });
          if (++done % 60 === 0) fixture.network.drop();
        }
      }),
    );
    for (const stream of streams) expect(await all(backing.readStream(stream))).toHaveLength(5);
  });

  it('reads the position back when the server leaves it out', async () => {
    fixture.withPositions = false;
    const stream = newStream();
    const events = newEvents(3);
    const result = await insist(() => store.append(stream, 'no_stream', events));
    const stored = await insist(() => all(store.readStream(stream)));
    expect(result).toEqual({ outcome: 'appended', revision: 2, position: stored[2]?.position });
  });

  it.each([
    ['everything', undefined],
    ['a filter', ['lost-']],
  ])(
    'loses, repeats and reorders nothing when a subscription to %s loses its connection',
    async (_, streamPrefixes) => {
      const after = await backing.head();
      const stream = newStream('lost');
      const filter = streamPrefixes && { filter: { streamPrefixes } };
      const reader = new Reader(store, { after, ...filter });
      for (let n = 0; n < 6; n++) {
        await reader.untilEvents(500 * n);
        if (n % 3 === 1) fixture.network.refuse();
        if (n % 3 === 2) fixture.fault = status.UNAVAILABLE;
        fixture.network.drop();
        await backing.append(stream, n === 0 ? 'no_stream' : 500 * n - 1, newEvents(500));
        const before = fixture.network.accepted;
        const next = reader.untilEvents(500 * (n + 1));
        await eventually(() => fixture.network.accepted > before || undefined);
        fixture.network.heal();
        fixture.fault = 'none';
        await next;
      }
      await reader.untilEvents(3_000);
      await backing.append(stream, 2_999, newEvents(1));
      await reader.untilEvents(3_001);
      expect(reader.events.map(({ revision }) => revision)).toEqual(
        Array.from({ length: 3_001 }, (_, n) => n),
      );
      reader.abort();
    },
  );

  it('starts a subscription before the server is there', async () => {
    const after = await backing.head();
    fixture.network.refuse();
    const stream = newStream();
    const reader = new Reader(store, { after, filter: { streamPrefixes: [stream] } });
    const first = reader.untilEvents(1);
    await backing.append(stream, 'no_stream', newEvents(1));
    const before = fixture.network.accepted;
    await eventually(() => fixture.network.accepted >= before + 2 || undefined);
    fixture.network.heal();
    expect((await first).map((event) => event.stream)).toEqual([stream]);
    reader.abort();
  });

  it('resumes a subscription when appends had to give up the connection', async () => {
    const stream = newStream();
    const reader = new Reader(store, { after: await backing.head() });
    await reader.untilHead();
    fixture.fault = 'silent';
    await expect(store.append(stream, 'no_stream', newEvents(1))).rejects.toMatchObject(
      UNAVAILABLE,
    );
    fixture.fault = 'none';
    await backing.append(stream, 'no_stream', newEvents(1));
    await reader.untilEvents(1);
    expect(reader.events[0]).toMatchObject({ stream, revision: 0 });
    reader.abort();
  });

  it('appends at once over the next connection when one was given up', async () => {
    for (let round = 0; round < 5; round++) {
      fixture.fault = 'silent';
      const lost = store.append(newStream(), 'no_stream', newEvents(1));
      await expect(lost).rejects.toMatchObject(UNAVAILABLE);
      fixture.fault = 'none';
      const results = await Promise.all(
        Array.from({ length: 12 }, () => {
          const stream = newStream();
          const events = newEvents(1);
          return insist(() => store.append(stream, 'no_stream', events));
        }),
      );
      expect(results.filter(({ outcome }) => outcome !== 'appended')).toEqual([]);
    }
  });

  it('appends whatever the time is at the server', async () => {
    fixture.clockAheadMs = 60 * 60_000;
    const result = await insist(() => store.append(newStream(), 'no_stream', newEvents(1)));
    expect(result).toMatchObject({ outcome: 'appended' });
  });

  it('asks the leader of everything, whichever node it is sent to', async () => {
    const follower = await EventStoreDbFixture.start(backing);
    follower.leader = fixture;
    const { connectionString } = follower;
    const open = () => openEventStoreDb({ connectionString });
    const stream = newStream();
    const [appending, reading, following] = [await open(), await open(), await open()];
    const appended = await appending.append(stream, 'no_stream', newEvents(2));
    expect(appended).toMatchObject({ outcome: 'appended', revision: 1 });
    expect(await all(reading.readStream(stream))).toHaveLength(2);
    const reader = new Reader(following, { filter: { streamPrefixes: [stream] } });
    await reader.untilEvents(2);
    reader.abort();
    for (const each of [appending, reading, following]) await each.close();
    await follower.stop();
  });

  it('brings every event once and in order to someone who is slow, and to all others meanwhile', async () => {
    const patient = await openEventStoreDb({
      connectionString: fixture.connectionString,
      patienceMs: A_BUSY_MACHINE_MS,
    });
    const after = await patient.head();
    const stream = newStream();
    const events = Array.from({ length: 400 }, () => newEvent(undefined, { text: TEXT }));
    for (let n = 0; n < 2_000; n += 400) {
      const more = events.map((event) => ({ ...event, id: newEvent().id }));
      await backing.append(stream, n === 0 ? 'no_stream' : n - 1, more);
    }
    const slowly = async (reading: AsyncIterable<StoredEvent>): Promise<number> => {
      let count = 0;
      for await (const event of reading) {
        expect(event).toMatchObject({ stream, revision: count++ });
        // For as long as the server has anything open that stays unread.
        if (count === 1 || count === 700) {
          await eventually(() => fixture.openReads === 0 || undefined);
        }
        if (count === 2_000) break;
      }
      return count;
    };
    const following = async function* (): AsyncGenerator<StoredEvent> {
      const { signal } = new AbortController();
      for await (const { events } of patient.subscribeToAll({ after, signal })) yield* events;
    };
    const readings = [patient.readAll({ after }), patient.readStream(stream), following()];
    expect(await Promise.all(readings.map(slowly))).toEqual([2_000, 2_000, 2_000]);
    await patient.close();
  });

  it.each([
    ['23.10.8', undefined],
    ['24.2.0', undefined],
    ['23.10.8', { typePrefixes: ['test.'] }],
    ['24.2.0', { streamPrefixes: ['test-'] }],
  ] as const)(
    'names a position that the log of %s has never given, read with the filter %j',
    async (version, filter) => {
      await backing.append(newStream(), 'no_stream', newEvents(1));
      const options = { after: (await backing.head()) - 2n, ...(filter && { filter }) };
      const unknown = { name: 'UnknownPositionError' };
      fixture.version = version;
      await expect(all(store.readAll(options))).rejects.toMatchObject(unknown);
      const other = await openEventStoreDb({ connectionString: fixture.connectionString });
      await expect(new Reader(other, options).next()).rejects.toMatchObject(unknown);
      await other.close();
      expect(await all(store.readAll({ ...options, after: await backing.head() }))).toEqual([]);
    },
  );

  it('works with discovery of a cluster', async () => {
    const cluster = await openEventStoreDb({ connectionString: fixture.clusterConnectionString });
    const stream = newStream();
    await cluster.append(stream, 'no_stream', newEvents(1));
    expect(await all(cluster.readStream(stream))).toHaveLength(1);
    await cluster.close();
  });
});

it('cancels the calls of a client that was given up once for all that fail together', async () => {
  const pending: ((error: Error) => void)[] = [];
  const dispose = jest.fn(() => Promise.resolve());
  const appendToStream = () => new Promise((_, reject) => pending.push(reject));
  const client = { appendToStream, dispose } as unknown as EventStoreDBClient;
  const spy = jest.spyOn(EventStoreDBClient, 'connectionString').mockReturnValue(client);
  try {
    const store = await openEventStoreDb({
      connectionString: 'esdb://127.0.0.1:1?tls=false',
      patienceMs: 1,
    });
    const appends = Array.from({ length: 15 }, () =>
      store.append(newStream(), 'no_stream', newEvents(1)),
    );
    for (const append of appends) await expect(append).rejects.toMatchObject(UNAVAILABLE);
    expect([pending.length, dispose.mock.calls.length]).toEqual([15, 1]);
    // it had still been connecting
    for (const reject of pending) reject(new Error('cancelled'));
    await nextTurn();
    expect(dispose).toHaveBeenCalledTimes(2);
    await store.close();
  } finally {
    spy.mockRestore();
  }
});
