import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrokerageClient, ClientAnswer } from '#libs/client';
import { toPublishedEvent } from '#libs/contexts/feed';
import { StreamReader } from '../support/feed-reader.js';
import { contract } from '../support/published-events.js';
import { goldenEvents } from '../support/golden-events.js';
import {
  expectProblems,
  expectStatus,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';

interface Published {
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly subject: string;
  readonly sequence: string;
  readonly position: string;
  readonly data: Readonly<Record<string, unknown>>;
}

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await ServiceUnderTest.shared();
});
afterAll(() => service.stop());

const eventsOf = (answer: ClientAnswer): Published[] => {
  expectStatus(answer, 200);
  return answer.body as Published[];
};
const cursorOf = (answer: ClientAnswer): string => answer.headers.get('x-feed-cursor') ?? '';

/** Every event of a feed, page by page. */
async function all(client: BrokerageClient, path: string, limit = 3): Promise<Published[]> {
  const events: Published[] = [];
  let next: string | undefined = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`;
  while (next !== undefined) {
    const answer: ClientAnswer = await client.get(next);
    events.push(...eventsOf(answer));
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return events;
}

async function folio(accountNumber: string): Promise<void> {
  const body = { folioName: 'Growth', accountNumber, dividendReinvest: true };
  expectStatus(await service.client.post(`/restapi/accounts/${accountNumber}/folios`, body), 201);
}

describe('the subject of an event [feed.events]', () => {
  it('is the path of something that can be read', async () => {
    const { paths } = (await service.client.get('/openapi.json')).body as {
      readonly paths: Readonly<Record<string, { readonly get?: unknown }>>;
    };
    const readable = Object.entries(paths)
      .filter(([, operations]) => operations.get !== undefined)
      .map(([path]) => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`));
    const parts = { id: 'id', accountNumber: 'A', sequence: 1, time: '2026-01-01T00:00:00Z' };
    const subjects = [...(await goldenEvents())].flatMap(([name, { decoded }]) => {
      const draft = contract.draft({ type: name.replace(/\.v\d+$/, ''), data: decoded as object });
      return draft === undefined ? [] : [toPublishedEvent(draft, parts)];
    });
    expect(subjects.length).toBeGreaterThan(40);
    const nowhere = subjects.filter(({ subject }) => !readable.some((path) => path.test(subject)));
    expect(nowhere.map(({ type, subject }) => [type, subject])).toEqual([]);
  });
});

