import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  BrokerageClient,
  FeedConsumer,
  type FeedEvent,
  FileFeedState,
  receiveWebhook,
} from '#libs/client';
import { eventually, settled } from '../support/condition.js';
import { crashRounds } from '../support/crash-rounds.js';
import { type Documents, foldedDocuments, storedDocuments } from '../support/documents.js';
import { freePort } from '../support/free-port.js';
import { ServiceUnderTest } from '../support/running-service.js';
import { ServiceProcess } from '../support/service-process.js';
import { WebhookTarget } from '../support/webhook-target.js';
import { Writers } from '../support/writers.js';

const ROUNDS = crashRounds(2);
/** Sizes of the read models while collections are being created, and once there are unread documents. */
const REBUILDING = [40_000, 200_000];
/** Paths of accounts and folios, whose creation is published. */
const PUBLISHED = /^\/restapi\/accounts\/[^/]+(?:\/folios\/[^/]+)?$/;

/** Events in the order of delivery to a reader. */
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

  /** Expects the sequences of each account to be 1..n, in order, each once. */
  expectNoHole(): void {
    const next = new Map<string, number>();
    for (const { data, sequence } of this.events) {
      const expected = (next.get(data.accountNumber) ?? 0) + 1;
      expect([data.accountNumber, Number(sequence)]).toEqual([data.accountNumber, expected]);
      next.set(data.accountNumber, expected);
    }
  }
}

describe('kill -9', () => {
  let dataDir: string;
  let victim: ServiceProcess | undefined;
  let service: ServiceUnderTest | undefined;
  let target: WebhookTarget;
  let documents: Documents;
  const consuming = new AbortController();

  beforeAll(async () => {
    dataDir = await ServiceProcess.freshDirectory();
    target = await WebhookTarget.start();
  });
  afterAll(async () => {
    consuming.abort();
    await victim?.kill();
    await service?.stop();
    await target.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function expectEverythingOnce(client: BrokerageClient, writers: Writers): Promise<void> {
    for (const [path, body] of writers.acknowledged) {
      const answer = await settled(() => client.get(path));
      expect([path, answer.status]).toEqual([path, 200]);
      if (body['folioName'] !== undefined) {
        expect(answer.body).toMatchObject({ folioName: body['folioName'] });
      }
    }
    for (const account of writers.accounts) {
      const answer = await settled(() => client.get(`${account}/folios`));
      const numbers = (answer.body as { folioNumber: string }[]).map(({ folioNumber }) =>
        Number(folioNumber.slice(-2)),
      );
      // each once, from 01, without gaps
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    }
  }

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

  it(
    'under load loses nothing that was acknowledged, publishes all there is once, leaves consumers and webhooks no hole, and documents equal a fold from zero [webhook.repeats]',
    async () => {
      const env = { WEBHOOK_ALLOW_PRIVATE: 'true', PORT: String(await freePort()) };
      const start = async (): Promise<ServiceProcess> =>
        (victim = await ServiceProcess.start(dataDir, env));
      const { url } = await start();
      const credentials = await victim!.credentials();
      const client = new BrokerageClient(url, credentials);
      const made = await client.post('/restapi/webhooks', { url: target.url });
      const { secret } = made.body as { secret: string };

      // one runs all the time, the other is restarted each round
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
      const rounds: Writers[] = [];

      for (let round = 0; round < ROUNDS; round++) {
        if (round > 0) await start();
        const once = new AbortController();
        const resuming = consumer(resumed, 'resumed').run(once.signal);
        const writers = new Writers(client, credentials.billingPlans.A);
        rounds.push(writers);
        const load = writers.run(1 + Math.floor(Math.random() * 160), () => void victim?.kill());
        await Promise.race([load, running, resuming]);
        await load;
        once.abort();
        await resuming;
      }

      service = await ServiceUnderTest.on(dataDir, env);
      const last = consumer(resumed, 'resumed').run(consuming.signal);
      for (const writers of rounds) await expectEverythingOnce(client, writers);
      // reactions cut off by the last kill continue after the start, and are published too
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
      const acknowledged = rounds.flatMap((writers) => [...writers.acknowledged.keys()]);
      const missed = acknowledged.filter((path) => PUBLISHED.test(path) && !subjects.has(path));
      expect(missed).toEqual([]);
      for (const seen of [steady, resumed]) {
        seen.expectNoHole();
        const seenIds = seen.events.map(({ id }) => id);
        expect([...new Set(seenIds)]).toEqual(seenIds);
        expect(seenIds).toEqual(expect.arrayContaining(ids));
        // a reaction may have published something meanwhile
        const later = (await everything(client)).map(({ id }) => id);
        expect(later).toEqual(expect.arrayContaining(seenIds));
      }

      // a delivery may be repeated, so only the first counts
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

      await service.stop();
      service = undefined;
      documents = await storedDocuments(dataDir);
      const accounts = rounds.flatMap((writers) => [...writers.accounts]);
      expect(Object.keys(documents['accounts.account'] ?? {})).toEqual(
        expect.arrayContaining(accounts.map((path) => path.split('/').at(-1))),
      );
      expect(await foldedDocuments(dataDir)).toEqual(documents);
    },
    (5 + ROUNDS) * 60_000,
  );

  it(
    'during a rebuild is followed by a rebuild that finishes',
    async () => {
      const readModels = join(dataDir, 'read-models');
      await rm(readModels, { recursive: true, force: true });
      const bytes = (): number =>
        statSync(join(readModels, 'data.mdb'), { throwIfNoEntry: false })?.size ?? 0;
      for (let round = 0; round < ROUNDS; round++) {
        const reached = REBUILDING[round % REBUILDING.length] ?? 0;
        await ServiceProcess.startAndKill(
          dataDir,
          eventually(() => bytes() >= reached || undefined),
        );
      }
      service = await ServiceUnderTest.on(dataDir);
      const [first = ''] = Object.keys(documents['accounts.account'] ?? {});
      const shown = await settled(() => service!.client.get(`/restapi/accounts/${first}`));
      expect(shown.status).toBe(200);
      await service.stop();
      service = undefined;
      expect(await storedDocuments(dataDir)).toEqual(documents);
    },
    (5 + ROUNDS) * 60_000,
  );
});
