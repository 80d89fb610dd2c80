import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrokerageClient } from '#libs/client';
import {
  expectExactly,
  expectStatus,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';
import { ActionsUnderTest } from './corporate-actions.fixture.js';
import type { Description, Operation } from './openapi.fixture.js';
import { placeOrder } from './orders.fixture.js';
import { until } from './webhooks.fixture.js';
import { webhookBody } from './writes/webhooks.writes.js';
import { makeWorld } from './writes/world.js';

let service: ServiceUnderTest;
/** Values of path parameters. */
let places: Readonly<Record<string, string>>;
let description: Description;
/** Paths of all operations that return a list, from the description. */
let lists: readonly (readonly [path: string, operation: Operation])[];

beforeAll(async () => {
  service = await ServiceUnderTest.start();
  const world = await makeWorld(service);
  const { account, folio, firm, owner, offer, webhook, link } = world;
  await makeMore(world);
  places = {
    accountnumber: account,
    folionumber: folio,
    firmId: firm,
    loginid: owner,
    oid: offer,
    webhookid: webhook,
    banklinkoid: link,
  };
  const answer = await fetch(`${service.service.url}/openapi.json`);
  description = (await answer.json()) as Description;
  lists = Object.entries(description.paths).flatMap(([path, { get }]) => {
    const type = get?.responses['200']?.content?.['application/json']?.schema.type;
    return get && type === 'array' ? [[path, get] as const] : [];
  });
  // every process and read model has caught up with what is listed
  await service.head();
});
afterAll(() => service.stop());

/** Adds a second and a third of everything of which the world has one. */
async function makeMore(world: Awaited<ReturnType<typeof makeWorld>>): Promise<void> {
  const { account, folio, firm, owner, offer } = world;
  const { client, backoffice, operator } = service;
  const base = `/restapi/accounts/${account}`;
  const feed = `/backoffice/accounts/${account}`;
  const puts: Record<string, unknown> = {};
  for (const n of [1, 2, 3]) {
    puts[`${feed}/folios/${folio}/transactions/${n}`] = {
      categoryName: 'Trades',
      transactionDesc: 'Bought 10 IBM',
      date: new Date().toISOString(),
    };
    puts[`${feed}/cashtransactions/${n}`] = {
      transactionType: 'AHD',
      sourceId: world.link,
      targetId: account,
      amount: '25.00',
      status: 'PD',
    };
    puts[`/backoffice/rtgs/30000${n}`] = {
      name: `Model ${n}`,
      targetWeights: [{ ticker: 'VTI', targetWeight: '100' }],
    };
    puts[`/backoffice/privateplacementoffers/${offer}/documents/d${n}`] = {
      name: `Document ${n}`,
      required: false,
      signable: false,
      data: Buffer.from('%PDF-1.7').toString('base64'),
    };
    puts[`/backoffice/members/${owner}/ifas/more${n}`] = { ifaType: 'NO' };
  }
  puts[`${feed}/folios/${folio}/positions`] = ['IBM', 'SPY', 'VTI'].map((ticker) => ({
    ticker,
    shareQuantity: '10',
  }));
  for (const [path, body] of Object.entries(puts))
    expectStatus(await backoffice.put(path, body), 200);
  const clients = `/backoffice/firms/${firm}/clients`;
  expectStatus(
    await operator.put(`${clients}/${uniqueName('key')}`, { loginId: uniqueName('api') }),
    200,
  );
  const weights = [
    { ticker: 'IBM', targetWeight: '40' },
    { ticker: 'SPY', targetWeight: '60' },
  ];
  expectStatus(await client.put(`${base}/folios/${folio}/targetweights`, weights), 200);
  for (let n = 0; n < 2; n++) {
    await placeOrder(client, folio);
    await new ActionsUnderTest(service, account).announce();
    expectStatus(await client.post('/restapi/webhooks', webhookBody), 201);
    const named = `/restapi/subscriptions/name${n === 0 ? '' : n}`;
    expectStatus(await client.put(named, { from: '2000-01-01' }), 200);
    const parked = { accountNumber: account, sequence: n + 1 };
    expectStatus(await client.post('/restapi/subscriptions/name/parked', parked), 200);
    const trustee = {
      loginId: uniqueName('t'),
      firstName: 'Tess',
      lastName: 'Fox',
      dateOfBirth: '1970-01-01',
      email1: 'tess@example.com',
    };
    expectStatus(await client.post('/restapi/trustees', trustee), 201);
    const subscription = {
      discretionary: false,
      solicited: true,
      privatePlacementOfferOid: offer,
      reasonForTrade: 'NS',
      requestedDollarAmount: '25000.00',
      side: '1',
    };
    const header = { 'x-associated-member-id': owner };
    const path = `${base}/privateplacementorders`;
    expectStatus(await client.post(path, subscription, header), 201);
  }
  for (const note of ['one', 'another']) {
    expectStatus(await client.post(`${base}/restrictions`, { note }), 201);
  }
}

/** Lists with fewer than two items in this world. */
const SHORT = new Set([
  '/restapi/accounts/{accountnumber}/customeragreement',
  '/restapi/webhooks/{webhookid}/deliveries',
  '/operator/audit/roots',
  '/operator/audit/sensitivereads',
  '/operator/erasures',
  '/operator/mails',
  '/operator/webhooks/{webhookid}/deliveries',
]);

const INVALID = { type: 'VALIDATION_FIELD', errorCode: 'invalid.value' } as const;

function callerOf(path: string): BrokerageClient {
  return path.startsWith('/operator/') ? service.operator : service.client;
}

function filled(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => places[name] ?? name);
}

