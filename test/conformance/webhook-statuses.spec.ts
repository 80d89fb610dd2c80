import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrokerageClient } from '#libs/client';
import { expectProblems, expectStatus, ServiceUnderTest } from '../support/running-service.js';
import { ShiftedClock } from '../support/shifted-clock.js';
import { WebhookTarget } from '../support/webhook-target.js';
import { type Firm, LONG_ENOUGH, read, until, webhook, withToken } from './webhooks.fixture.js';

const OPERATOR_LIST = '/operator/webhooks';
const clock = new ShiftedClock();
let service: ServiceUnderTest;
beforeAll(async () => {
  service = await ServiceUnderTest.start({ clock }, { WEBHOOK_ALLOW_PRIVATE: 'true' });
});
afterAll(() => service.stop());

let receiver: WebhookTarget;
let firm: Firm;
let client: BrokerageClient;
beforeAll(async () => {
  firm = await service.otherFirm();
  client = await withToken(service, firm, clock);
});
afterEach(() => {
  clock.shift = 0;
  return receiver.stop();
});

const account = (): Promise<string> =>
  service.account({ billingPlanOid: firm.planOid }, firm.client);
/** The firm's webhooks as an auditor sees them. */
const statuses = async (): Promise<Record<string, unknown>[]> => {
  const answer = await service.auditor.get(`${OPERATOR_LIST}?firmId=${firm.firmId}`);
  expectStatus(answer, 200);
  return answer.body as Record<string, unknown>[];
};
/** A metric of a webhook in `/metrics`. */
const figure = async (name: string, id: string): Promise<number | undefined> => {
  const answer = await fetch(new URL('/metrics', service.service.url));
  const line = new RegExp(`^${name}\\{webhook="${id}",firm="${firm.firmId}"\\} (\\S+)$`, 'm');
  const [, value] = line.exec(await answer.text()) ?? [];
  return value === undefined ? undefined : Number(value);
};

