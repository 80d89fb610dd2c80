import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { BrokerageClient, type ClientAnswer } from '#libs/client';
import type { Credentials } from '#libs/platform/identity';
import { eventually, PATIENT } from '../../support/condition.js';
import { makeFirm } from '../../support/firm.js';
import { freePort } from '../../support/free-port.js';
import { ops } from '../../support/ops-process.js';
import { type RunningProgram, startProgram } from '../../support/program.js';
import { uniqueName } from '../../support/running-service.js';
import { ServiceProcess } from '../../support/service-process.js';
import type { WeatherStores } from './weather-stores.js';

/** When a process is killed: under load, before it listens, or while it stops. */
export type KillKind = 'load' | 'start' | 'stop';

export type Role = 'firm' | 'backoffice' | 'operator' | 'auditor';

const REPEAT_MS = 500;
/**
 * A service at a fixed address that is killed and restarted on the same stores while in use. If both stores are servers, it comes
 * with a projector, which is killed too.
 */
export class WeatherService {
  readonly kills: Record<KillKind, number> = { load: 0, start: 0, stop: 0 };
  /** Requests resent, with the same key, because their response was lost. */
  repeats = 0;
  /** How many of those had got a 503. */
  refusals = 0;
  #answers = 0;
  #isRemoved = false;
  #process: ServiceProcess | undefined;
  #projector: RunningProgram | undefined;
  #credentials: Credentials | undefined;
  readonly #clients = new Map<Role, BrokerageClient>();

  private constructor(
    readonly dataDir: string,
    readonly url: string,
    readonly env: Readonly<Record<string, string>>,
  ) {}

  static async start(
    stores: WeatherStores,
    env: Readonly<Record<string, string>>,
  ): Promise<WeatherService> {
    const port = await freePort();
    const dataDir = stores.env['DATA_DIR'] ?? (await ServiceProcess.freshDirectory());
    const url = `http://127.0.0.1:${port}`;
    const all = { ...stores.env, ...env, PORT: String(port) };
    const service = new WeatherService(dataDir, url, all);
    await service.start();
    await service.#makeFirm();
    return service;
  }

  async start(): Promise<void> {
    if (this.hasProjector) await this.#startProjector();
    this.#process = await ServiceProcess.start(this.dataDir, this.env);
    if (this.#isRemoved) await this.#killAll();
    this.#mustBeThere();
  }

  /** A test that ran into its time goes on: it must not start or ask anything anew. */
  #mustBeThere(): void {
    if (this.#isRemoved) throw new Error('the service has been removed');
  }

  /** Whether both stores are servers. */
  get hasProjector(): boolean {
    return this.env['EVENTSTORE_URL'] !== undefined && this.env['MONGODB_URL'] !== undefined;
  }

  async #startProjector(): Promise<void> {
    if (this.#projector) return;
    const env = { ...PATIENT, ...this.env, DATA_DIR: this.dataDir, PROJECTOR_PORT: '0' };
    this.#projector = await startProgram('projector', env, /health checks on port (\d+)/);
  }

  async #killProjector(): Promise<void> {
    this.#projector?.child.kill('SIGKILL');
    await this.#projector?.exited;
    this.#projector = undefined;
  }

  /** A new firm with a new model, since servers may hold data of earlier runs. */
  async #makeFirm(): Promise<void> {
    const isEmbedded = !this.env['EVENTSTORE_URL'] && !this.env['MONGODB_URL'];
    if (!isEmbedded) {
      const made = await ops(this.dataDir, ['demonstration'], this.env);
      if (made.status !== 0) throw new Error(made.stderr);
    }
    this.#credentials = await this.#process?.credentials();
    if (isEmbedded) return;
    const backoffice = this.newClient('backoffice');
    const { firmId, planOid, key } = await makeFirm(this.newClient('operator'), backoffice);
    const rtgOid = String(5_000_000_000 + Math.floor(Math.random() * 4_000_000_000));
    const targetWeights = [{ ticker: 'VTI', targetWeight: '100.00' }];
    const model = { name: uniqueName('Model'), targetWeights };
    await this.done('backoffice', 'PUT', `/backoffice/rtgs/${rtgOid}`, model);
    const { billingPlans } = this.credentials;
    this.#credentials = {
      ...this.credentials,
      ...key,
      ...{ firmId, rtgOid },
      billingPlans: { ...billingPlans, A: planOid },
    };
  }

  get credentials(): Credentials {
    if (!this.#credentials) throw new Error('the service has not been started');
    return this.#credentials;
  }

  /** A separate client; `request` shares one per role. */
  newClient(role: Role): BrokerageClient {
    const { tokens } = this.credentials;
    return new BrokerageClient(
      this.url,
      role === 'firm' ? this.credentials : { token: tokens[role] },
    );
  }

  /**
   * Kills the process after this many more responses and this many milliseconds, and restarts it. Rejects if it exits by itself or
   * stays silent for long.
   */
  async crash(kind: KillKind, answers: number, afterMs: number): Promise<void> {
    const enough = this.#answers + answers;
    const ended = this.#process?.untilItEnds();
    ended?.catch(() => undefined);
    await Promise.race([eventually(() => this.#answers >= enough || undefined), ended]);
    await delay(kind === 'load' ? afterMs / 20 : 0);
    if (kind === 'stop') {
      void this.#process?.stop();
      await delay(afterMs / 4);
    }
    await this.#process?.kill();
    if (afterMs % 2 === 0) await this.#killProjector();
    this.kills[kind === 'start' ? 'load' : kind] += 1;
    if (kind === 'start') {
      await ServiceProcess.startAndKill(this.dataDir, delay(afterMs), this.env);
      this.kills.start += 1;
    }
    await this.start();
  }

  /** Sends a request until it gets a response, each time with the same idempotency key. */
  async request(role: Role, method: string, path: string, body?: unknown): Promise<ClientAnswer> {
    const client = this.#clients.get(role) ?? this.newClient(role);
    this.#clients.set(role, client);
    const key = { 'idempotency-key': crypto.randomUUID() };
    for (;;) {
      this.#mustBeThere();
      try {
        const answer = await client.request(method, path, body, method === 'GET' ? {} : key);
        if (answer.status !== 503) {
          this.#answers += 1;
          return answer;
        }
        this.refusals += 1;
      } catch {
        // the connection was lost: the process is gone
      }
      this.repeats += 1;
      await delay(REPEAT_MS);
    }
  }

  /** The same, expecting success. */
  async done(role: Role, method: string, path: string, body?: unknown): Promise<ClientAnswer> {
    const answer = await this.request(role, method, path, body);
    if (answer.status < 300) return answer;
    const text = JSON.stringify(answer.body);
    const why = this.#process?.lines('"level":"error"').slice(-5).join('\n') ?? '';
    throw new Error(
      `${method} ${path}: ${answer.status} ${text} for ${JSON.stringify(body)}\n${why}`,
    );
  }

  async stop(): Promise<number | null | undefined> {
    const stopped = this.#process?.stop();
    this.#process = undefined;
    await this.#killProjector();
    return stopped;
  }

  async #killAll(): Promise<void> {
    await this.#process?.kill();
    this.#process = undefined;
    await this.#killProjector();
  }

  /** Kills it for good, also while it is being restarted. */
  async remove(): Promise<void> {
    this.#isRemoved = true;
    await this.#killAll();
    if (this.env['DATA_DIR'] === undefined) {
      await rm(this.dataDir, { recursive: true, force: true });
    }
  }
}
