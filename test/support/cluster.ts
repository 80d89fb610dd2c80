import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrokerageClient } from '#libs/client';
import { type EventStore, openEventStore } from '#libs/platform/event-store';
import { LocalIssuer } from '#libs/platform/identity';
import { loadConfig, loadMasterKeys, openKeyStore } from '#libs/platform/runtime';
import { EventStoreDbFixture } from './eventstoredb-fixture.js';
import { MongoFixture } from './mongodb-fixture.js';
import { type RunningProgram, startProgram } from './program.js';
import { RoundRobinProxy } from './round-robin-proxy.js';
import { expectStatus, uniqueName } from './running-service.js';

/** Two API processes behind a proxy and a projector with a standby, on the fixtures of both servers. */
export class Cluster {
  readonly #ends: (() => Promise<unknown>)[] = [];
  readonly projectors: RunningProgram[] = [];
  readonly apis: RunningProgram[] = [];
  proxy!: RoundRobinProxy;
  operator!: BrokerageClient;
  /** What a command beside the cluster needs; it has a directory of its own. */
  env!: Readonly<Record<string, string>>;
  /** A client of a firm of its own, signing. */
  client!: BrokerageClient;

  static async start(): Promise<Cluster> {
    const cluster = new Cluster();
    try {
      await cluster.#start();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  async #start(): Promise<void> {
    const directory = await mkdtemp(join(tmpdir(), 'cluster-'));
    this.#ends.push(() => rm(directory, { recursive: true, force: true }));
    const log: EventStore = await openEventStore({ directory: join(directory, 'log') });
    this.#ends.push(() => log.close());
    const events = await EventStoreDbFixture.start(log);
    this.#ends.push(() => events.stop());
    const mongo = await MongoFixture.start({ replicaSet: true });
    this.#ends.push(() => mongo.stop());
    const env = (name: string): Record<string, string> => ({
      DATA_DIR: join(directory, name),
      PORT: '0',
      PROJECTOR_PORT: '0',
      EVENTSTORE_URL: events.connectionString,
      MONGODB_URL: mongo.url(),
      MASTER_KEY: Buffer.alloc(32, 9).toString('base64'),
      TRUSTED_PROXY: '127.0.0.1',
    });
    for (const name of ['projector-1', 'projector-2']) {
      this.projectors.push(
        await this.#program(startProgram('projector', env(name), /health is on port (\d+)/)),
      );
    }
    for (const name of ['api-1', 'api-2']) {
      this.apis.push(
        await this.#program(startProgram('api', env(name), /listening on (http:\S+)/)),
      );
    }
    this.proxy = await RoundRobinProxy.start(this.apis.map(({ said }) => said));
    this.#ends.push(() => this.proxy.stop());
    this.env = env('here');
    const config = loadConfig(this.env);
    const keys = await openKeyStore(config, await loadMasterKeys(config));
    try {
      const issuer = await LocalIssuer.over(keys);
      const roles = ['operator', 'backoffice'] as const;
      const token = await issuer.issue({ subject: 'test.operator', roles: [...roles] });
      this.operator = new BrokerageClient(this.proxy.url, { token });
    } finally {
      await keys.close();
    }
  }

  async #program(starting: Promise<RunningProgram>): Promise<RunningProgram> {
    const program = await starting;
    this.#ends.push(() => {
      program.child.kill('SIGKILL');
      return program.exited;
    });
    return program;
  }

  /** Makes a firm, its API client and an advisory plan. */
  async makeFirm(): Promise<{ firmId: string; planOid: string }> {
    const firmId = String(5_000_000_000 + Math.floor(Math.random() * 4_000_000_000));
    const firm = { name: 'A firm', firmType: 'L', billingLevel: 'account', entitlements: [] };
    expectStatus(await this.operator.put(`/backoffice/firms/${firmId}`, firm), 200);
    const apiKey = uniqueName('key');
    const path = `/backoffice/firms/${firmId}/clients/${apiKey}`;
    const made = await this.operator.put(path, { loginId: uniqueName('api') });
    expectStatus(made, 200);
    const { sharedSecret } = made.body as { sharedSecret: string };
    this.client = new BrokerageClient(this.proxy.url, { apiKey, sharedSecret });
    const planOid = '77';
    const plan = {
      billingPlanType: 'A',
      name: 'Plan',
      description: 'Advisory',
      assetFees: {
        assetFeeTiers: [{ minAssetValue: '0', maxAssetValue: 'Infinity', basisPoints: '50' }],
        billingMode: 'A',
        billingPeriodType: 'M',
        billingPeriodValue: '3',
        flatFee: '0',
        tierType: 'M',
      },
    };
    const planPath = `/backoffice/firms/${firmId}/billingplans/${planOid}`;
    expectStatus(await this.operator.put(planPath, plan), 200);
    return { firmId, planOid };
  }

  async stop(): Promise<void> {
    for (const end of this.#ends.splice(0).reverse()) await end();
  }
}
