import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BrokerageClient, FeedConsumer, type FeedEvent, FileFeedState } from '#libs/client';
import { ServiceProcess } from '../support/service-process.js';
import { Writers } from '../support/writers.js';

/** How often the service is killed; `FEED_CRASH_ROUNDS=100` for a long run. */
const ROUNDS = Number(process.env['FEED_CRASH_ROUNDS'] ?? 5);

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
  const consuming = new AbortController();

  beforeEach(async () => {
    dataDir = await ServiceProcess.freshDirectory();
  });
  afterEach(async () => {
    consuming.abort();
    await service?.kill();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function start(port?: string): Promise<ServiceProcess> {
    service = await ServiceProcess.start(dataDir, port === undefined ? {} : { PORT: port });
    return service;
  }

  it(
    'leaves consumers no hole and no repeat',
    async () => {
      const first = await start();
      const { port } = new URL(first.url);
      const credentials = await first.credentials();
      const client = new BrokerageClient(first.url, credentials);

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

      for (let round = 0; round < ROUNDS; round++) {
        const once = new AbortController();
        const resuming = consumer(resumed, 'resumed').run(once.signal);
        const writers = new Writers(client, credentials.billingPlans.A);
        const load = writers.run(1 + Math.floor(Math.random() * 120), () => void service?.kill());
        await Promise.race([load, running, resuming]);
        await load;
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
      expect(published.length).toBeGreaterThan(ROUNDS);
      for (const seen of [steady, resumed]) {
        seen.expectNoHole();
        expect(seen.events.map(({ id }) => id).sort()).toEqual(published);
      }

      consuming.abort();
      await Promise.all([running, last]);
    },
    60_000 + ROUNDS * 20_000,
  );

  /** Ids of all published events. */
  async function everything(client: BrokerageClient): Promise<string[]> {
    const ids: string[] = [];
    for (let path: string | undefined = '/restapi/events'; path !== undefined;) {
      const answer = await client.get(path);
      ids.push(...(answer.body as FeedEvent[]).map(({ id }) => id));
      path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    return ids.sort();
  }
});
