import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrokerageClient, ClientAnswer } from '#libs/client';
import { addDays, businessDate } from '#libs/platform/kernel';
import {
  expectExactly,
  expectStatus,
  memberBody,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';
import { newFolio, ordersPath, placeOrder } from './orders.fixture.js';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await ServiceUnderTest.shared();
});
afterAll(() => service.stop());

/** Cursor of the next page, which must exist. */
async function cursorOf(client: BrokerageClient, path: string): Promise<string> {
  const { headers } = await client.get(path);
  const cursor = /[?&]cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1];
  return cursor ?? `none of ${path}`;
}

const INVALID_CURSOR = [{ field: 'cursor', errorCode: 'invalid.value' }] as const;

/** Consistency token of a write, for as-of reads. */
async function tokenOf(write: Promise<ClientAnswer>): Promise<string> {
  const answer = await write;
  expectStatus(answer, 200);
  return answer.headers.get('x-consistency-token') ?? '';
}

/** A field of every item of a list, read two items per page. */
async function pageByPage(
  client: BrokerageClient,
  path: string,
  field: string,
): Promise<unknown[]> {
  const found: unknown[] = [];
  let next: string | undefined = `${path}&limit=2`;
  while (next !== undefined) {
    const page = await client.get(next);
    expectStatus(page, 200);
    found.push(...(page.body as Record<string, unknown>[]).map((item) => item[field]));
    next = /^<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
  }
  return found;
}

/** A field of every item of a list, in order. */
async function fieldOf(client: BrokerageClient, path: string, field: string): Promise<unknown[]> {
  const answer = await client.get(path);
  expectStatus(answer, 200);
  return (answer.body as Record<string, unknown>[]).map((item) => item[field]);
}

describe('GET /restapi/members [lists.pages]', () => {
  const members = (client: BrokerageClient, query = ''): Promise<unknown[]> =>
    fieldOf(client, `/restapi/members${query}`, 'loginId');

  it('has the members of the caller’s firm, by login id, as each is read alone', async () => {
    const other = await service.otherFirm();
    const made = [await service.member({}, other.client), await service.member({}, other.client)];
    expect(await members(other.client)).toEqual(made.sort());
    expect(await members(service.client)).not.toEqual(expect.arrayContaining(made));
    expect(await members(service.auditor)).toEqual(expect.arrayContaining(made));
    const [first] = (await other.client.get('/restapi/members')).body as object[];
    expect(first).toEqual((await other.client.get(`/restapi/members/${made[0]}`)).body);
    expectStatus(await service.backoffice.get('/restapi/members'), 403);
  });

  it('can be narrowed by login id, name and e-mail address', async () => {
    const { client } = await service.otherFirm();
    const prefix = uniqueName('find').toLowerCase();
    const [one, two] = [`${prefix}.1`, `${prefix}.2`];
    const email = `${prefix}@example.com`;
    await service.member({ loginId: one, firstName: 'Zoë', lastName: 'O’Hara' }, client);
    await service.member({ loginId: two, email2: email }, client);
    await service.member({}, client);
    expect(await members(client, `?loginId=${prefix}`)).toEqual([one, two]);
    for (const name of ['zoë o’h', "ZOE O'H"]) {
      expect(await members(client, `?name=${encodeURIComponent(name)}`)).toEqual([one]);
    }
    expect(await members(client, `?email=${email.toUpperCase()}`)).toEqual([two]);
    expect(await members(client, `?email=${email}&loginId=${one}`)).toEqual([]);
    expect(await members(client, `?loginId=${prefix}&limit=1`)).toEqual([one]);
    expect(await members(service.client, `?loginId=${prefix}`)).toEqual([]);
    expectExactly(await client.get('/restapi/members?tid=123456789'), [
      { type: 'SYNTAX', field: 'tid' },
    ]);
  });

  it('shows a person the own profile and those of the own clients', async () => {
    const [advisor, stranger] = [await service.member(), await service.member()];
    const acting = service.as(advisor);
    const client = await service.member({}, acting);
    expect(await members(acting)).toEqual([advisor, client].sort());
    expect(await members(acting)).not.toContain(stranger);
  });
});

