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
import { loadConfig } from '#libs/platform/runtime';
import type { PlatformPorts } from '#libs/platform/service';
import { captureLog } from './captured-log.js';
import { PATIENT } from './condition.js';
import { EventStoreDbFixture } from './eventstoredb-fixture.js';
import { type Firm, makeFirm } from './firm.js';
import { MongoFixture } from './mongodb-fixture.js';
import { TEST_MASTER_KEY } from './tested-stores.js';

/** APIs and a projector in this process, on fixtures of both servers. */
export class ServersInProcess {
  readonly #ends: (() => Promise<unknown>)[] = [];
  readonly #processes: { stop(): Promise<void> }[] = [];
  mongo!: MongoFixture;
  events!: EventStoreDbFixture;
  projector!: RunningProjector;
  api!: RunningService;
  /** Warnings of each since its start. */
  warnings!: Readonly<Record<'projector' | 'api', readonly string[]>>;
  /** Environment of all of them. */
  env!: Readonly<Record<string, string>>;
  #directory!: string;

  private constructor(private readonly more: Readonly<Record<string, string>>) {}

  /** @param more added to the environment of all */
  static async start(more: Readonly<Record<string, string>> = {}): Promise<ServersInProcess> {
    const servers = new ServersInProcess(more);
    try {
      await servers.#start();
    } catch (error) {
      await servers.stop();
      throw error;
    }
    return servers;
  }

  async #start(): Promise<void> {
    this.#directory = await mkdtemp(join(tmpdir(), 'servers-'));
    this.#ends.push(() => rm(this.#directory, { recursive: true, force: true }));
    this.mongo = await MongoFixture.start({ replicaSet: true });
    this.#ends.push(() => this.mongo.stop());
    await this.#startOnLog();
  }

  async #startOnLog(): Promise<void> {
    const log: EventStore = await openEventStore({ directory: join(this.#directory, 'server') });
    this.#ends.push(() => log.close());
    this.events = await EventStoreDbFixture.start(log);
    this.#ends.push(() => this.events.stop());
    this.env = {
      DATA_DIR: join(this.#directory, 'data'),
      EVENTSTORE_URL: this.events.connectionString,
      MONGODB_URL: this.mongo.url(),
      MASTER_KEY: TEST_MASTER_KEY,
      PORT: '0',
      PROJECTOR_PORT: '0',
      LOG_LEVEL: 'silent',
      ...PATIENT,
      ...this.more,
    };
    this.#ends.push(() => this.stopProcesses());
    await this.startProcesses();
  }

  /**
   * Starts the projector and the first API.
   * @param more added to their environment
   */
  async startProcesses(more: Readonly<Record<string, string>> = {}): Promise<void> {
    const logs = { projector: captureLog(), api: captureLog() };
    this.warnings = { projector: logs.projector.lines, api: logs.api.lines };
    this.projector = await startProjector(loadConfig({ ...this.env, ...more }), logs.projector);
    this.#processes.push(this.projector);
    this.api = await this.freshApi(more, logs.api);
  }

  /** Changes the files of the log while its server is down, then restarts everything. */
  async changeLog(change: (directory: string) => Promise<void>): Promise<void> {
    for (const end of this.#ends.splice(2).reverse()) await end();
    await change(join(this.#directory, 'server'));
    await this.#startOnLog();
  }

  /** Another API, with empty caches. */
  async freshApi(
    more: Readonly<Record<string, string>> = {},
    ports: Pick<PlatformPorts, 'logger'> = captureLog(),
  ): Promise<RunningService> {
    const api = await startService(loadConfig({ ...this.env, ...more }), ports);
    this.#processes.push(api);
    return api;
  }

  async stopProcesses(): Promise<void> {
    for (const one of this.#processes.splice(0).reverse()) await one.stop();
  }

  /** Issues a token of the local issuer. */
  async token(...roles: readonly Role[]): Promise<string> {
    const issuer = await LocalIssuer.over(this.api.platform.keys);
    return issuer.issue({ subject: 'test.operator', roles: [...roles] });
  }

  /** A client with its own token. */
  async client(...roles: readonly Role[]): Promise<BrokerageClient> {
    return new BrokerageClient(this.api.url, { token: await this.token(...roles) });
  }

  /** Creates a firm with an API client and an advisory plan. */
  async firm(): Promise<Firm> {
    return makeFirm(await this.client('operator', 'backoffice'));
  }

  async stop(): Promise<void> {
    for (const end of this.#ends.splice(0).reverse()) await end();
  }
}
