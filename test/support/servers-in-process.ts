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
import type { Role } from '#libs/platform/http';
import { LocalIssuer } from '#libs/platform/identity';
import { type Config, loadConfig } from '#libs/platform/runtime';
import { captureLog } from './captured-log.js';
import { PATIENT } from './condition.js';
import { EventStoreDbFixture } from './eventstoredb-fixture.js';
import { type Firm, makeFirm } from './firm.js';
import { MongoFixture } from './mongodb-fixture.js';

/** An API and a projector in this process, on the fixtures of both servers. */
export class ServersInProcess {
  readonly #ends: (() => Promise<unknown>)[] = [];
  mongo!: MongoFixture;
  projector!: RunningProjector;
  api!: RunningService;
  /** What each has warned of since its start. */
  warnings!: Readonly<Record<'projector' | 'api', readonly string[]>>;
  #directory!: string;
  #log!: EventStore;
  #events!: EventStoreDbFixture;
  #config!: Config;

  static async start(): Promise<ServersInProcess> {
    const servers = new ServersInProcess();
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
    this.#log = await openEventStore({ directory: join(this.#directory, 'server') });
    this.#ends.push(() => this.#log.close());
    this.#events = await EventStoreDbFixture.start(this.#log);
    this.#ends.push(() => this.#events.stop());
    this.#config = loadConfig({
      DATA_DIR: join(this.#directory, 'data'),
      EVENTSTORE_URL: this.#events.connectionString,
      MONGODB_URL: this.mongo.url(),
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      PORT: '0',
      PROJECTOR_PORT: '0',
      LOG_LEVEL: 'silent',
      ...PATIENT,
    });
    const logs = { projector: captureLog(), api: captureLog() };
    this.warnings = { projector: logs.projector.lines, api: logs.api.lines };
    this.projector = await startProjector(this.#config, logs.projector);
    this.#ends.push(() => this.projector.stop());
    this.api = await startService(this.#config, logs.api);
    this.#ends.push(() => this.api.stop());
  }

  /** Changes the files of the log while its server is down, and starts all of them again. */
  async changeLog(change: (directory: string) => Promise<void>): Promise<void> {
    for (const end of this.#ends.splice(2).reverse()) await end();
    await change(join(this.#directory, 'server'));
    await this.#startOnLog();
  }

  /** Another process that answers requests, which has read nothing yet. */
  async freshApi(): Promise<RunningService> {
    const api = await startService(this.#config, captureLog());
    this.#ends.push(() => api.stop());
    return api;
  }

  /** A client of the service with a token of its own. */
  async client(...roles: readonly Role[]): Promise<BrokerageClient> {
    const issuer = await LocalIssuer.over(this.api.platform.keys);
    const token = await issuer.issue({ subject: 'test.operator', roles: [...roles] });
    return new BrokerageClient(this.api.url, { token });
  }

  /** Makes a firm with an API client and an advisory plan. */
  async firm(): Promise<Firm> {
    return makeFirm(await this.client('operator', 'backoffice'));
  }

  async stop(): Promise<void> {
    for (const end of this.#ends.splice(0).reverse()) await end();
  }
}