describe('GET /restapi/accounts/{a}/events [feed.account]', () => {
  it('answers CloudEvents with a sequence from 1 without a hole, the caller’s own writes included [feed.events]', async () => {
    const accountNumber = await service.openAccount();
    await folio(accountNumber);
    const path = `/restapi/accounts/${accountNumber}/events`;
    const events = eventsOf(await service.client.get(path));
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, at) => String(at + 1)));
    expect(events[0]).toEqual({
      specversion: '1.0',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      source: `/restapi/accounts/${accountNumber}`,
      type: 'brokerage.account.opened.v1',
      subject: `/restapi/accounts/${accountNumber}`,
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      datacontenttype: 'application/json',
      sequence: '1',
      sequencetype: 'Integer',
      position: expect.stringMatching(/^c[DGH]/),
      data: { accountNumber, accountType: 'I' },
    });
    const types = events.map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining([
        'brokerage.agreement.signed.v1',
        'brokerage.account.restriction-lifted.v1',
        'brokerage.item-for-attention.raised.v1',
        'brokerage.item-for-attention.answered.v1',
      ]),
    );
    expect(types.at(-1)).toBe('brokerage.folio.created.v1');
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    expect(await all(service.client, path)).toEqual(events);
  });

  it('goes on from a cursor, which stays good [feed.cursor]', async () => {
    const accountNumber = await service.openAccount();
    const path = `/restapi/accounts/${accountNumber}/events`;
    const first = await service.client.get(path);
    const cursor = cursorOf(first);
    const none = await service.client.get(`${path}?cursor=${cursor}`);
    expect([eventsOf(none), cursorOf(none), none.headers.get('link')]).toEqual([[], cursor, null]);
    await folio(accountNumber);
    const news = eventsOf(await service.client.get(`${path}?cursor=${cursor}`));
    expect(news.map(({ type }) => type)).toEqual(['brokerage.folio.created.v1']);
    expect(news[0]?.sequence).toBe(String(eventsOf(first).length + 1));
  });

  it('holds no personal data [feed.events]', async () => {
    const owner = await service.member();
    const accountNumber = await service.openAccount({ primaryAccountOwner: owner });
    const contact = {
      firstName: 'Zebedee',
      lastName: 'Quartermain',
      email: 'z@example.com',
      telephone: '212-555-0199',
    };
    expectStatus(
      await service.client.put(`/restapi/accounts/${accountNumber}`, {
        accountNumber,
        trustedContacts: [contact],
      }),
      200,
    );
    const path = `/restapi/accounts/${accountNumber}/events`;
    const events = eventsOf(await service.client.get(path));
    expect(events.at(-1)?.data).toEqual({ accountNumber, changed: ['trustedContacts'] });
    const text = JSON.stringify(events);
    for (const personal of [owner, 'Zebedee', 'Quartermain', 'z@example.com', '212-555']) {
      expect(text).not.toContain(personal);
    }
  });

  it('is for those who may read details: 404 for another firm, 403 without a permission', async () => {
    const accountNumber = await service.account();
    const path = `/restapi/accounts/${accountNumber}/events`;
    const other = await service.otherFirm();
    expect((await other.client.get(path)).status).toBe(404);
    const stranger = await service.member();
    expect((await service.as(stranger).get(path)).status).toBe(403);
    expect((await service.auditor.get(path)).status).toBe(200);
    expect((await service.backoffice.get(path)).status).toBe(403);
    await service.client.post(`/restapi/accounts/${accountNumber}/permissions`, {
      loginId: stranger,
      permission: 'SV',
      alertLevel: 'none',
      listOnReport: false,
    });
    expect((await service.as(stranger).get(path)).status).toBe(403);
  });

  it('begins from a token or a time, and says what each event is about [feed.from feed.position]', async () => {
    const accountNumber = await service.openAccount();
    const path = `/restapi/accounts/${accountNumber}`;
    const rename = async (accountName: string): Promise<string> => {
      const answer = await service.client.put(path, { accountName });
      expectStatus(answer, 200);
      return answer.headers.get('x-consistency-token') ?? '';
    };
    const token = await rename(uniqueName('a').slice(0, 16));
    const at = new Date().toISOString();
    const [one, other] = [uniqueName('b').slice(0, 16), uniqueName('c').slice(0, 16)];
    await rename(one);
    await rename(other);
    for (const from of [token, at]) {
      for (const feed of [`${path}/events`, '/restapi/events']) {
        const answer = await service.client.get(
          `${feed}?from=${encodeURIComponent(from)}&limit=1000`,
        );
        const found = eventsOf(answer).filter(({ subject }) => subject === path);
        const names = await Promise.all(
          found.map(async ({ position }) => {
            const then = await service.client.get(`${path}?asOf=${position}`);
            return (then.body as { accountName: string }).accountName;
          }),
        );
        expect(names.slice(-2)).toEqual([one, other]);
        expect(names.length).toBeLessThanOrEqual(from === token ? 3 : 2);
        const since = { 'x-consistency-token': answer.headers.get('x-feed-position') ?? '' };
        expectStatus(await service.client.get(path, since), 200);
        const on = `${feed}?from=${encodeURIComponent(from)}&cursor=${cursorOf(answer)}`;
        expect(eventsOf(await service.client.get(on))).toEqual([]);
      }
    }
    for (const from of ['yesterday', '2999-01-01T00:00:00Z', '7']) {
      expectProblems(await service.client.get(`${path}/events?from=${from}`), [{ field: 'from' }]);
    }
  });

  it('refuses a position that the feed has not reached, for pages and streams, of an account and of the firm [feed.cursor]', async () => {
    const accountNumber = await service.account();
    const account = `/restapi/accounts/${accountNumber}/events`;
    const newest = eventsOf(await service.client.get(account)).length;
    const place = (text: string): string => Buffer.from(text).toString('base64url');
    for (const [path, cursor] of [
      [account, place(`s${newest + 1}`)],
      ['/restapi/events', place('p999999999999')],
    ] as const) {
      expectProblems(await service.client.get(`${path}?cursor=${cursor}`), [{ field: 'cursor' }]);
      const headers = { 'last-event-id': cursor };
      const stream = await StreamReader.open(service.client, path, headers);
      expect(stream.response.status).toBe(400);
    }
    expectStatus(await service.client.get(`${account}?cursor=${place(`s${newest}`)}`), 200);
    const cursor = cursorOf(await service.client.get('/restapi/events'));
    expectStatus(await service.client.get(`/restapi/events?cursor=${cursor}`), 200);
  });

  it.each(['x', '', 'czE=', 'c!', 'cDE', 'c-2'])('refuses the cursor %j', async (cursor) => {
    const accountNumber = await service.account();
    const path = `/restapi/accounts/${accountNumber}/events?cursor=${cursor}`;
    expectProblems(await service.client.get(path), [{ field: 'cursor' }]);
  });
});

