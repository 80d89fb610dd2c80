import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FeedConsumer, FileFeedState } from '#libs/client';
import { MailServer } from '../../support/mail-server.js';
import { SeededRandom } from '../../support/seeded-random.js';
import { FeedWatcher } from './feed-watcher.js';
import { createHousehold, type Household } from './households.js';
import { ModelChanges } from './model-changes.js';
import { type KillKind, WeatherService } from './weather-service.js';
import type { WeatherStores } from './weather-stores.js';
import { WebhookReceiver } from './webhook-receiver.js';

const WRITERS = 5;
/** Maximum number of responses between two kills, and maximum additional delay. */
const MOST = { answers: 120, milliseconds: 1_500 };

/** File in which the client library's consumer keeps its position. */
const placeOf = ({ dataDir }: WeatherService): string => join(dataDir, 'consumer.json');

/**
 * Load on a service that is killed repeatedly: writers that resend each request until it gets a response, feed readers, a webhook,
 * mails. Afterwards, everything they saw is checked.
 */
export class Weather {
  readonly households: Household[] = [];
  readonly watchers: FeedWatcher[] = [];
  /** Ids of the events delivered to the client library's consumer, including duplicates. */
  readonly consumed: string[] = [];
  /** Number of injected server faults, by name. */
  readonly disturbances: Record<string, number> = {};
  /** Rejects when a writer or a consumer gives up. */
  readonly #failure: Promise<never>;
  #fail: (error: unknown) => void = () => undefined;
  readonly #working = new Set<Promise<void>>();
  readonly #consumer = new AbortController();
  #consuming: Promise<unknown> | undefined;
  #ending = false;

  private constructor(
    private readonly stores: WeatherStores,
    readonly service: WeatherService,
    readonly mails: MailServer,
    readonly webhook: WebhookReceiver,
    readonly models: ModelChanges,
    private readonly random: SeededRandom,
  ) {
    this.#failure = new Promise((_resolve, reject) => (this.#fail = reject));
    this.#failure.catch(() => undefined);
  }

  static async begin(stores: WeatherStores, seed: number): Promise<Weather> {
    const random = new SeededRandom(seed);
    const mails = await MailServer.start();
    const env = { SMTP_URL: mails.url, WEBHOOK_ALLOW_PRIVATE: 'true' };
    const service = await WeatherService.start(stores, env).catch(async (error: unknown) => {
      await mails.stop();
      await stores.stop();
      throw error;
    });
    const webhook = await WebhookReceiver.start(service, random);
    const models = new ModelChanges(service, random);
    // followers of the first change, so that there are mails from the first kill on
    for (let follower = 0; follower < 2; follower++) await models.step();
    await rm(placeOf(service), { force: true });
    const weather = new Weather(stores, service, mails, webhook, models, random);
    weather.#startConsumers();
    for (let writer = 0; writer < WRITERS; writer++) weather.#start(() => weather.#write());
    weather.#start(() => models.step());
    return weather;
  }

  /** Waits a while, injects a fault into a store, and kills the service; sometimes during its start, its stop or a rebuild. */
  async round(): Promise<void> {
    const { random, service } = this;
    const kind = this.#kind();
    const answers = random.below(MOST.answers);
    const afterMs = random.below(MOST.milliseconds);
    if (random.chance(0.2)) void this.#rebuild();
    // now and then another consumer with its own position
    const [newest] = this.households.slice(-1);
    if (newest && random.chance(0.2)) {
      this.#watch(
        `account ${newest.accountNumber}`,
        `/restapi/accounts/${newest.accountNumber}/events`,
      );
    }
    const disturbance = await Promise.race([this.stores.disturb(random), this.#failure]);
    this.disturbances[disturbance] = (this.disturbances[disturbance] ?? 0) + 1;
    await Promise.race([service.crash(kind, answers, afterMs), this.#failure]);
  }

  /** Resolves once every writer has a response to everything it sent. */
  async finishWriting(): Promise<void> {
    this.#ending = true;
    await Promise.race([Promise.all(this.#working), this.#failure]);
  }

  /** Stops all listeners. */
  async end(): Promise<void> {
    this.#ending = true;
    this.#consumer.abort();
    await this.#consuming;
    await Promise.all(this.watchers.map((watcher) => watcher.stop()));
    await this.service.remove();
    await this.stores.stop();
    await this.webhook.stop();
    await this.mails.stop();
  }

  #kind(): KillKind {
    const number = this.random.next();
    return number < 0.7 ? 'load' : number < 0.85 ? 'start' : 'stop';
  }

  #start(step: () => Promise<void>): void {
    const run = async (): Promise<void> => {
      while (!this.#ending) await step();
    };
    const working = run().catch(this.#fail);
    this.#working.add(working);
  }

  async #write(): Promise<void> {
    this.households.push(await createHousehold(this.service, this.random));
  }

  #watch(name: string, path?: string): void {
    const role = name === 'auditor' ? 'auditor' : 'firm';
    this.watchers.push(new FeedWatcher(name, this.service.newClient(role), path));
  }

  #startConsumers(): void {
    this.#watch('firm');
    this.#watch('auditor');
    const consumer = new FeedConsumer({
      client: this.service.newClient('firm'),
      state: new FileFeedState(placeOf(this.service)),
      handle: ({ id }) => void this.consumed.push(id),
      longestPauseMs: 500,
    });
    this.#consuming = consumer.run(this.#consumer.signal).catch(this.#fail);
  }

  async #rebuild(): Promise<void> {
    const { service, random } = this;
    const names = ['accounts.account', 'folios.folio', 'audit.timeline', 'mail.mail'];
    const name = names[random.below(names.length)] ?? '';
    await service.request('operator', 'POST', `/operator/projections/${name}/rebuild`, {});
  }
}
