import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type FeedEvent, receiveWebhook, WebhookVerificationError } from '#libs/client';
import { omit } from '#libs/platform/kernel';
import { checkByAsyncApi } from '../support/published-events.js';
import { expectProblems, expectStatus, ServiceUnderTest } from '../support/running-service.js';
import { ShiftedClock } from '../support/shifted-clock.js';
import { WebhookTarget } from '../support/webhook-target.js';
import {
  events,
  type Firm,
  LONG_ENOUGH,
  type MadeWebhook,
  read,
  until,
  webhook,
  WEBHOOKS,
  withToken,
} from './webhooks.fixture.js';

const clock = new ShiftedClock();
let service: ServiceUnderTest;
beforeAll(async () => {
  service = await ServiceUnderTest.start({ clock }, { WEBHOOK_ALLOW_PRIVATE: 'true' });
});
afterAll(() => service.stop());

const targets: WebhookTarget[] = [];
afterEach(async () => {
  clock.shift = 0;
  for (const target of targets.splice(0)) await target.stop();
});
async function target(): Promise<WebhookTarget> {
  const started = await WebhookTarget.start();
  targets.push(started);
  return started;
}

type Row = Readonly<Record<string, unknown>>;
/** Events of the entries of a list of deliveries; each failed attempt is an entry. */
const total = (rows: readonly Row[]): number =>
  rows.reduce((sum, { events: count }) => sum + Number(count), 0);
const account = (firm: Firm): Promise<string> =>
  service.account({ billingPlanOid: firm.planOid }, firm.client);
