import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrokerageClient } from '#libs/client';
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
  service = await ServiceUnderTest.start();
});
afterAll(() => service.stop());

/** One field of every item of a list, in its order. */
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
    const members = await client.get('/restapi/members?limit=1');
    const foreign = /cursor=([^&>]+)/.exec(members.headers.get('link') ?? '')?.[1] ?? '';
    expectExactly(await client.get(`/restapi/accounts?cursor=${foreign}`), [
      { field: 'cursor', errorCode: 'invalid.value' },
    ]);
    const problem = { field: 'accountType', errorCode: 'invalid.choice' };
    const refused = await client.get('/restapi/accounts?accountType=I,x');
    expectExactly(refused, [problem]);
    expect(refused.body).toMatchObject([
      { message: expect.stringContaining('accountType[1]: one of 9, I, J') },
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