describe('how a webhook fares [webhook.status]', () => {
  it('is seen by its firm and by operators while it fails, and no longer once it succeeds', async () => {
    receiver = await WebhookTarget.start();
    receiver.answer = () => 503;
    const { id, path } = await webhook(firm.client, { url: `${receiver.url}?key=of-the-firm` });
    expect(await read(firm.client, path)).toMatchObject({ state: 'enabled', failing: null });
    const accountNumber = await account();
    const { failing } = await until(
      () => read(firm.client, path),
      (one) => one['failing'] !== null,
    );
    const failure = {
      accountNumber,
      sequence: '1',
      eventType: 'brokerage.account.opened.v1',
      attempts: 1,
      status: 503,
      reason: 'status',
    };
    expect(failing).toMatchObject(failure);
    const { since, attemptedAt, nextAttemptAt, disabledFrom } = failing as Record<string, string>;
    expect(Date.parse(attemptedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(since ?? ''));
    expect(Date.parse(nextAttemptAt ?? '')).toBeGreaterThan(Date.parse(since ?? ''));
    expect(Date.parse(disabledFrom ?? '') - Date.parse(since ?? '')).toBe(3 * 86_400_000);
    expect((await firm.client.get('/restapi/webhooks')).body).toMatchObject([{ id, failing }]);
    const [seen] = await statuses();
    expect(seen).toMatchObject({
      id,
      firmId: firm.firmId,
      target: new URL(receiver.url).origin,
      state: 'enabled',
      failing: failure,
    });
    expect(JSON.stringify(seen)).not.toContain('of-the-firm');
    const attempts = (await firm.client.get(`${path}/deliveries`)).body;
    expect(attempts).toMatchObject([{ accountNumber, attempt: 1, delivered: false, status: 503 }]);
    const looked = await service.operator.get(`${OPERATOR_LIST}/${id}/deliveries`);
    expect(looked).toMatchObject({ status: 200, body: attempts });
    clock.shift += 1_000;
    expect(Number((await statuses())[0]?.['lagSeconds'])).toBeGreaterThanOrEqual(1);
    receiver.answer = () => 204;
    clock.shift += 60_000;
    await until(
      () => read(client, path),
      (one) => one['failing'] === null,
    );
    const [well] = await until(statuses, ([one]) => one?.['lagSeconds'] === '0.0');
    expect(well).toMatchObject({ state: 'enabled', failing: null });
    expectStatus(await client.request('DELETE', path), 200);
    expect(await statuses()).toEqual([]);
  });

  it('is in the metrics: how long it has failed, how far it is behind, and that it was disabled', async () => {
    receiver = await WebhookTarget.start();
    receiver.answer = () => 503;
    const { id, path } = await webhook(client, { url: receiver.url });
    await until(
      () => figure('brokerage_webhook_state', id),
      (state) => state === 0,
    );
    expect(await figure('brokerage_webhook_failing_seconds', id)).toBe(0);
    await account();
    await until(
      () => read(client, path),
      (one) => one['failing'] !== null,
    );
    const hour = 60 * 60_000;
    clock.shift += hour;
    for (const name of ['brokerage_webhook_failing_seconds', 'brokerage_webhook_lag_seconds']) {
      await until(
        () => figure(name, id),
        (seconds) => (seconds ?? 0) >= 3_600,
      );
    }
    await until(
      () => {
        if (clock.shift < LONG_ENOUGH) clock.shift += hour;
        return read(client, path);
      },
      ({ state }) => state === 'disabled',
    );
    const { disabledBecause, failing } = await read(client, path);
    expect(disabledBecause).toBe('failing');
    expect(failing).toMatchObject({ status: 503, nextAttemptAt: null, disabledFrom: null });
    expect(await statuses()).toMatchObject([{ state: 'disabled', lagSeconds: '0.0' }]);
    await until(
      () => figure('brokerage_webhook_state', id),
      (state) => state === 3,
    );
    const age = await figure('brokerage_webhook_state_age_seconds', id);
    clock.shift += hour;
    await until(
      () => figure('brokerage_webhook_state_age_seconds', id),
      (seconds) => (seconds ?? 0) >= (age ?? 0) + 3_600,
    );
    expectStatus(await client.request('DELETE', path), 200);
  });

  it('is no longer a failure once everything is resent from a later position', async () => {
    receiver = await WebhookTarget.start();
    receiver.answer = () => 503;
    const { path } = await webhook(client, { url: receiver.url });
    await account();
    await until(
      () => read(client, path),
      (one) => one['failing'] !== null,
    );
    const cursor = (await client.get('/restapi/events')).headers.get('x-feed-cursor');
    expectStatus(await client.post(`${path}/replay`, { cursor }), 200);
    expect(await read(client, path)).toMatchObject({ state: 'enabled', failing: null });
  });

  it('is resent everything on an operator’s request, recorded with the operator’s name [webhook.replay]', async () => {
    receiver = await WebhookTarget.start();
    const { id } = await webhook(client, { url: receiver.url });
    const accountNumber = await account();
    const [first] = await receiver.messages(1);
    const messageId = first?.headers['webhook-id'];
    const path = `${OPERATOR_LIST}/${id}/replay`;
    const body = { accountNumber, sequence: 1 };
    expectStatus(await service.auditor.post(path, body), 403);
    expectStatus(await service.operator.post(`${OPERATOR_LIST}/nothing/replay`, body), 404);
    const wrong = await service.operator.post(path, { accountNumber, sequence: 9999 });
    expectProblems(wrong, [{ field: 'sequence' }]);
    expectStatus(await service.operator.post(path, body), 200);
    const same = (): number =>
      receiver.received.filter(({ headers }) => headers['webhook-id'] === messageId).length;
    await until(
      () => Promise.resolve(same()),
      (times) => times === 2,
    );
    const caller = await service.operator.get('/operator/caller');
    const log = await service.log();
    const replayed = log.find(
      ({ type, stream }) => type.startsWith('webhook.AccountReplayed') && stream.includes(id),
    );
    expect(replayed?.metadata['caller']).toBe((caller.body as { id: string }).id);
  });

  it('is for operators and auditors, page by page', async () => {
    receiver = await WebhookTarget.start();
    const other = await service.otherFirm();
    const made = [];
    for (let count = 0; count < 3; count++) {
      made.push((await webhook(other.client, { url: receiver.url, state: 'disabled' })).id);
    }
    const first = await service.operator.get(`${OPERATOR_LIST}?firmId=${other.firmId}&limit=2`);
    expectStatus(first, 200);
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await service.operator.get(next);
    const ids = [first, second].flatMap(({ body }) =>
      (body as { id: string }[]).map(({ id }) => id),
    );
    expect(ids).toEqual([...made].sort());
    expect(second.headers.get('link')).toBeNull();
    for (const caller of [other.client, service.backoffice]) {
      expectStatus(await caller.get(OPERATOR_LIST), 403);
      expectStatus(await caller.get(`${OPERATOR_LIST}/${ids[0]}/deliveries`), 403);
    }
    expectStatus(await service.auditor.get(`${OPERATOR_LIST}/${ids[0]}/deliveries`), 200);
    expectStatus(await service.auditor.get(`${OPERATOR_LIST}/nothing/deliveries`), 404);
  });
});