const itemsOf = (body: unknown): readonly unknown[] => body as readonly unknown[];

/** Lists that grow with each read of them: their pages are in requests.spec.ts and audit-proof.spec.ts. */
const LOG = '/operator/audit/log';
const GROWING = new Set(['/restapi/requests', '/operator/firms/{firmId}/requests', LOG]);

const CONSUMERS = '/operator/consumers';
/** Lists whose items tell how far they are behind. */
const MOVING = new Set([CONSUMERS, '/restapi/subscriptions', '/operator/subscriptions']);
/** The fields of an item that don't change from one page to the next. */
const told = (path: string, body: unknown): readonly unknown[] =>
  MOVING.has(path) ? itemsOf(body).map((one) => (one as { name: string }).name) : itemsOf(body);

describe('Every list [lists.pages]', () => {
  it('takes limit and cursor, described once, and leads to the next page', () => {
    expect(lists.length).toBeGreaterThan(30);
    for (const [path, { parameters = [], responses }] of lists) {
      const references = parameters.map(({ $ref, name }) => $ref?.split('/').at(-1) ?? name);
      expect([path, references]).toEqual([path, expect.arrayContaining(['PageLimit'])]);
      expect(references.some((name) => name === 'PageCursor' || name === 'cursor')).toBe(true);
      expect([path, responses['200']]).toEqual([
        path,
        expect.objectContaining({ headers: expect.objectContaining({ Link: expect.anything() }) }),
      ]);
    }
  });

  it('has the same items page by page, along absolute links, as at once [request.location]', async () => {
    const short: string[] = [];
    for (const [path] of lists) {
      if (GROWING.has(path)) continue;
      const caller = callerOf(path);
      // a consumer is listed once it has a checkpoint, which moves with the reads of this test
      if (path === CONSUMERS) {
        await until(
          async () => itemsOf((await caller.get(path)).body),
          ({ length }) => length > 1,
        );
      }
      const all = await caller.get(filled(path));
      expectStatus(all, 200);
      const count = itemsOf(all.body).length;
      if (count < 2) short.push(path);
      const found: unknown[] = [];
      let next: string | undefined = `${filled(path)}?limit=${count > 20 ? 7 : 1}`;
      while (next !== undefined) {
        const page = await caller.get(next);
        expectStatus(page, 200);
        found.push(...itemsOf(page.body));
        next = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
        if (next !== undefined) {
          expect(next.startsWith(`${service.service.url}${filled(path)}?`)).toBe(true);
        }
      }
      expect({ path, found: told(path, found) }).toEqual({ path, found: told(path, all.body) });
    }
    expect(short.filter((path) => !SHORT.has(path))).toEqual([]);
  });

  it('refuses a limit outside 1 to 1,000, and a made-up cursor', async () => {
    for (const [path] of lists) {
      for (const limit of ['0', '1001', 'x']) {
        const answer = await callerOf(path).get(`${filled(path)}?limit=${limit}`);
        expectExactly(answer, [{ ...INVALID, field: 'limit' }]);
      }
      const answer = await callerOf(path).get(`${filled(path)}?cursor=x`);
      expectExactly(answer, [{ ...INVALID, field: 'cursor' }]);
    }
  });

  it('can be asked for a thousand items', async () => {
    for (const [path] of lists) {
      expectStatus(await callerOf(path).get(`${filled(path)}?limit=1000`), 200);
    }
  });
});

