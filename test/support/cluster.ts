import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type RunningProjector,
  type RunningService,
  startProjector,
  startService,
} from '#libs/application';
import { BrokerageClient } from '#libs/client';
import { type EventStore, openEventStore } from '#libs/platform/event-store';
import type { Role } from '#libs/platform/kernel';
import { LocalIssuer } from '#libs/platform/identity';
import { createLogger, loadConfig, loadMasterKeys, openKeyStore } from '#libs/platform/runtime';
import { PATIENT } from './condition.js';
import { EventStoreDbFixture } from './eventstoredb-fixture.js';
import { makeFirm } from './firm.js';
import { MongoFixture } from './mongodb-fixture.js';
import { type RunningProgram, startProgram } from './program.js';
import { RoundRobinProxy } from './round-robin-proxy.js';
import { TEST_MASTER_KEY } from './tested-stores.js';

/** Number of processes of each kind. */
export interface ClusterSize {
  readonly projectors: number;
  readonly apis: number;
  /** Also runs one API and one projector in the test process. They start last. */
  readonly here?: boolean;
}

/** API processes behind a proxy, and a leader and a standby projector, on fixtures of both servers. */
export class Cluster {
  readonly #ends: (() => Promise<unknown>)[] = [];
  projectors: RunningProgram[] = [];
  apis: RunningProgram[] = [];
  #projectorHere: RunningProjector | undefined;
  #apiHere: RunningService | undefined;
  proxy!: RoundRobinProxy;
  operator!: BrokerageClient;
  /** A client of its own firm that signs its requests. */
  client!: BrokerageClient;
  #key: { readonly apiKey: string; readonly sharedSecret: string } | undefined;
  #log!: EventStore;
  #events!: EventStoreDbFixture;
  #mongo!: MongoFixture;

  private constructor(
    private readonly directory: string,
    private readonly size: ClusterSize,
    private more: Readonly<Record<string, string>>,
  ) {}

  /** @param more added to the environment of every process */
  static async start(
    size: ClusterSize = { projectors: 1, apis: 1, here: true },
    more: Readonly<Record<string, string>> = {},
  ): Promise<Cluster> {
    const cluster = new Cluster(await mkdtemp(join(tmpdir(), 'cluster-')), size, more);
    try {
      await cluster.#start();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  async #start(): Promise<void> {
    this.#ends.push(() => rm(this.directory, { recursive: true, force: true }));
    this.#mongo = await MongoFixture.start({ replicaSet: true });
    this.#ends.push(() => this.#mongo.stop());
    await this.#openLog();
    this.#ends.push(() => this.#closeLog());
    this.#ends.push(() => this.stopPrograms('SIGKILL'));
    await this.startPrograms();
  }

  /** The databases in use, by the suffix that each adds to the name in the URL. */
  get databases(): readonly string[] {
    const base = new URL(this.#mongo.url()).pathname.slice(1);
    const ours = this.#mongo.databases.filter((name) => name.startsWith(base));
    return ours.map((name) => name.slice(base.length)).sort();
  }

  /** Directory of the log behind the fixture. */
  get logDirectory(): string {
    return join(this.directory, 'log');
  }

  async #openLog(): Promise<void> {
    this.#log = await openEventStore({ directory: this.logDirectory });
    this.#events = await EventStoreDbFixture.start(this.#log);
  }

  async #closeLog(): Promise<void> {
    await this.#events.stop();
    await this.#log.close();
  }

  /** Base URLs of the projectors' health endpoints. */
  get projectorPorts(): readonly string[] {
    const here = this.#projectorHere ? [String(this.#projectorHere.port)] : [];
    return [...this.projectors.map(({ said }) => said), ...here];
  }

  /** Environment of a command run beside the cluster, with its own data directory. */
  get env(): Readonly<Record<string, string>> {
    return this.#envOf('here');
  }

  #envOf(name: string): Record<string, string> {
    return {
      DATA_DIR: join(this.directory, name),
      PORT: '0',
      PROJECTOR_PORT: '0',
      EVENTSTORE_URL: this.#events.connectionString,
      MONGODB_URL: this.#mongo.url(),
      MASTER_KEY: TEST_MASTER_KEY,
      TRUSTED_PROXY: '127.0.0.1',
      ...PATIENT,
      ...this.more,
    };
  }

  /** Starts all processes, a projector first. `more` replaces the previous additions to their environment. */
  async startPrograms(more = this.more): Promise<void> {
    this.more = more;
    for (let n = 1; n <= this.size.projectors; n++) await this.startProjector(n);
    for (let n = 1; n <= this.size.apis; n++) {
      const env = this.#envOf(`api-${n}`);
      this.apis.push(await startProgram('api', env, /listening on (http:\S+)/));
    }
    if (this.size.here === true) {
      const config = loadConfig({ LOG_LEVEL: 'silent', ...this.#envOf('test') });
      const logger = createLogger({ level: 'silent' });
      this.#projectorHere = await startProjector(config, { logger });
      this.#apiHere = await startService(config, { logger });
    }
    const here = this.#apiHere ? [this.#apiHere.url] : [];
    this.proxy = await RoundRobinProxy.start([...this.apis.map(({ said }) => said), ...here]);
    const token = await this.token(['operator', 'backoffice']);
    this.operator = new BrokerageClient(this.proxy.url, { token });
    if (this.#key) this.client = new BrokerageClient(this.proxy.url, this.#key);
  }

  /** Starts a projector in its own data directory. It is the last of the standbys. */
  async startProjector(n: number): Promise<RunningProgram> {
    const env = this.#envOf(`projector-${n}`);
    const started = await startProgram('projector', env, /health checks on port (\d+)/);
    this.projectors.push(started);
    return started;
  }

  async stopPrograms(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const programs = [...this.apis.splice(0), ...this.projectors.splice(0)];
    for (const { child } of programs) child.kill(signal);
    await Promise.all(programs.map(({ exited }) => exited));
    await this.#apiHere?.stop();
    await this.#projectorHere?.stop();
    this.#apiHere = this.#projectorHere = undefined;
    await this.proxy.stop();
  }

  /** Issues a token of the local issuer. */
  async token(roles: readonly Role[]): Promise<string> {
    const config = loadConfig(this.env);
    const keys = await openKeyStore(config, await loadMasterKeys(config));
    try {
      const issuer = await LocalIssuer.over(keys);
      return await issuer.issue({ subject: 'test.operator', roles: [...roles] });
    } finally {
      await keys.close();
    }
  }

  /** Creates a firm with an API client and an advisory plan. */
  async makeFirm(): Promise<{ firmId: string; planOid: string }> {
    const { firmId, planOid, key } = await makeFirm(this.operator);
    this.#key = key;
    this.client = new BrokerageClient(this.proxy.url, key);
    return { firmId, planOid };
  }

  async stop(): Promise<void> {
    for (const end of this.#ends.splice(0).reverse()) await end();
  }
}
