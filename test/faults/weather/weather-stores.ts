import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openEventStore } from '#libs/platform/event-store';
import { EventStoreDbClusterFixture } from '../../support/eventstoredb-cluster-fixture.js';
import { MongoFixture } from '../../support/mongodb-fixture.js';
import type { SeededRandom } from '../../support/seeded-random.js';
import { TEST_MASTER_KEY, testedStores } from '../../support/tested-stores.js';

/** The service's stores, and their faults. */
export interface WeatherStores {
  /** Their settings in a service's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Injects a fault into a server, and resolves once it has recovered. Returns the fault's name. */
  disturb(random: SeededRandom): Promise<string>;
  stop(): Promise<unknown>;
}

const CALM = { disturb: () => Promise.resolve('nothing'), stop: () => Promise.resolve() };

/** The embedded stores, which only fail with their process. */
export const embeddedStores = (): Promise<WeatherStores> => Promise.resolve({ ...CALM, env: {} });

/** Real servers under test. Their faults are up to whoever runs them. */
export const serverStores = (): Promise<WeatherStores> =>
  Promise.resolve({ ...CALM, env: testedStores() });

/** Milliseconds until a cluster notices that its leader is gone, and until it has elected another. */
const ELECTION = { stale: 200, without: 600 };
const SHORT_MS = 400;

/** The fixtures of both servers: a cluster of three nodes, and a replica set. */
export async function fixtureStores(): Promise<WeatherStores> {
  const directory = await mkdtemp(join(tmpdir(), 'weather-log-'));
  const log = await openEventStore({ directory });
  const events = await EventStoreDbClusterFixture.start(log);
  const documents = await MongoFixture.start({ replicaSet: true });
  const faults = [...eventFaults(events), ...documentFaults(documents)];
  return {
    env: {
      EVENTSTORE_URL: events.connectionString,
      MONGODB_URL: documents.url(),
      MASTER_KEY: TEST_MASTER_KEY,
    },
    async disturb(random) {
      await events.leader.log.writeStatistics();
      const [name, fault] = faults[random.below(faults.length)]!;
      await fault();
      return name;
    },
    async stop() {
      await events.stop();
      await documents.stop();
      await log.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

type Fault = readonly [name: string, happen: () => Promise<unknown>];

function eventFaults(cluster: EventStoreDbClusterFixture): Fault[] {
  const { nodes } = cluster;
  return [
    [
      'connections to the log break',
      () => {
        for (const { network } of nodes) network.drop();
        return Promise.resolve();
      },
    ],
    [
      'the leader of the log dies',
      async () => {
        cluster.killLeader();
        await delay(ELECTION.stale);
        cluster.loseLeader();
        await delay(ELECTION.without);
        cluster.elect();
        cluster.comeBack();
      },
    ],
    [
      'answers of the log are lost',
      async () => {
        cluster.leader.fault = 'loses-answers';
        await delay(SHORT_MS / 4);
        cluster.leader.fault = 'none';
      },
    ],
    [
      'the leader of the log stands still',
      async () => {
        const { network } = cluster.leader;
        network.stall();
        await delay(SHORT_MS);
        network.resume();
      },
    ],
    [
      'the log is slow',
      async () => {
        for (const node of nodes) node.latencyMs = 20;
        await delay(SHORT_MS);
        for (const node of nodes) node.latencyMs = 0;
      },
    ],
  ];
}

function documentFaults(documents: MongoFixture): Fault[] {
  return [
    [
      'the documents are away',
      async () => {
        await documents.goAway();
        await delay(SHORT_MS);
        await documents.comeBack();
      },
    ],
    [
      'the documents have no primary',
      async () => {
        documents.stepDown();
        await delay(SHORT_MS);
        documents.stepUp();
      },
    ],
    [
      'the documents are slow',
      async () => {
        documents.delay = 20;
        await delay(SHORT_MS);
        documents.delay = 0;
      },
    ],
  ];
}