describe('webhooks › deliveries [webhook.deliveries]', () => {
  it('get every event of the firm’s accounts in order, signed, and in the log of deliveries', async () => {
    const firm = await service.otherFirm();
    const receiver = await target();
    const { secret, path } = await webhook(firm.client, { url: receiver.url });
    const [one, two] = [await account(firm), await account(firm)];
    await service.account();
    const published = (await firm.client.get('/restapi/events')).body as FeedEvent[];
    const messages = await receiver.messages(published.length);
    for (const { headers, body } of messages) {
      const event = receiveWebhook([secret], headers, body);
      expect(headers['webhook-id']).toBe(event.id);
      expect(headers['content-type']).toBe('application/cloudevents+json');
    }
    for (const accountNumber of [one, two]) {
      const own = events(messages).filter(({ data }) => data.accountNumber === accountNumber);
      expect(own.map(({ sequence }) => Number(sequence))).toEqual(own.map((_, at) => at + 1));
    }
    // each is in it once, in the order of its account
    const deliveries = await until(
      async () => (await firm.client.get(`${path}/deliveries`)).body as Record<string, unknown>[],
      (list) => total(list) >= published.length,
    );
    expect(total(deliveries)).toBe(published.length);
    expect(deliveries[0]).toMatchObject({ delivered: true, status: 204, attempt: 1, reason: null });
    for (const accountNumber of [one, two]) {
      const newest = published.findLast(({ data }) => data.accountNumber === accountNumber);
      const [row] = deliveries.filter((of) => of['accountNumber'] === accountNumber);
      const { id: eventId, type: eventType, sequence } = newest ?? {};
      expect(row).toMatchObject({ eventId, eventType, sequence });
    }
  });

  it('leave at most 800 bytes a failure in the log, and one event for all that is taken at once [webhook.log]', async () => {
    const firm = await service.otherFirm();
    const receivers = await Promise.all(Array.from({ length: 20 }, target));
    const made: MadeWebhook[] = [];
    for (const { url } of receivers) made.push(await webhook(firm.client, { url }));
    const [first] = receivers;
    if (first) first.answer = () => (first.received.length === 0 ? 503 : 204);
    await account(firm);
    await account(firm);
    const updates = ((await firm.client.get('/restapi/events')).body as unknown[]).length;
    clock.shift = 60_000;
    await Promise.all(receivers.map((one) => one.messages(one === first ? updates + 1 : updates)));
    // disabling a webhook records what has not been recorded yet
    for (const { path } of made) {
      expectStatus(await firm.client.put(path, { state: 'disabled' }), 200);
      await until(
        async () => (await firm.client.get(`${path}/deliveries`)).body as Row[],
        (rows) => total(rows.filter(({ delivered }) => delivered)) === updates,
      );
    }
    const left = (await service.log()).flatMap((event) => {
      const at = made.findIndex(({ id }) => event.stream.includes(`-${id}-`));
      const bytes = Buffer.byteLength(JSON.stringify(omit(event, 'position')));
      return at === -1 ? [] : [{ at, type: event.type, bytes }];
    });
    const failures = left.filter(({ type }) => /Failed|Succeeded/.test(type));
    expect(failures.map(({ at }) => at)).toEqual([0, 0]);
    const others = left.filter(({ type }) => type.startsWith('webhook.EventsDelivered'));
    expect(failures.length + others.length).toBe(left.length);
    // one after a second, and one when it was disabled
    for (const at of made.keys()) {
      expect(others.filter((one) => one.at === at).length).toBeLessThanOrEqual(2);
    }
    // at most, each of the two accounts twice: as delivered and as waiting
    expect(left.filter(({ bytes }) => bytes > 1_200)).toEqual([]);
    expect(failures.filter(({ bytes }) => bytes > 800)).toEqual([]);
    const bytes = left.reduce((sum, one) => sum + one.bytes, 0);
    expect(bytes / (updates * made.length)).toBeLessThan(300);
  });

  it('get the types that were asked for only', async () => {
    const firm = await service.otherFirm();
    const receiver = await target();
    const type = 'brokerage.account.restricted.v1';
    await webhook(firm.client, { url: receiver.url, eventTypes: [type] });
    await account(firm);
    await account(firm);
    expect(events(await receiver.messages(2)).map((event) => event.type)).toEqual([type, type]);
  });

  it('are tried again later, and the events of the account wait', async () => {
    const firm = await service.otherFirm();
    const receiver = await target();
    let failures = 3;
    receiver.answer = () => (failures-- > 0 ? 500 : 204);
    const { path } = await webhook(firm.client, { url: receiver.url });
    const log = async () =>
      (await firm.client.get(`${path}/deliveries`)).body as Record<string, unknown>[];
    await account(firm);
    const count = ((await firm.client.get('/restapi/events')).body as unknown[]).length;
    for (let attempt = 1; attempt <= 3; attempt++) {
      await until(log, (list) => list.length >= attempt);
      clock.shift = 20_000 * 3 ** (attempt - 1);
    }
    const sequences = events(await receiver.messages(count + 3)).map((event) => event.sequence);
    expect(sequences.slice(0, 5)).toEqual(['1', '1', '1', '1', '2']);
    const all = await until(log, (list) => total(list) === count + 3);
    expect(all.filter(({ delivered }) => delivered === false)).toHaveLength(3);
    expect(all.at(-1)).toMatchObject({ status: 500, reason: 'status', attempt: 1, events: 1 });
    expect(all.at(-4)).toMatchObject({ sequence: '1', status: 204, attempt: 4, events: 1 });
  });

  it('end with 410, and go on where they stopped when the webhook is enabled again', async () => {
    const firm = await service.otherFirm();
    const receiver = await target();
    receiver.answer = () => 410;
    const { path } = await webhook(firm.client, { url: receiver.url });
    await account(firm);
    const disabled = await until(
      () => read(firm.client, path),
      ({ state }) => state === 'disabled',
    );
    expect(disabled).toMatchObject({ disabledBecause: 'gone' });
    expect(receiver.received).toHaveLength(1);
    const { body } = await firm.client.get(`${path}/deliveries`);
    expect(body).toMatchObject([{ status: 410, nextAttemptAt: null }]);
    receiver.answer = () => 200;
    expectStatus(await firm.client.put(path, { state: 'enabled' }), 200);
    expect(events(await receiver.messages(3))[1]?.sequence).toBe('1');
  });

  it('go on after the event that is not accepted, once that is skipped [webhook.skip]', async () => {
    const firm = await service.otherFirm();
    const receiver = await target();
    const poison = '2';
    receiver.answer = ({ body }) => (body.includes(`"sequence":"${poison}"`) ? 500 : 204);
    const { path } = await webhook(firm.client, { url: receiver.url });
    const accountNumber = await account(firm);
    await until(
      () => read(firm.client, path),
      ({ failing }) => failing !== null,
    );
    const skip = { accountNumber, sequence: 2, reason: 'mapping-failed' };
    const rule = [{ errorCode: 'webhook.skip.rule' }];
    await service.head();
    expectProblems(await firm.client.post(`${path}/skip`, { ...skip, sequence: 3 }), rule);
    const other = await service.otherFirm();
    expectStatus(await other.client.post(`${path}/skip`, skip), 404);
    expectStatus(await firm.client.post(`${path}/skip`, skip), 200);
    await until(
      () => Promise.resolve(events(receiver.received).map(({ sequence }) => sequence)),
      (sequences) => sequences.includes('3'),
    );
    expect(await read(firm.client, path)).toMatchObject({ state: 'enabled', failing: null });
    const rows = (await firm.client.get(`${path}/deliveries`)).body as Row[];
    expect(rows).toContainEqual(
      expect.objectContaining({ sequence: '2', delivered: false, reason: 'skipped', status: null }),
    );
    expectStatus(await firm.client.post(`${path}/skip`, skip), 200);
  });

  it('end after three days without a success; enabled again, begin at once and have three days', async () => {
    const firm = await service.otherFirm();
    const receiver = await target();
    receiver.answer = () => 503;
    const { path } = await webhook(firm.client, { url: receiver.url, state: 'disabled' });
    const client = await withToken(service, firm, clock);
    await account(firm);
    expectStatus(await client.put(path, { state: 'enabled' }), 200);
    await until(
      () => read(client, path),
      ({ failing }) => failing !== null,
    );
    const disabled = await until(
      () => {
        if (clock.shift < LONG_ENOUGH) clock.shift += 60 * 60_000;
        return read(client, path);
      },
      ({ disabledBecause }) => disabledBecause === 'failing',
    );
    expect(disabled).toMatchObject({ state: 'disabled', disabledBecause: 'failing' });
    const log = async () =>
      (await client.get(`${path}/deliveries`)).body as Record<string, string | null>[];
    const [last] = await log();
    expect(last?.['nextAttemptAt']).toBeNull();
    const attempts = receiver.received.length;
    expect(attempts).toBeGreaterThan(1);
    expectStatus(await client.put(path, { state: 'enabled' }), 200);
    await receiver.messages(attempts + 1);
    const [again] = await until(log, (list) => list.length > attempts);
    const { state, failing } = await read(client, path);
    const { since, nextAttemptAt, disabledFrom } = failing as Record<string, string>;
    expect(state).toBe('enabled');
    const moment = Date.parse(again?.['attemptedAt'] ?? '');
    expect(moment - Date.parse(since ?? '')).toBeLessThan(60_000);
    expect(Date.parse(disabledFrom ?? '') - Date.parse(since ?? '')).toBe(3 * 86_400_000);
    expect(Date.parse(nextAttemptAt ?? '') - moment).toBeLessThan(60_000);
  });

  it('are tried at once where the webhook is given another URL', async () => {
    const firm = await service.otherFirm();
    const [receiver, other] = [await target(), await target()];
    receiver.answer = () => 503;
    receiver.headers = { 'retry-after': '3600' };
    const { path } = await webhook(firm.client, { url: receiver.url });
    await account(firm);
    await until(
      () => read(firm.client, path),
      (one) => one['failing'] !== null,
    );
    expectStatus(await firm.client.put(path, { url: other.url }), 200);
    expect(events(await other.messages(1))[0]?.sequence).toBe('1');
    expect(receiver.received).toHaveLength(1);
  });

  it('wait as long as a receiver asks for', async () => {
    const firm = await service.otherFirm();
    const receiver = await target();
    receiver.answer = () => 429;
    receiver.headers = { 'retry-after': '3600' };
    const { path } = await webhook(firm.client, { url: receiver.url });
    await account(firm);
    const { failing } = await until(
      () => read(firm.client, path),
      (one) => one['failing'] !== null,
    );
    const { since, nextAttemptAt } = failing as Record<string, string>;
    expect(Date.parse(nextAttemptAt ?? '') - Date.parse(since ?? '')).toBe(3_600_000);
  });

  it('follow no redirect [webhook.target]', async () => {
    const firm = await service.otherFirm();
    const receiver = await target();
    receiver.answer = () => 307;
    const { path } = await webhook(firm.client, { url: receiver.url });
    const answer = await firm.client.post(`${path}/test`);
    expect(answer.body).toEqual({ delivered: false, status: 307, reason: 'status' });
    expect(receiver.received).toHaveLength(1);
  });
});

