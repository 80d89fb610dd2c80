import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { FeedEvent } from '#libs/client';
import { expectStatus, ServiceUnderTest } from '../support/running-service.js';
import { WebhookTarget } from '../support/webhook-target.js';
import { events, type Firm, webhook } from './webhooks.fixture.js';

let service: ServiceUnderTest;
let firm: Firm;
beforeAll(async () => {
  service = await ServiceUnderTest.start({}, { WEBHOOK_ALLOW_PRIVATE: 'true' });
  firm = await service.otherFirm();
});
afterAll(() => service.stop());

const targets: WebhookTarget[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  for (const target of targets.splice(0)) await target.stop();
});
async function target(): Promise<WebhookTarget> {
  const started = await WebhookTarget.start();
  targets.push(started);
  return started;
}
const account = (): Promise<string> =>
  service.account({ billingPlanOid: firm.planOid }, firm.client);
const published = async (accountNumber: string): Promise<FeedEvent[]> =>
  (await firm.client.get(`/restapi/accounts/${accountNumber}/events`)).body as FeedEvent[];
const ids = (list: readonly FeedEvent[]): string[] => list.map(({ id }) => id);

describe('several webhooks [webhook.deliveries]', () => {
  it('are served by one reader of the log', async () => {
    const subscribing = jest.spyOn(service.service.platform.eventStore, 'subscribeToAll');
    const receivers = [await target(), await target(), await target()];
    for (const { url } of receivers) await webhook(firm.client, { url });
    const wanted = ids(await published(await account()));
    for (const receiver of receivers) {
      expect(ids(events(await receiver.messages(wanted.length)))).toEqual(wanted);
    }
    // the first webhook of a process starts the reader
    expect(subscribing.mock.calls.length).toBeLessThanOrEqual(1);
  });

  it('do not wait for one that never answers, nor for one that fails', async () => {
    const [slow, failing, good] = [await target(), await target(), await target()];
    slow.answer = () => undefined;
    failing.answer = () => 500;
    for (const { url } of [slow, failing, good]) await webhook(firm.client, { url });
    const wanted = ids(await published(await account()));
    expect(ids(events(await good.messages(wanted.length)))).toEqual(wanted);
    expect(new Set(ids(events(await slow.messages(1))))).toEqual(new Set(wanted.slice(0, 1)));
    expect(new Set(ids(events(await failing.messages(1))))).toEqual(new Set(wanted.slice(0, 1)));
  });

  it('get nothing twice when another one is sent everything again', async () => {
    const [one, other] = [await target(), await target()];
    const { path } = await webhook(firm.client, { url: one.url });
    await webhook(firm.client, { url: other.url });
    const wanted = ids(await published(await account()));
    await Promise.all([one.messages(wanted.length), other.messages(wanted.length)]);
    expectStatus(await firm.client.post(`${path}/replay`, {}), 200);
    const all = ((await firm.client.get('/restapi/events')).body as FeedEvent[]).length;
    await one.messages(wanted.length + all);
    const more = ids(await published(await account()));
    expect(ids(events(await other.messages(wanted.length + more.length)))).toEqual([
      ...wanted,
      ...more,
    ]);
  });

  it('lose nothing when they are disabled and enabled at once', async () => {
    const receiver = await target();
    const { path } = await webhook(firm.client, { url: receiver.url });
    const wanted: string[] = [];
    for (let round = 0; round < 10; round++) {
      const disabled = firm.client.put(path, { state: 'disabled' });
      const [accountNumber] = await Promise.all([account(), disabled]);
      expectStatus(await firm.client.put(path, { state: 'enabled' }), 200);
      wanted.push(...ids(await published(accountNumber)));
    }
    // deliveries under way when it was disabled are sent again
    const got = new Set<string>();
    for (let count = 1; got.size < wanted.length; count++) {
      for (const id of ids(events(await receiver.messages(count)))) got.add(id);
    }
    expect(got).toEqual(new Set(wanted));
  });
});
