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
import { type Config, createLogger, loadConfig } from '#libs/platform/runtime';
import { PATIENT } from './condition.js';
import { EventStoreDbFixture } from './eventstoredb-fixture.js';
import { type Firm, makeFirm } from './firm.js';
import { MongoFixture } from './mongodb-fixture.js';

/** An API and a projector in this process, on the fixtures of both servers. */
export class ServersInProcess {
  readonly #ends: (() => Promise<unknown>)[] = [];
  readonly #logger = createLogger({ level: 'silent' });
  mongo!: MongoFixture;
  projector!: RunningProjector;
  api!: RunningService;
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
    const directory = await mkdtemp(join(tmpdir(), 'servers-'));
    this.#ends.push(() => rm(directory, { recursive: true, force: true }));
    const log: EventStore = await openEventStore({ directory: join(directory, 'server') });
    this.#ends.push(() => log.close());
    this.mongo = await MongoFixture.start({ replicaSet: true });
    this.#ends.push(() => this.mongo.stop());
    const events = await EventStoreDbFixture.start(log);
    this.#ends.push(() => events.stop());
    this.#config = loadConfig({
      DATA_DIR: join(directory, 'data'),
      EVENTSTORE_URL: events.connectionString,
      MONGODB_URL: this.mongo.url(),
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      PORT: '0',
      PROJECTOR_PORT: '0',
      LOG_LEVEL: 'silent',
      ...PATIENT,
    });
    this.projector = await startProjector(this.#config, { logger: this.#logger });
    this.#ends.push(() => this.projector.stop());
    this.api = await startService(this.#config, { logger: this.#logger });
    this.#ends.push(() => this.api.stop());
  }

  /** Another process that answers requests, which has read nothing yet. */
  async freshApi(): Promise<RunningService> {
    const api = await startService(this.#config, { logger: this.#logger });
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