/** The rows of a CSV text (RFC 4180). */
function rowsOf(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of csv.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** A value by the name of its column. */
function at(item: unknown, column: string): unknown {
  return column
    .split('.')
    .reduce((value, name) => (value as Record<string, unknown> | undefined | null)?.[name], item);
}

const AS_CSV = { accept: 'text/csv' };

describe('Every list as CSV [lists.csv]', () => {
  it('has a row of names and one for each item, with the values of JSON, page by page', async () => {
    const begun = new Date().toISOString();
    for (const [path, { responses }] of lists) {
      expect([path, responses['200']?.content]).toEqual([
        path,
        expect.objectContaining({ 'text/csv': expect.anything() }),
      ]);
      const caller = callerOf(path);
      const still = path === LOG ? 'order=oldest' : `to=${encodeURIComponent(begun)}`;
      const query = GROWING.has(path) ? `limit=2&${still}` : 'limit=2';
      const json = await caller.get(`${filled(path)}?${query}`);
      const csv = await caller.get(`${filled(path)}?${query}`, AS_CSV);
      expect([path, csv.status, csv.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/csv; charset=utf-8; header=present',
      ]);
      expect(csv.headers.get('vary')).toContain('Accept');
      expect(csv.headers.get('link')).toBe(json.headers.get('link'));
      const [names = [], ...rows] = rowsOf(String(csv.body));
      const items = itemsOf(json.body);
      expect([path, rows.length]).toEqual([path, items.length]);
      rows.forEach((row, index) => {
        expect([path, row.length]).toEqual([path, names.length]);
        names.forEach((name, column) => {
          const value = at(items[index], name);
          if (typeof value !== 'string' || name === 'lagSeconds') return;
          expect([path, name, row[column]?.replace(/^'(?=[-=+@])/, '')]).toEqual([
            path,
            name,
            value,
          ]);
        });
      });
    }
  });

  it('shows a text that begins like a formula as a text', async () => {
    const { client } = await service.otherFirm();
    await service.member({ lastName: 'Sum', employerName: '=HYPERLINK("x")' }, client);
    const { body } = await client.get('/restapi/members', AS_CSV);
    const [names = [], row = []] = rowsOf(String(body));
    expect(row[names.indexOf('employerName')]).toBe(`'=HYPERLINK("x")`);
    expect(row[names.indexOf('primaryAddress.city')]).not.toBe('');
  });

  it('comes where it is preferred; a single resource has no such form [errors.406]', async () => {
    const typeOf = async (accept: string): Promise<string | null> =>
      (await service.client.get('/restapi/accounts', { accept })).headers.get('content-type');
    expect(await typeOf('text/csv, application/json')).toMatch(/^text\/csv/);
    expect(await typeOf('application/json, text/csv;q=0.5')).toMatch(/^application\/json/);
    expect(await typeOf('*/*')).toMatch(/^application\/json/);
    expect(await typeOf('text/*')).toMatch(/^text\/csv/);
    const one = filled('/restapi/accounts/{accountnumber}');
    expectStatus(await service.client.get(one, AS_CSV), 406);
    expectStatus(await service.client.get(one, { accept: 'text/*' }), 406);
  });
});

describe('What is compressed [lists.compressed]', () => {
  const get = (path: string, coding: string, headers: object = {}): Promise<Response> =>
    fetch(service.service.url + path, {
      headers: {
        authorization: `Bearer ${service.credentials.tokens.client}`,
        'accept-encoding': coding,
        ...headers,
      },
    });

  it.each(['br', 'gzip'])('a list, as JSON and CSV, reads the same: %s', async (coding) => {
    for (const headers of [{}, AS_CSV]) {
      const [plain, coded] = [
        await get('/restapi/members', 'identity', headers),
        await get('/restapi/members', coding, headers),
      ];
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(coded.headers.get('content-encoding')).toBe(coding);
      for (const { headers: own } of [plain, coded]) {
        expect(own.get('vary')).toBe('Accept, Accept-Encoding');
      }
      expect(await coded.text()).toBe(await plain.text());
    }
  });

  it('a document has a tag of its own in each coding, and is known by it', async () => {
    const tags = new Set<string>();
    for (const coding of ['identity', 'gzip', 'br']) {
      const { headers } = await get('/openapi.json', coding);
      const tag = headers.get('etag') ?? '';
      expect(tag).toMatch(/^"[\w-]+"$/);
      tags.add(tag);
      expect((await get('/openapi.json', coding, { 'if-none-match': tag })).status).toBe(304);
    }
    expect(tags.size).toBe(3);
  });

  it('neither short lists, nor what has a revision, nor answers to writes', async () => {
    const one = filled('/restapi/members/{loginid}');
    const list = filled('/restapi/accounts/{accountnumber}/permissions');
    for (const path of [one, list, '/restapi/members?limit=1&loginId=nobody']) {
      const { headers, status } = await get(path, 'br');
      expect([path, status, headers.get('content-encoding')]).toEqual([path, 200, null]);
    }
  });
});