describe('GET /restapi/firms [lists.pages]', () => {
  it('has the caller’s firm and its corporate firms; persons see those they have to do with', async () => {
    const { client, firmId, as } = await service.otherFirm();
    const firms = (of: BrokerageClient, query = ''): Promise<unknown[]> =>
      fieldOf(of, `/restapi/firms${query}`, 'firmId');
    const [rep, stranger] = [await service.member({}, client), await service.member({}, client)];
    const made = await client.post('/restapi/firms', {
      firmName: 'Doe & Sons LLC',
      firmTaxId: '123456789',
      firmTaxIdType: 'TIN',
      firmRep: rep,
      primaryAddress: memberBody()['primaryAddress'],
    });
    expectStatus(made, 201);
    const company = made.location?.split('/').at(-1);
    expect((await firms(client)).sort()).toEqual([firmId, company].sort());
    expect(await firms(client, '?firmType=G')).toEqual([company]);
    expect(await firms(client, '?name=doe%20%26')).toEqual([company]);
    expect((await firms(as(rep))).sort()).toEqual([firmId, company].sort());
    expect(await firms(as(stranger))).toEqual([firmId]);
    expect(await firms(service.client)).not.toContain(company);
    expect(await firms(service.auditor)).toContain(company);
    const problem = { field: 'firmType', errorCode: 'invalid.choice' };
    expectExactly(await client.get('/restapi/firms?firmType=X'), [problem]);
  });
});

describe('GET /restapi/accounts [lists.pages]', () => {
  it('can be narrowed by owner, type, status and name', async () => {
    const { client, planOid: billingPlanOid } = await service.otherFirm();
    const [jane, joe] = [await service.member({}, client), await service.member({}, client)];
    const open = (fields: object): Promise<string> =>
      service.account({ billingPlanOid, primaryAccountOwner: jane, ...fields }, client);
    const own = await open({ accountName: 'Rainy Days' });
    const joint = await open({ accountType: 'J', jointOwners: [joe], accountName: 'House' });
    const ira = await open({ accountType: 'R', accountName: 'Later days' });
    const accounts = async (query: string): Promise<unknown[]> =>
      (await fieldOf(client, `/restapi/accounts?${query}`, 'accountNumber')).sort();
    expect(await accounts(`owner=${jane}`)).toEqual([own, joint, ira].sort());
    expect(await accounts(`owner=${joe}`)).toEqual([joint]);
    expect(await accounts('accountType=I,R')).toEqual([own, ira].sort());
    expect(await accounts('accountName=DAYS')).toEqual([own, ira].sort());
    expect(await accounts(`accountName=days&accountType=R&owner=${jane}`)).toEqual([ira]);
    expect(await accounts('accountStatus=OPEN')).toEqual([]);
    expect(await accounts('accountStatus=RESTRICTED')).toEqual([own, joint, ira].sort());
    expect(await accounts('limit=2')).toHaveLength(2);
    const foreign = await cursorOf(client, '/restapi/members?limit=1');
    expectExactly(await client.get(`/restapi/accounts?cursor=${foreign}`), INVALID_CURSOR);
    const problem = { field: 'accountType', errorCode: 'invalid.choice' };
    const refused = await client.get('/restapi/accounts?accountType=I,x');
    expectExactly(refused, [problem]);
    expect(refused.body).toMatchObject([
      { message: expect.stringContaining('accountType[1]: It must be one of 9, I, J') },
    ]);
  });
});

describe('the orders of a folio [lists.pages]', () => {
  it('can be narrowed by state and by date', async () => {
    const owner = await service.member();
    const account = await service.openAccount({ primaryAccountOwner: owner });
    const folio = await newFolio(service, account);
    const path = ordersPath(folio);
    const idOf = (location: string | undefined): string => location?.split('/').at(-1) ?? '';
    const [first, second] = [
      idOf(await placeOrder(service.client, folio)),
      idOf(await placeOrder(service.client, folio)),
    ];
    expectStatus(await service.client.put(`${path}/${first}`, { state: 'C' }), 200);
    const orders = (query: string): Promise<unknown[]> =>
      fieldOf(service.client, `${path}?${query}`, 'folioOrderOid');
    expect(await orders('state=O')).toEqual([second]);
    expect(await orders('state=C,F')).toEqual([first]);
    const now = encodeURIComponent(new Date().toISOString());
    expect(await orders(`to=${now}`)).toEqual([second, first]);
    expect(await orders(`from=${now}`)).toEqual([]);
    const problem = { field: 'state', errorCode: 'invalid.choice' };
    expectExactly(await service.client.get(`${path}?state=x`), [problem]);
    expectExactly(await service.client.get(`${path}?state=`), [
      { field: 'state', errorCode: 'invalid.value' },
    ]);
  });

  it('can be asked for by days of New York alone [lists.periods]', async () => {
    const owner = await service.member();
    const account = await service.openAccount({ primaryAccountOwner: owner });
    const folio = await newFolio(service, account);
    const path = ordersPath(folio);
    await placeOrder(service.client, folio);
    const [order] = (await service.client.get(path)).body as readonly { creationDate: string }[];
    const day = businessDate(new Date(order?.creationDate ?? '').toISOString());
    const count = async (query: string): Promise<number> =>
      (await fieldOf(service.client, `${path}?${query}`, 'state')).length;
    expect(await count(`from=${day}&to=${day}`)).toBe(1);
    expect(await count(`from=${addDays(day, 1)}`)).toBe(0);
    expect(await count(`to=${addDays(day, -1)}`)).toBe(0);
    const problems = ['from', 'to'].map((field) => ({ field, errorCode: 'invalid.date' }));
    expectExactly(await service.client.get(`${path}?from=2026-02-30&to=${day}x`), problems);
  });
});

