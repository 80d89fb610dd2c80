import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrokerageClient, ClientAnswer } from '#libs/client';
import { PROGRESS_STORE } from '#libs/platform/service';
import type { DocumentStore } from '#libs/platform/read-models';
import {
  expectProblems,
  expectStatus,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';
import { type Firm, read } from './webhooks.fixture.js';

interface Published {
  readonly id: string;
  readonly type: string;
  readonly sequence: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const ROOT = '/restapi/subscriptions';
const OPENED = 'brokerage.account.opened.v1';

let service: ServiceUnderTest;
let firm: Firm;
let client: BrokerageClient;
beforeAll(async () => {
  service = await ServiceUnderTest.shared();
  firm = await service.otherFirm();
  ({ client } = firm);
});
afterAll(() => service.stop());

const account = (): Promise<string> =>
  service.account({ billingPlanOid: firm.planOid }, firm.client);

/** A new subscription that begins now. Returns its path. */
async function subscription(body: object = {}): Promise<string> {
  const path = `${ROOT}/${uniqueName('s').toLowerCase().slice(0, 40)}`;
  const answer = await client.put(path, body);
  expectStatus(answer, 200);
  expect(answer.location).toBe(path);
  return path;
}

const eventsOf = (answer: ClientAnswer): Published[] => {
  expectStatus(answer, 200);
  return answer.body as Published[];
};

/** The next page of a subscription, and the cursor at its end. */
async function next(path: string, query = ''): Promise<{ events: Published[]; cursor: string }> {
  const answer = await client.get(`${path}/events${query}`);
  return { events: eventsOf(answer), cursor: answer.headers.get('x-feed-cursor') ?? '' };
}
const acknowledge = async (path: string, cursor: string): Promise<void> =>
  expectStatus(await client.post(`${path}/acknowledgements`, { cursor }), 200);

describe('a subscription [subscription.place]', () => {
  it('has what was published since it was made, until that is acknowledged', async () => {
    await account();
    const path = await subscription({ eventTypes: [OPENED] });
    expect((await next(path)).events).toEqual([]);
    const accountNumber = await account();
    const page = await next(path);
    expect(page.events).toMatchObject([{ type: OPENED, data: { accountNumber } }]);
    expect((await next(path)).events).toEqual(page.events);
    await acknowledge(path, page.cursor);
    expect((await next(path)).events).toEqual([]);
    const another = await account();
    expect((await next(path)).events).toMatchObject([{ data: { accountNumber: another } }]);
  });

  it('is acknowledged in any order, twice, and for a part of a page', async () => {
    const path = await subscription({ eventTypes: [OPENED] });
    const accounts = [await account(), await account(), await account()];
    await service.head();
    const one = await next(path, '?limit=1');
    const two = await next(path, `?limit=1&cursor=${one.cursor}`);
    const numbers = async (): Promise<unknown[]> =>
      (await next(path)).events.map(({ data }) => data['accountNumber']);
    expect(await numbers()).toEqual(accounts);
    await acknowledge(path, two.cursor);
    expect(await numbers()).toEqual(accounts.slice(2));
    for (const cursor of [one.cursor, two.cursor]) await acknowledge(path, cursor);
    expect(await numbers()).toEqual(accounts.slice(2));
    expect(await read(client, path)).toMatchObject({ cursor: two.cursor, parkedEvents: 0 });
  });

  it('begins at a moment if told so, and is put again without a change', async () => {
    const accountNumber = await account();
    const from = '2000-01-01T00:00:00.000+00:00';
    const path = await subscription({ from, accounts: [accountNumber], eventTypes: [OPENED] });
    const { events, cursor } = await next(path);
    expect(events).toMatchObject([{ data: { accountNumber } }]);
    await acknowledge(path, cursor);
    const again = { from, accounts: [accountNumber], eventTypes: [OPENED] };
    expectStatus(await client.put(path, again), 200);
    expect((await next(path)).events).toEqual([]);
    expectStatus(await client.put(path, {}), 200);
    expect(await read(client, path)).toMatchObject({ accounts: [], eventTypes: [] });
  });

  it('refuses a cursor that the feed has not reached, and one of an account', async () => {
    const path = await subscription();
    const ahead = Buffer.from('p999999999999').toString('base64url');
    const ofAccount = Buffer.from('s1').toString('base64url');
    for (const cursor of [ahead, ofAccount, 'x']) {
      const problem = [{ field: 'cursor', errorCode: 'invalid.value' }];
      expectProblems(await client.post(`${path}/acknowledgements`, { cursor }), problem);
      expectProblems(await client.get(`${path}/events?cursor=${cursor}`), problem);
    }
  });

  it('stays where it is in a dry run, and starts anew under a name that was deleted', async () => {
    const path = await subscription({ eventTypes: [OPENED] });
    await account();
    const { cursor, events } = await next(path);
    const dry = { 'Dry-Run': 'true' };
    expectStatus(await client.post(`${path}/acknowledgements`, { cursor }, dry), 200);
    expect((await next(path)).events).toEqual(events);
    await acknowledge(path, cursor);
    expectStatus(await client.request('DELETE', path), 200);
    expectStatus(await client.get(path), 404);
    expectStatus(await client.get(`${path}/events`), 404);
    const from = '2000-01-01';
    expectStatus(await client.put(path, { eventTypes: [OPENED], from }), 200);
    expect((await next(path)).events).toContainEqual(events[0]);
  });

  it('repeats at most what was acknowledged since the log knew, if what is stored beside it is lost', async () => {
    const path = await subscription({ eventTypes: [OPENED] });
    const first = await account();
    await acknowledge(path, (await next(path)).cursor);
    const second = await account();
    await acknowledge(path, (await next(path)).cursor);
    expect((await next(path)).events).toEqual([]);
    const store = service.service.app.get<DocumentStore>(PROGRESS_STORE, { strict: false });
    const key = `subscription:${firm.firmId}/${path.slice(ROOT.length + 1)}`;
    await store.setPointer(key, await store.pointer(key), '{"of":"another","position":"0"}');
    const numbers = (await next(path)).events.map(({ data }) => data['accountNumber']);
    expect(numbers).toEqual([second]);
    expect(numbers).not.toContain(first);
  });
});

describe('a parked event of a subscription [subscription.parked]', () => {
  it('is not delivered, can be read, and is settled; the others go on', async () => {
    const path = await subscription({ eventTypes: [OPENED] });
    const [bad, good] = [await account(), await account()];
    const [event] = (await next(path)).events;
    const body = { accountNumber: bad, sequence: 1, reason: 'mapping-failed' };
    for (let times = 0; times < 2; times++) {
      expectStatus(await client.post(`${path}/parked`, body), 200);
    }
    const page = await next(path);
    expect(page.events.map(({ data }) => data['accountNumber'])).toEqual([good]);
    await acknowledge(path, page.cursor);
    const parked = (await client.get(`${path}/parked`)).body as Record<string, unknown>[];
    expect(parked).toEqual([
      {
        eventId: event?.id,
        eventType: OPENED,
        accountNumber: bad,
        sequence: '1',
        reason: 'mapping-failed',
        parkedAt: expect.any(String),
        event,
      },
    ]);
    expect(await read(client, path)).toMatchObject({ parkedEvents: 1, lagSeconds: '0.0' });
    const settle = `${path}/parked/${String(event?.id)}`;
    expectStatus(await client.request('DELETE', settle), 200);
    expectStatus(await client.request('DELETE', settle), 404);
    expect((await client.get(`${path}/parked`)).body).toEqual([]);
    expect((await next(path)).events).toEqual([]);
  });

  it('is an event that the subscription has', async () => {
    const path = await subscription({ eventTypes: [OPENED] });
    const [own, foreign] = [await account(), await service.account()];
    await service.head();
    for (const body of [
      { accountNumber: own, sequence: 2 },
      { accountNumber: own, sequence: 999_999 },
      { accountNumber: foreign, sequence: 1 },
      { accountNumber: 'jane', sequence: 1 },
    ]) {
      expectProblems(await client.post(`${path}/parked`, body), [{ field: 'sequence' }]);
    }
    const named = { accountNumber: own, sequence: 1, reason: 'Jane Doe called' };
    expectProblems(await client.post(`${path}/parked`, named), [{ field: 'reason' }]);
  });
});

describe('a replay of a subscription [subscription.replay]', () => {
  it('begins after a place, whatever was acknowledged', async () => {
    const path = await subscription({ eventTypes: [OPENED] });
    const accounts = [await account(), await account()];
    const first = await client.get(`${path}/events?limit=1`);
    const from = first.headers.get('x-feed-position');
    const { cursor } = await next(path);
    await acknowledge(path, cursor);
    expectStatus(await client.post(`${path}/replay`, { from }), 200);
    const numbers = async (): Promise<unknown[]> =>
      (await next(path)).events.map(({ data }) => data['accountNumber']);
    expect(await numbers()).toEqual(accounts.slice(1));
    await acknowledge(path, cursor);
    expect(await numbers()).toEqual([]);
    expectStatus(await client.post(`${path}/replay`, {}), 200);
    expect(await numbers()).toEqual(expect.arrayContaining(accounts));
  });
});

describe('who may [subscription.resource]', () => {
  it('belongs to the firm itself: its members are refused, and others find nothing', async () => {
    const path = await subscription();
    const member = await service.member({}, client);
    for (const person of [firm.as(member), await service.personOf(firm.firmId, member)]) {
      for (const answer of [
        await person.get(path),
        await person.get(ROOT),
        await person.get(`${path}/events`),
        await person.put(path, {}),
        await person.post(`${path}/acknowledgements`, {}),
        await person.post(`${path}/parked`, {}),
        await person.get(`${path}/parked`),
        await person.request('DELETE', path),
      ]) {
        expectStatus(answer, 403);
      }
    }
    expectStatus(await service.client.get(path), 404);
    expectStatus(await service.client.get(`${path}/events`), 404);
    expectStatus(await service.client.post(`${path}/acknowledgements`, { cursor: 'cDA' }), 404);
    expectStatus(await service.client.request('DELETE', path), 404);
    for (const name of ['UPPER', '-x', 'x'.repeat(41), 'a_b', '%2e']) {
      expectStatus(await client.put(`${ROOT}/${name}`, {}), 404);
    }
  });

  it('is told how many there may be', async () => {
    const { client: other } = await service.otherFirm();
    for (let n = 0; n < 20; n++) expectStatus(await other.put(`${ROOT}/s${n}`, {}), 200);
    expectProblems(await other.put(`${ROOT}/another`, {}), [
      { errorCode: 'subscription.limit.rule' },
    ]);
    expectStatus(await other.put(`${ROOT}/s1`, { eventTypes: [OPENED] }), 200);
    expectStatus(await other.request('DELETE', `${ROOT}/s1`), 200);
    expectStatus(await other.put(`${ROOT}/another`, {}), 200);
    const { body } = await other.get(ROOT);
    expect((body as { name: string }[]).map(({ name }) => name)).toHaveLength(20);
  });
});

describe('the lag of a subscription [subscription.lag]', () => {
  it('is seen by its firm, by operators and in the metrics', async () => {
    const path = await subscription({ eventTypes: [OPENED] });
    const name = path.slice(ROOT.length + 1);
    await account();
    await service.head();
    const lag = async (): Promise<number> => Number((await read(client, path))['lagSeconds']);
    const { events, cursor } = await next(path);
    expect(events).toHaveLength(1);
    const seen = await service.auditor.get(`/operator/subscriptions?firmId=${firm.firmId}`);
    expect(seen.body).toContainEqual(
      expect.objectContaining({ name, firmId: firm.firmId, eventTypes: [OPENED] }),
    );
    const metrics = await (await fetch(new URL('/metrics', service.service.url))).text();
    expect(metrics).toMatch(
      new RegExp(
        `^brokerage_subscription_lag_seconds\\{subscription="${name}",firm="${firm.firmId}"\\} \\d`,
        'm',
      ),
    );
    await acknowledge(path, cursor);
    expect(await lag()).toBe(0);
  });
});