describe('webhooks › secrets, tests and replays', () => {
  it('both secrets sign during a rotation, the new one alone after it [webhook.secrets]', async () => {
    const firm = await service.otherFirm();
    const receiver = await target();
    const { secret: old, path } = await webhook(firm.client, { url: receiver.url });
    const client = await withToken(service, firm, clock);
    const answer = await firm.client.post(`${path}/secret`);
    const { secret } = answer.body as { secret: string };
    expect(secret).not.toBe(old);
    const sendTest = async (count: number) => {
      expectStatus(await client.post(`${path}/test`), 200);
      return (await receiver.messages(count)).at(-1) ?? { headers: {}, body: '' };
    };
    const during = await sendTest(1);
    const described = '/channels/webhook/messages/brokerage.webhook.test.v1';
    checkByAsyncApi(`${described}/headers`, during.headers);
    checkByAsyncApi(`${described}/payload`, JSON.parse(during.body));
    expect(during.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    expect(receiveWebhook([old], during.headers, during.body).id).toBeDefined();
    expect(receiveWebhook([secret], during.headers, during.body).id).toBeDefined();
    clock.shift = 25 * 60 * 60_000;
    const after = await sendTest(2);
    expect(after.headers['webhook-signature']?.split(' ')).toHaveLength(1);
    expect(() => receiveWebhook([old], after.headers, after.body)).toThrow(
      WebhookVerificationError,
    );
    expect(JSON.stringify(await read(client, path))).not.toContain('whsec');
  });

  it('replays from the beginning, a cursor or a moment [webhook.replay]', async () => {
    const firm = await service.otherFirm();
    const receiver = await target();
    const { path } = await webhook(firm.client, { url: receiver.url });
    await account(firm);
    const count = ((await firm.client.get('/restapi/events')).body as unknown[]).length;
    const first = events(await receiver.messages(count)).map(({ id }) => id);
    expectStatus(await firm.client.post(`${path}/replay`, {}), 200);
    const again = events(await receiver.messages(2 * count)).slice(count);
    expect(again.map(({ id }) => id)).toEqual(first);
    const one = await firm.client.get(`/restapi/events?limit=${count - 1}`);
    const starts = [
      { cursor: one.headers.get('x-feed-cursor') },
      { from: one.headers.get('x-feed-position') },
    ];
    for (const [at, start] of starts.entries()) {
      expectStatus(await firm.client.post(`${path}/replay`, start), 200);
      const last = events(await receiver.messages(2 * count + 1 + at)).at(-1);
      expect(last?.id).toBe(first.at(-1));
    }
    const cursor = Buffer.from('p999999999999').toString('base64url');
    const ahead = await firm.client.post(`${path}/replay`, { cursor });
    expectProblems(ahead, [{ field: 'cursor', errorCode: 'invalid.value' }]);
  });

  it('replays one account alone, from wherever is asked [webhook.replay]', async () => {
    const firm = await service.otherFirm();
    const receiver = await target();
    const { id, path } = await webhook(firm.client, { url: receiver.url });
    const [accountNumber, other] = [await account(firm), await account(firm)];
    const all = ((await firm.client.get('/restapi/events')).body as FeedEvent[]).length;
    const feed = `/restapi/accounts/${accountNumber}/events`;
    const own = (await firm.client.get(feed)).body as FeedEvent[];
    await receiver.messages(all);
    const afterFirst = async (list: string) => {
      const { headers } = await firm.client.get(`${list}limit=1`);
      return { cursor: headers.get('x-feed-cursor'), from: headers.get('x-feed-position') };
    };
    const [inFeed, inFirm] = [
      await afterFirst(`${feed}?`),
      await afterFirst(`/restapi/events?accounts=${accountNumber}&`),
    ];
    const starts = [
      [{}, 0],
      [{ sequence: 2 }, 1],
      [{ cursor: inFeed.cursor }, 1],
      [{ cursor: inFirm.cursor }, 1],
      [{ cursor: null, from: inFeed.from }, 1],
      [{ from: '2026-01-02' }, 0],
    ] as const;
    const expected = starts.flatMap(([, passed]) => own.slice(passed));
    let count = all;
    for (const [start, passed] of starts) {
      const by = start === starts[1][0] ? service.operator : firm.client;
      const route = by === firm.client ? path : `/operator/webhooks/${id}`;
      expectStatus(await by.post(`${route}/replay`, { accountNumber, ...start }), 200);
      count += own.length - passed;
      await receiver.messages(count);
    }
    expectStatus(
      await firm.client.put(`/restapi/accounts/${other}`, { accountName: 'Renamed' }),
      200,
    );
    const received = events(await receiver.messages(count + 1)).slice(all);
    expect(received.slice(0, -1).map((event) => event.id)).toEqual(
      expected.map((event) => event.id),
    );
    expect(received.at(-1)?.data.accountNumber).toBe(other);
  });

  it('replays an account that fails, or of a disabled webhook, from there and in order [webhook.replay]', async () => {
    const firm = await service.otherFirm();
    const receiver = await target();
    let poison = '2';
    receiver.answer = ({ body }) => (body.includes(`"sequence":"${poison}"`) ? 500 : 204);
    receiver.headers = { 'retry-after': '3600' };
    const { path } = await webhook(firm.client, { url: receiver.url });
    const accountNumber = await account(firm);
    const fails = async (): Promise<Row> =>
      (
        await until(
          () => read(firm.client, path),
          ({ failing }) => failing !== null,
        )
      )['failing'] as Row;
    expect(await fails()).toMatchObject({ sequence: '2', attempts: 1 });
    // it stays where it is: what is before has not been taken either
    expectStatus(await firm.client.post(`${path}/replay`, { accountNumber, sequence: 3 }), 200);
    expect(events(await receiver.messages(3)).map(({ sequence }) => sequence)).toEqual([
      '1',
      '2',
      '2',
    ]);
    poison = '1';
    expectStatus(await firm.client.post(`${path}/replay`, { accountNumber }), 200);
    await receiver.messages(4);
    await until(fails, ({ sequence }) => sequence === '1');
    expectStatus(await firm.client.put(path, { state: 'disabled' }), 200);
    poison = '';
    expectStatus(await firm.client.post(`${path}/replay`, { accountNumber }), 200);
    expectStatus(await firm.client.put(path, { state: 'enabled' }), 200);
    const later = events(await receiver.messages(7)).slice(4, 7);
    expect(later.map(({ sequence }) => sequence)).toEqual(['1', '2', '3']);
    await until(
      () => read(firm.client, path),
      ({ failing }) => failing === null,
    );
  });

  it('refuses a replay from nowhere [webhook.replay]', async () => {
    const firm = await service.otherFirm();
    const { path } = await webhook(firm.client, {
      url: 'https://www.example.com/',
      state: 'disabled',
    });
    const accountNumber = await account(firm);
    const cursor = Buffer.from('s999').toString('base64url');
    const cases = [
      [{ accountNumber, sequence: 9999 }, 'sequence'],
      [{ accountNumber: await service.account() }, 'accountNumber'],
      [{ accountNumber: 'RAXXXXXXXX' }, 'accountNumber'],
      [{ sequence: 1 }, 'accountNumber'],
      [{ cursor }, 'cursor'],
      [{ accountNumber, cursor }, 'cursor'],
      [{ accountNumber, cursor: 'nonsense' }, 'cursor'],
      [{ accountNumber, cursor: Buffer.from('p999999999999').toString('base64url') }, 'cursor'],
      [{ accountNumber, sequence: 1, cursor }, 'cursor'],
      [{ cursor, from: '2026-01-02' }, 'from'],
      [{ from: '2126-01-02' }, 'from'],
    ] as const;
    for (const [body, field] of cases) {
      expectProblems(await firm.client.post(`${path}/replay`, body), [{ field }]);
    }
    expectStatus(await service.client.post(`${path}/replay`, { accountNumber }), 404);
    const unknown = '/operator/webhooks/5f0e9f7c-0001-5000-8000-000000000001/replay';
    expectStatus(await service.operator.post(unknown, { accountNumber }), 404);
  });
});

describe('webhooks › the resource [webhook.resource]', () => {
  it('is created, read, changed and deleted by the firm’s API client, and nobody else’s', async () => {
    const firm = await service.otherFirm();
    const receiver = await target();
    const { id, path } = await webhook(firm.client, { url: receiver.url, state: 'disabled' });
    expect(await read(firm.client, path)).toMatchObject({ id, state: 'disabled', eventTypes: [] });
    expect((await service.client.get(path)).status).toBe(404);
    expect((await service.client.put(path, { state: 'enabled' })).status).toBe(404);
    expect((await service.client.post(`${path}/test`)).status).toBe(404);
    const member = await service.member({}, firm.client);
    expect((await firm.as(member).get(WEBHOOKS)).status).toBe(403);
    expect((await service.backoffice.get(WEBHOOKS)).status).toBe(403);
    const eventTypes = ['brokerage.folio.created.v1'];
    const twice = [...eventTypes, ...eventTypes];
    expectStatus(await firm.client.put(path, { eventTypes: twice }), 200);
    expect((await firm.client.get(WEBHOOKS)).body).toMatchObject([{ id, eventTypes }]);
    expect((await firm.client.request('DELETE', path)).status).toBe(200);
    expect((await firm.client.get(path)).status).toBe(404);
    expect((await firm.client.put(path, {})).status).toBe(404);
  });

  it('may be put back as read, enabled or not, and changes nothing', async () => {
    const firm = await service.otherFirm();
    const receiver = await target();
    const { path } = await webhook(firm.client, { url: receiver.url });
    for (const state of ['enabled', 'disabled']) {
      expectStatus(await firm.client.put(path, { state }), 200);
      expectStatus(await firm.client.post(`${path}/secret`), 200);
      const shown = await read(firm.client, path);
      const before = await service.requestHead();
      expectStatus(await firm.client.put(path, shown), 200);
      expect(await service.requestHead()).toBe(before);
      expect(await read(firm.client, path)).toEqual(shown);
    }
    const other = await firm.client.put(path, { id: 'another', state: 'enabled', nope: 1 });
    expectProblems(other, [{ type: 'SYNTAX', field: 'nope' }]);
    const another = await firm.client.put(path, { id: 'another', state: 'enabled' });
    expectProblems(another, [{ field: 'id', errorCode: 'uri.matching.rule' }]);
  });

  it('is listed page by page', async () => {
    const firm = await service.otherFirm();
    const body = { url: 'https://www.example.com/hook', state: 'disabled' };
    const made: string[] = [];
    for (let count = 0; count < 3; count += 1) made.push((await webhook(firm.client, body)).id);
    const found: unknown[] = [];
    let page: string | undefined = `${WEBHOOKS}?limit=2`;
    while (page !== undefined) {
      const answer = await firm.client.get(page);
      expectStatus(answer, 200);
      found.push(...(answer.body as { id: string }[]).map(({ id }) => id));
      page = /^<(.+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    expect(found).toEqual([...made].sort());
    expectProblems(await firm.client.get(`${WEBHOOKS}?limit=0`), [{ field: 'limit' }]);
  });

  it('refuses bad bodies with every problem', async () => {
    const answer = await service.client.post(WEBHOOKS, { eventTypes: ['nonsense'], state: 'x' });
    expectProblems(answer, [
      { field: 'url', errorCode: 'cannot.be.null' },
      { field: 'state', errorCode: 'invalid.choice' },
    ]);
    const { path } = await webhook(service.client, { url: 'https://www.example.com/hook' });
    const missing = { field: 'url', errorCode: 'cannot.be.null' };
    expectProblems(await service.client.put(path, { url: null }), [missing]);
    for (const url of ['ftp://x.example', 'x', 'https://u:p@x.example/', 'https://x.example/#a']) {
      expectProblems(await service.client.post(WEBHOOKS, { url }), [{ field: 'url' }]);
    }
  });
});
