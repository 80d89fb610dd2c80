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
import { webhookBody } from './writes/webhooks.writes.js';
import { makeWorld } from './writes/world.js';

let service: ServiceUnderTest;
/** Values of the parameters of paths. */
let places: Readonly<Record<string, string>>;
let description: Description;
/** Paths of all operations that answer a list, as the description has them. */
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
  // what is listed is there in every process and read model
  await service.head();
});
afterAll(() => service.stop());

/** A second one, and a third, of what the world has one of. */
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

/** Lists that this world has fewer than two items of. */
const SHORT = new Set([
  '/restapi/accounts/{accountnumber}/customeragreement',
  '/restapi/webhooks/{webhookid}/deliveries',
  '/operator/audit/roots',
  '/operator/audit/sensitivereads',
  '/operator/erasures',
  '/operator/mails',
]);

const INVALID = { type: 'VALIDATION_FIELD', errorCode: 'invalid.value' } as const;

function callerOf(path: string): BrokerageClient {
  return path.startsWith('/operator/') ? service.operator : service.client;
}

function filled(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => places[name] ?? name);
}

const itemsOf = (body: unknown): readonly unknown[] => body as readonly unknown[];

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

  it('has the same items page by page, along absolute links, as at once', async () => {
    const short: string[] = [];
    for (const [path] of lists) {
      const caller = callerOf(path);
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
      expect({ path, found }).toEqual({ path, found: all.body });
    }
    expect(short.filter((path) => !SHORT.has(path))).toEqual([]);
  });

  it('refuses a limit beyond 1 to 1,000, and a cursor of its own making', async () => {
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