describe('sort [lists.sort]', () => {
  const NAMES = ['beta', 'Ärger', 'Alpha', 'gamma', 'Delta'];
  const SORTED = ['Alpha', 'Ärger', 'beta', 'Delta', 'gamma'];
  const list = '/restapi/accounts';

  it('has accounts by name, creation or number, whoever asks', async () => {
    const { client, as, planOid: billingPlanOid } = await service.otherFirm();
    const primaryAccountOwner = await service.member({}, client);
    const numbers: string[] = [];
    for (const accountName of NAMES) {
      numbers.push(
        await service.account({ accountName, billingPlanOid, primaryAccountOwner }, client),
      );
    }
    for (const caller of [client, as(primaryAccountOwner)]) {
      const sorted = (query: string, field = 'accountName'): Promise<unknown[]> =>
        pageByPage(caller, `${list}?sort=${query}`, field);
      expect(await sorted('accountName')).toEqual(SORTED);
      expect(await sorted('-accountName')).toEqual(SORTED.toReversed());
      expect(await sorted('creationDate')).toEqual(NAMES);
      expect(await sorted('-creationDate')).toEqual(NAMES.toReversed());
      expect(await sorted('accountNumber', 'accountNumber')).toEqual(numbers.toSorted());
      expect(await sorted('-accountNumber', 'accountNumber')).toEqual(
        numbers.toSorted().toReversed(),
      );
      expect(await sorted('-accountName&accountName=ta')).toEqual(['Delta', 'beta']);
    }
    const everybody = await service.auditor.get(`${list}?sort=accountName`);
    const inFirm = (everybody.body as Record<string, unknown>[]).filter(({ accountNumber }) =>
      numbers.includes(String(accountNumber)),
    );
    expect(inFirm.map(({ accountName }) => accountName)).toEqual(SORTED);
    const csv = await client.get(`${list}?sort=-accountName&limit=2`, { accept: 'text/csv' });
    expect(String(csv.body)).toMatch(/gamma[^]*Delta/);
  });

  it('follows a change of name, and asOf has the names and their order of then [request.as-of]', async () => {
    const { client, as, planOid: billingPlanOid } = await service.otherFirm();
    const primaryAccountOwner = await service.member({}, client);
    const open = (accountName: string): Promise<string> =>
      service.account({ accountName, billingPlanOid, primaryAccountOwner }, client);
    const first = await open('Alpha');
    await open('Beta');
    await open('Gamma');
    const change = (fields: object): Promise<string> =>
      tokenOf(client.put(`${list}/${first}`, { accountNumber: first, ...fields }));
    const then = await change({ accountName: 'Aleph' });
    await change({ accountName: 'Zeta' });
    for (const caller of [client, as(primaryAccountOwner)]) {
      const names = (query = ''): Promise<unknown[]> =>
        pageByPage(caller, `${list}?sort=accountName${query}`, 'accountName');
      expect(await names()).toEqual(['Beta', 'Gamma', 'Zeta']);
      expect(await names(`&asOf=${then}`)).toEqual(['Aleph', 'Beta', 'Gamma']);
    }
  });

  it('has members by last and first name, and by login id', async () => {
    const { client } = await service.otherFirm();
    const people = [
      ['Zoë', 'Doe'],
      ['Ann', 'doe Lee'],
      ['Ann', 'Abel'],
      ['Ann', 'Doe'],
      ['Ann', 'Öhm'],
    ] as const;
    const email1 = `${uniqueName('same')}@example.com`;
    const loginIds: string[] = [];
    for (const [firstName, lastName] of people) {
      loginIds.push(await service.member({ firstName, lastName, email1 }, client));
    }
    const [zoe, lee, abel, ann, ohm] = loginIds;
    const sorted = (query: string): Promise<unknown[]> =>
      pageByPage(client, `/restapi/members?${query}`, 'loginId');
    const byName = [abel, ann, zoe, lee, ohm];
    for (const filter of ['', `&email=${email1}`, `&asOf=${new Date().toISOString()}`]) {
      expect(await sorted(`sort=name${filter}`)).toEqual(byName);
      expect(await sorted(`sort=-name${filter}`)).toEqual(byName.toReversed());
      expect(await sorted(`sort=-loginId${filter}`)).toEqual(loginIds.toSorted().toReversed());
    }
    expect(await sorted(`sort=-name&name=ann`)).toEqual([ohm, lee, ann, abel]);
    expect(await sorted(`sort=-loginId&loginId=${zoe}`)).toEqual([zoe]);
  });

  it('has firms by name', async () => {
    const { client } = await service.otherFirm();
    for (const firmName of ['doe LLC', 'Zenith LLC', 'Abel LLC']) {
      const made = await client.post('/restapi/firms', {
        firmName,
        firmTaxId: '123456789',
        firmTaxIdType: 'TIN',
        firmRep: await service.member({}, client),
        primaryAddress: memberBody()['primaryAddress'],
      });
      expectStatus(made, 201);
    }
    const names = (query: string): Promise<unknown[]> =>
      pageByPage(client, `/restapi/firms?firmType=G&${query}`, 'firmName');
    expect(await names('sort=name')).toEqual(['Abel LLC', 'doe LLC', 'Zenith LLC']);
    expect(await names('sort=-name')).toEqual(['Zenith LLC', 'doe LLC', 'Abel LLC']);
    const past = await names(`sort=name&asOf=${new Date().toISOString()}`);
    expect(past).toEqual(['Abel LLC', 'doe LLC', 'Zenith LLC']);
  });

  it('has the orders of a folio from the first or from the last on', async () => {
    const owner = await service.member();
    const account = await service.openAccount({ primaryAccountOwner: owner });
    const folio = await newFolio(service, account);
    const path = ordersPath(folio);
    for (let n = 0; n < 3; n++) await placeOrder(service.client, folio);
    const orders = (query: string): Promise<unknown[]> =>
      pageByPage(service.client, `${path}?${query}`, 'folioOrderOid');
    const usual = await orders('');
    expect(await orders('sort=-creationDate')).toEqual(usual);
    expect(await orders('sort=creationDate&state=O')).toEqual(usual.toReversed());
  });

  it('refuses unknown keys, and a cursor of another order', async () => {
    const { client } = await service.otherFirm();
    for (let n = 0; n < 2; n++) await service.member({}, client);
    const refused = await client.get('/restapi/members?sort=lastName');
    expectExactly(refused, [{ field: 'sort', errorCode: 'invalid.choice' }]);
    expect(refused.body).toMatchObject([
      { message: expect.stringContaining('one of loginId, -loginId, name, -name') },
    ]);
    for (const [path, field] of [
      ['members', 'name'],
      ['members', 'email'],
      ['accounts', 'accountName'],
      ['firms', 'name'],
    ] as const) {
      const blank = await client.get(`/restapi/${path}?${field}=%20`);
      expectExactly(blank, [{ field, errorCode: 'invalid.value' }]);
    }
    const byName = '/restapi/members?sort=name&limit=1';
    const cursor = await cursorOf(client, byName);
    expectStatus(await client.get(`${byName}&cursor=${cursor}`), 200);
    for (const sort of ['-name', 'loginId', '-loginId']) {
      const other = await client.get(`/restapi/members?sort=${sort}&cursor=${cursor}`);
      expectExactly(other, INVALID_CURSOR);
    }
  });
});

