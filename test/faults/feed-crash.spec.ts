import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  BrokerageClient,
  FeedConsumer,
  type FeedEvent,
  FileFeedState,
  receiveWebhook,
} from '#libs/client';
import { freePort } from '../support/free-port.js';
import { ServiceProcess } from '../support/service-process.js';
import { WebhookTarget } from '../support/webhook-target.js';
import { Writers } from '../support/writers.js';

/** How often the service is killed; `FEED_CRASH_ROUNDS=100` for a long run. */
const ROUNDS = Number(process.env['FEED_CRASH_ROUNDS'] ?? 5);
/** Paths of accounts and folios: their beginning is published. */
const PUBLISHED = /^\/restapi\/accounts\/[^/]+(?:\/folios\/[^/]+)?$/;

/** Events in the order in which somebody got them. */
class Seen {
  readonly events: FeedEvent[] = [];
  #waiting: { readonly count: number; readonly done: () => void } | undefined;

  take(event: FeedEvent): void {
    this.events.push(event);
    if (this.#waiting && this.events.length >= this.#waiting.count) this.#waiting.done();
  }

  reaches(count: number): Promise<void> {
    if (this.events.length >= count) return Promise.resolve();
    return new Promise((done) => (this.#waiting = { count, done }));
  }

  /** Fails unless each account's sequences are 1..n, in order, each once. */
  expectNoHole(): void {
    const next = new Map<string, number>();
    for (const { data, sequence } of this.events) {
      const expected = (next.get(data.accountNumber) ?? 0) + 1;
      expect([data.accountNumber, Number(sequence)]).toEqual([data.accountNumber, expected]);
      next.set(data.accountNumber, expected);
    }
  }
}

describe('kill -9 under load', () => {
  let dataDir: string;
  let service: ServiceProcess | undefined;
  let target: WebhookTarget;
  const consuming = new AbortController();

  beforeEach(async () => {
    dataDir = await ServiceProcess.freshDirectory();
    target = await WebhookTarget.start();
  });
  afterEach(async () => {
    consuming.abort();
    await service?.kill();
    await target.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function start(port: number): Promise<ServiceProcess> {
    const env = { WEBHOOK_ALLOW_PRIVATE: 'true', PORT: String(port) };
    service = await ServiceProcess.start(dataDir, env);
    return service;
  }

  it(
    'publishes all there is once, and leaves consumers and webhooks no hole [webhook.repeats]',
    async () => {
      const port = await freePort();
      const first = await start(port);
      const credentials = await first.credentials();
      const client = new BrokerageClient(first.url, credentials);
      const made = await client.post('/restapi/webhooks', { url: target.url });
      const { secret } = made.body as { secret: string };

      // one that is there all the time, and one that is started anew each round
      const steady = new Seen();
      const resumed = new Seen();
      const consumer = (seen: Seen, name: string): FeedConsumer =>
        new FeedConsumer({
          client,
          state: new FileFeedState(join(dataDir, name)),
          handle: (event) => seen.take(event),
          longestPauseMs: 200,
        });
      const running = consumer(steady, 'steady').run(consuming.signal);
      const acknowledged: string[] = [];

      for (let round = 0; round < ROUNDS; round++) {
        const once = new AbortController();
        const resuming = consumer(resumed, 'resumed').run(once.signal);
        const writers = new Writers(client, credentials.billingPlans.A);
        const load = writers.run(1 + Math.floor(Math.random() * 120), () => void service?.kill());
        await Promise.race([load, running, resuming]);
        await load;
        acknowledged.push(...writers.acknowledged.keys());
        once.abort();
        await resuming;
        await start(port);
      }

      const last = consumer(resumed, 'resumed').run(consuming.signal);
      // reactions that the last kill cut off go on after the start, and are published too
      let published = await everything(client);
      for (let before = 0; before < published.length; published = await everything(client)) {
        before = published.length;
        // a consumer that gives up fails the test
        const reached = Promise.all([steady.reaches(before), resumed.reaches(before)]);
        await Promise.race([reached, running, last]);
      }
      const ids = published.map(({ id }) => id).sort();
      expect([...new Set(ids)]).toEqual(ids);
      const subjects = new Set(published.map(({ subject }) => subject));
      const missed = acknowledged.filter((path) => PUBLISHED.test(path) && !subjects.has(path));
      expect(missed).toEqual([]);
      for (const seen of [steady, resumed]) {
        seen.expectNoHole();
        const seenIds = seen.events.map(({ id }) => id);
        expect([...new Set(seenIds)]).toEqual(seenIds);
        expect(seenIds).toEqual(expect.arrayContaining(ids));
        // a reaction may still have published something meanwhile
        const later = (await everything(client)).map(({ id }) => id);
        expect(later).toEqual(expect.arrayContaining(seenIds));
      }

      // a webhook may come twice, so each counts when it comes first
      const hooked = new Seen();
      const expected = new Set(ids);
      for (let count = 1; expected.size > 0; count++) {
        const message = (await target.messages(count))[count - 1];
        const event = receiveWebhook([secret], message?.headers ?? {}, message?.body ?? '');
        if (expected.delete(event.id)) hooked.take(event);
      }
      hooked.expectNoHole();
      consuming.abort();
      await Promise.all([running, last]);
    },
    (5 + ROUNDS) * 60_000,
  );

  /** All published events. */
  async function everything(client: BrokerageClient): Promise<FeedEvent[]> {
    const events: FeedEvent[] = [];
    for (let path: string | undefined = '/restapi/events'; path !== undefined;) {
      const answer = await client.get(path);
      events.push(...(answer.body as FeedEvent[]));
      path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    return events;
  }
});