describe('a filtered feed [feed.filter]', () => {
  it('has the events of the types and accounts, page by page, and its cursor passes the others', async () => {
    const firm = await service.otherFirm();
    const [one, two] = [
      await service.account({ billingPlanOid: firm.planOid }, firm.client),
      await service.account({ billingPlanOid: firm.planOid }, firm.client),
    ];
    const foreign = await service.account();
    await service.head();
    const opened = 'brokerage.account.opened.v1';
    const accountsOf = async (query: string): Promise<unknown[]> =>
      (await all(firm.client, `/restapi/events?${query}`, 1)).map(({ type, data }) => [
        type === opened,
        data['accountNumber'],
      ]);
    expect(await accountsOf(`eventTypes=${opened}`)).toEqual([
      [true, one],
      [true, two],
    ]);
    expect(await accountsOf(`eventTypes=${opened}&accounts=${two}`)).toEqual([[true, two]]);
    const types = [opened, 'brokerage.account.restricted.v1'].join();
    const ofBoth = await accountsOf(`eventTypes=${types}&accounts=${one},${two},${foreign}`);
    expect(new Set(ofBoth.map((event) => (event as unknown[])[1]))).toEqual(new Set([one, two]));
    expect(await accountsOf(`accounts=${foreign}`)).toEqual([]);
    const none = await firm.client.get(`/restapi/events?accounts=${foreign}`);
    const after = await firm.client.get(`/restapi/events?cursor=${cursorOf(none)}`);
    expect(eventsOf(after)).toEqual([]);
    const path = `/restapi/accounts/${one}/events`;
    const ofType = await firm.client.get(`${path}?eventTypes=brokerage.folio.created.v1`);
    expect(eventsOf(ofType)).toEqual([]);
    expect(cursorOf(ofType)).toBe(cursorOf(await firm.client.get(path)));
  });

  it('takes no other types, and nothing that is no account number', async () => {
    const type = 'brokerage.acount.opened.v1';
    const message =
      'It must be an event type that /asyncapi.json lists, such as brokerage.account.opened.v1.';
    const problem = { field: 'eventTypes', errorCode: 'invalid.choice', message };
    expectProblems(await service.client.get(`/restapi/events?eventTypes=${type}`), [problem]);
    const body = { url: 'https://hooks.example.com/', eventTypes: [type] };
    expectProblems(await service.client.post('/restapi/webhooks', body), [
      { ...problem, message: `eventTypes[0]: ${message}` },
    ]);
    const query = 'accounts=of-jane';
    expectProblems(await service.client.get(`/restapi/events?${query}`), [
      { field: 'accounts', errorCode: 'invalid.value' },
    ]);
  });
});

describe('GET /restapi/events [feed.firm]', () => {
  it('answers all accounts of the firm and no other’s, each in order', async () => {
    const firm = await service.otherFirm();
    const fields = { billingPlanOid: firm.planOid };
    const accounts = [
      await service.account(fields, firm.client),
      await service.account(fields, firm.client),
    ];
    await service.account();
    const events = await all(firm.client, '/restapi/events');
    expect([...new Set(events.map(({ data }) => data['accountNumber']))].sort()).toEqual(
      [...accounts].sort(),
    );
    for (const accountNumber of accounts) {
      const own = events.filter(({ data }) => data['accountNumber'] === accountNumber);
      expect(own.map(({ sequence }) => Number(sequence))).toEqual(own.map((_, at) => at + 1));
      const single = await all(firm.client, `/restapi/accounts/${accountNumber}/events`);
      expect(own).toEqual(single);
    }
  });

  it('shows a member the accounts it may read', async () => {
    const firm = await service.otherFirm();
    const owner = await service.member({}, firm.client);
    const fields = { billingPlanOid: firm.planOid };
    const own = await service.account({ ...fields, primaryAccountOwner: owner }, firm.client);
    await service.account(fields, firm.client);
    const events = await all(firm.as(owner), '/restapi/events');
    expect([...new Set(events.map(({ data }) => data['accountNumber']))]).toEqual([own]);
  });

  it('goes on from where the last page ended, also when it was empty [feed.cursor]', async () => {
    const firm = await service.otherFirm();
    const none = await firm.client.get('/restapi/events');
    expect(eventsOf(none)).toEqual([]);
    const account = await service.account({ billingPlanOid: firm.planOid }, firm.client);
    const news = await firm.client.get(`/restapi/events?cursor=${cursorOf(none)}`);
    expect(eventsOf(news)[0]?.data).toMatchObject({ accountNumber: account });
  });

  it('is for clients and auditors, and refuses an account’s cursor', async () => {
    expect((await service.backoffice.get('/restapi/events')).status).toBe(403);
    expect((await service.auditor.get('/restapi/events?limit=1')).status).toBe(200);
    const account = await service.account();
    const cursor = cursorOf(await service.client.get(`/restapi/accounts/${account}/events`));
    const wrong = await service.client.get(`/restapi/events?cursor=${cursor}`);
    const message = expect.stringContaining('no cursor of this feed') as unknown as string;
    expectProblems(wrong, [{ field: 'cursor', message }]);
    const headers = { 'last-event-id': cursor };
    const resumed = await service.client.get('/restapi/events', headers);
    expectProblems(resumed, [{ field: 'Last-Event-ID', message }]);
    const tooMany = await service.client.get('/restapi/events?limit=1001');
    expectProblems(tooMany, [
      { field: 'limit', message: 'It must be a whole number from 1 up to 1000.' },
    ]);
  });
});