it('a plus of an e-mail address or a login id need not be percent-encoded [request.query lists.email]', async () => {
  const email1 = `${uniqueName('plus')}+tag@example.com`;
  const loginId = `${uniqueName('p')}++q+`;
  await service.member({ email1, loginId });
  for (const query of [
    `email=${email1}`,
    `email=${encodeURIComponent(email1)}`,
    `loginId=${loginId}`,
  ]) {
    const { body } = await service.client.get(`/restapi/members?${query}`);
    expect([query, body]).toEqual([query, [expect.objectContaining({ loginId })]]);
  }
  const log = await service.auditor.get(`/operator/audit/log?stream=member-${loginId}`);
  expect(log.body).toHaveLength(1);
});

describe('email of members [lists.email]', () => {
  it('finds who has the address now; asOf, who had it then [request.as-of]', async () => {
    const { client } = await service.otherFirm();
    const [old, changed] = [`${uniqueName('old')}@example.com`, `${uniqueName('new')}@example.com`];
    const loginId = await service.member({ email1: old }, client);
    const change = (fields: object): Promise<string> =>
      tokenOf(client.put(`/restapi/members/${loginId}`, fields));
    const then = await change({ employerName: 'Acme Inc.' });
    await change({ email1: changed.toUpperCase() });
    const found = (email: string, query = '', of = client): Promise<unknown[]> =>
      fieldOf(of, `/restapi/members?email=${email}${query}`, 'loginId');
    expect(await found(changed)).toEqual([loginId]);
    expect(await found(changed.slice(1))).toEqual([]);
    expect(await found(old)).toEqual([]);
    expect(await found(old, `&asOf=${then}`)).toEqual([loginId]);
    expect(await found(changed, `&asOf=${then}`)).toEqual([]);
    expect(await found(changed, '', service.auditor)).toEqual([loginId]);
    expect(await found(changed, '', service.client)).toEqual([]);
  });
});
