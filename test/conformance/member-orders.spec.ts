import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient, type ClientAnswer } from '#libs/client';
import { ManualClock } from '../support/manual-clock.js';
import { corporateFirm, trustee } from './accounts.fixture.js';
import { importLines } from './import.fixture.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';
import {
  type Fields,
  listOf,
  newFolio,
  orderBody,
  placeOrder,
  reportBody,
  reportPath,
} from './orders.fixture.js';

const TEN_DAYS = 10 * 24 * 60 * 60_000;

/** A clock that stands still, so that signatures stay valid and "now" is a single millisecond. */
const clock = new ManualClock(Date.now());
let service: ServiceUnderTest;
let backoffice: BrokerageClient;
let owner: string;
let joint: string;
let accountNumber: string;
let folio: string;

beforeAll(async () => {
  service = await ServiceUnderTest.start({ clock });
  backoffice = service.backoffice;
  owner = await service.member();
  joint = await service.member();
  accountNumber = await service.account({
    accountType: 'J',
    primaryAccountOwner: owner,
    jointOwners: [joint],
  });
  await service.sign(accountNumber, owner, joint);
  folio = await newFolio(service, accountNumber);
});
afterAll(() => service.stop());

const pathOf = (loginId: string, query = ''): string =>
  `/restapi/members/${loginId}/orders${query}`;
const idsIn = (answer: ClientAnswer): readonly unknown[] =>
  listOf(answer).map(({ folioOrderOid }) => folioOrderOid);

/** A wire timestamp this many milliseconds before the request. */
const ago = (milliseconds: number): string => new Date(clock.now() - milliseconds).toISOString();

/** Reports an order as the back office. Returns its id. */
async function report(fields: Fields, folioNumber = folio): Promise<string> {
  const oid = uniqueName('o');
  expectStatus(await backoffice.put(reportPath(folioNumber, oid), reportBody(fields)), 200);
  return oid;
}

const listed = async (query = '', loginId = owner): Promise<readonly unknown[]> =>
  idsIn(await service.client.get(pathOf(loginId, query)));

describe('Orders of a member › Response', () => {
  it('list of order objects with every key; empty without orders [order.of-member order.* security-order.*]', async () => {
    const nobody = await service.member();
    expect(await listed('', nobody)).toEqual([]);
    const path = await placeOrder(service.client, folio);
    const list = listOf(await service.client.get(pathOf(owner)));
    const own = await service.client.get(path);
    expect(list).toEqual([own.body]);
    expect(Object.keys(list[0]!)).toHaveLength(32);
  });

  it('content type is JSON [request.json]', async () => {
    const answer = await service.client.get(pathOf(owner));
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  });
});

it('Orders of a member › of a firm rep are those of the corporate account [order.of-member]', async () => {
  const [rep, trusted] = [await service.member(), await trustee(service.client)];
  const { firmId } = await corporateFirm(service, service.client, rep);
  const number = await service.account({
    ...{ accountType: 'A', primaryAccountOwner: firmId, trustees: [trusted] },
    ...{ accountRegistrationInfo: 'Acme Corp', taxClassification: 'C' },
  });
  await service.sign(number, rep);
  const path = await placeOrder(service.client, await newFolio(service, number));
  const order = (await service.client.get(path)).body;
  expect(listOf(await service.client.get(pathOf(rep)))).toEqual([order]);
  expect(listOf(await service.as(rep).get(pathOf(rep)))).toEqual([order]);
});

describe('Orders of a member › openOnly', () => {
  const open = new Map<string, string>();
  const closed = new Map<string, string>();
  const tooOld = new Map<string, string>();

  beforeAll(async () => {
    for (const state of ['O', 'P']) {
      open.set(state, await report({ state, modificationTimestamp: ago(20 * TEN_DAYS) }));
    }
    for (const state of ['F', 'C', 'R', 'E']) {
      closed.set(state, await report({ state, modificationTimestamp: ago(TEN_DAYS) }));
      tooOld.set(state, await report({ state, modificationTimestamp: ago(TEN_DAYS + 1) }));
    }
  });

  it.each(['', '?openOnly=false', '?openonly=false', '?OPENONLY=false'])(
    'default false: open orders however old, closed ones of the past 10 days (%s) [order.openOnly order.window]',
    async (query) => {
      const ids = await listed(query);
      expect(ids).toEqual(expect.arrayContaining([...open.values(), ...closed.values()]));
      for (const old of tooOld.values()) expect(ids).not.toContain(old);
    },
  );

  it.each(['?openOnly=true', '?openonly=true'])(
    'true: open orders only (%s) [order.openOnly]',
    async (query) => {
      const list = listOf(await service.client.get(pathOf(owner, query)));
      expect(list.map(({ folioOrderOid }) => folioOrderOid)).toEqual(
        expect.arrayContaining([...open.values()]),
      );
      expect(list.filter(({ state }) => state !== 'O' && state !== 'P')).toEqual([]);
    },
  );

  it('"10 days" are 10 × 24 hours, to the millisecond [order.window order.of-member]', async () => {
    const exactly = await report({ state: 'F', modificationTimestamp: ago(TEN_DAYS) });
    const over = await report({ state: 'F', modificationTimestamp: ago(TEN_DAYS + 1) });
    expect(await listed()).toContain(exactly);
    expect(await listed()).not.toContain(over);
    clock.advance(1);
    expect(await listed()).not.toContain(exactly);
  });

  it('counted from modificationTimestamp, not from creation [order.of-member]', async () => {
    const creationDate = ago(5 * TEN_DAYS);
    const young = await report({ state: 'F', creationDate, modificationTimestamp: ago(1) });
    expect(await listed()).toContain(young);
    const older = await report({ state: 'O', modificationTimestamp: ago(5 * TEN_DAYS) });
    expect(await listed()).toContain(older);
    const body = { state: 'E', modificationTimestamp: ago(2 * TEN_DAYS) };
    expectStatus(await backoffice.put(reportPath(folio, older), body), 200);
    expect(await listed()).not.toContain(older);
  });

  it('open orders first, each kind from the last modified on [order.of-member]', async () => {
    const list = listOf(await service.client.get(pathOf(owner)));
    const places = list.map(
      ({ state, modificationTimestamp }) =>
        `${state === 'O' || state === 'P' ? 1 : 0}${String(modificationTimestamp)}`,
    );
    expect(places).toEqual([...places].sort().reverse());
  });

  it('more than one page [order.of-member]', async () => {
    const member = await service.member();
    const number = await service.openAccount({ primaryAccountOwner: member });
    const count = 501;
    const lines = Array.from({ length: count }, () => ({
      path: reportPath(`${number}02`, uniqueName('o')),
      body: reportBody(),
    }));
    const imported = await importLines(service, lines);
    expect(imported.lines.filter(({ status }) => status === 200)).toHaveLength(count);
    const ids = await listed('?openOnly=true', member);
    expect(ids).toHaveLength(count);
    expect(new Set(ids).size).toBe(count);
  });

  it.each([
    ['TRUE', { field: 'openOnly', errorCode: 'invalid.value' }],
    ['1', { field: 'openOnly', errorCode: 'invalid.value' }],
    ['yes', { field: 'openOnly', errorCode: 'invalid.value' }],
    ['', { field: 'openOnly', errorCode: 'invalid.value' }],
    ['true&openonly=false', { type: 'SYNTAX' as const, field: 'openOnly' }],
    ['true&state=O', { type: 'SYNTAX' as const, field: 'state' }],
  ])('only true or false is accepted: %s [order.openOnly]', async (value, problem) => {
    expectExactly(await service.client.get(pathOf(owner, `?openOnly=${value}`)), [problem]);
  });
});

describe('Member orders › orders of accounts that the member owns or co-owns', () => {
  it('joint owners see them; holders of a permission only do not [order.of-member]', async () => {
    const path = await placeOrder(service.client, folio);
    const oid = path.split('/').at(-1);
    expect(await listed('', owner)).toContain(oid);
    expect(await listed('', joint)).toContain(oid);
    const viewer = await service.member();
    const permission = {
      loginId: viewer,
      accountNumber,
      permission: 'AM',
      alertLevel: 'all',
      listOnReport: false,
    };
    const granted = await service.client.post(
      `/restapi/accounts/${accountNumber}/permissions`,
      permission,
    );
    expectStatus(granted, 201);
    expect(await listed('', viewer)).toEqual([]);
  });

  it('of all accounts of the member, and of no other [order.of-member]', async () => {
    const other = await service.openAccount({ primaryAccountOwner: owner });
    const path = await placeOrder(service.client, await newFolio(service, other));
    const list = listOf(await service.client.get(pathOf(owner)));
    const accounts = new Set(list.map((order) => order['accountNumber']));
    expect(accounts).toEqual(new Set([accountNumber, other]));
    expect(await listed('', joint)).not.toContain(path.split('/').at(-1));
  });

  it('once for an owner listed twice, and it changes with the order [order.of-member]', async () => {
    const path = await placeOrder(service.client, folio, orderBody());
    const oid = path.split('/').at(-1);
    expect((await listed()).filter((one) => one === oid)).toHaveLength(1);
    expectStatus(await service.client.put(path, { state: 'C' }), 200);
    expect(await listed('?openOnly=true')).not.toContain(oid);
    expect(await listed()).toContain(oid);
  });
});

describe('Orders of a member › who may', () => {
  it('the member, the API client of the firm, an auditor [auth.acting-member]', async () => {
    const own = listOf(await service.as(owner).get(pathOf(owner)));
    expect(own.length).toBeGreaterThan(0);
    expect(listOf(await service.client.get(pathOf(owner)))).toEqual(own);
    expect(listOf(await service.auditor.get(pathOf(owner)))).toEqual(own);
  });

  it('a joint owner, whose permission reads details whatever is asked for [permission.codes order.of-member]', async () => {
    const [first, second] = [await service.member(), await service.member()];
    const shared = await service.account({
      accountType: 'J',
      primaryAccountOwner: first,
      jointOwners: [second],
    });
    const own = await service.openAccount({ primaryAccountOwner: second });
    await service.sign(shared, first, second);
    const inShared = await report({}, await newFolio(service, shared));
    const inOwn = await report({}, await newFolio(service, own));
    const read = async () => idsIn(await service.as(second).get(pathOf(second)));
    const both = [inShared, inOwn].sort();
    expect([...(await read())].sort()).toEqual(both);
    const permission = (code: string) =>
      service.client.put(`/restapi/accounts/${shared}/permissions/${second}`, {
        loginId: second,
        accountNumber: shared,
        permission: code,
        alertLevel: 'none',
        listOnReport: false,
      });
    expectStatus(await permission('SV'), 400);
    expect([...(await read())].sort()).toEqual(both);
    expect([...(await listed('', second))].sort()).toEqual(both);
    expectStatus(await permission('DV'), 200);
    expect([...(await read())].sort()).toEqual(both);
  });

  it('the API client: not those of accounts on which it holds no permission that reads details [permission.codes order.of-member]', async () => {
    const member = await service.member();
    const asMember = service.as(member);
    const opened = await asMember.post('/restapi/accounts', service.accountBody(member));
    expectStatus(opened, 201);
    const unseen = opened.location?.split('/').at(-1) ?? '';
    const orders = `/restapi/accounts/${unseen}/folios/${unseen}02/orders`;
    const seen = await service.openAccount({ primaryAccountOwner: member });
    const inUnseen = await report({}, `${unseen}02`);
    const inSeen = await report({}, `${seen}02`);
    expect([...idsIn(await asMember.get(pathOf(member)))].sort()).toEqual(
      [inUnseen, inSeen].sort(),
    );
    expect(await listed('', member)).toEqual([inSeen]);
    expectStatus(await service.client.get(orders), 403);
    expect(idsIn(await service.auditor.get(pathOf(member)))).toHaveLength(2);

    const { apiLoginId } = service.credentials;
    const permissions = `/restapi/accounts/${unseen}/permissions`;
    const granted = { loginId: apiLoginId, permission: 'SV' };
    expectStatus(await asMember.post(permissions, granted), 201);
    expect(await listed('', member)).toEqual([inSeen]);
    const path = `${permissions}/${apiLoginId}`;
    expectStatus(await asMember.put(path, { permission: 'DV' }), 200);
    expect(await listed('', member)).toHaveLength(2);
  });

  it('the member’s advisor: those of accounts on which the advisor holds a permission that reads details [permission.codes order.of-member]', async () => {
    const advisorId = await service.member();
    const advisor = service.as(advisorId);
    const client = await service.member({}, advisor);
    const opened = await advisor.post('/restapi/accounts', service.accountBody(client));
    expectStatus(opened, 201);
    const advised = opened.location?.split('/').at(-1) ?? '';
    const own = await service.openAccount({ primaryAccountOwner: client });
    const inAdvised = await report({}, `${advised}02`);
    await report({}, `${own}02`);
    expect(idsIn(await advisor.get(pathOf(client)))).toEqual([inAdvised]);
    expectStatus(await advisor.get(`/restapi/accounts/${own}/folios/${own}02/orders`), 403);
    expectStatus(await service.as(client).get(pathOf(advisorId)), 403);
  });

  it('another member of the firm: 403, whatever the query [errors.403]', async () => {
    const other = service.as(await service.member());
    expectStatus(await other.get(pathOf(owner)), 403);
    expectStatus(await other.get(pathOf(owner, '?openOnly=x')), 403);
    expectStatus(await service.as(joint).get(pathOf(owner)), 403);
  });

  it('back office and operators: 403 [auth.bearer]', async () => {
    expectStatus(await service.backoffice.get(pathOf(owner)), 403);
    expectStatus(await service.operator.get(pathOf(owner)), 403);
  });

  it('without credentials: 401 [errors.401]', async () => {
    const nobody = new BrokerageClient(service.service.url, { token: 'x.y.z' });
    expectStatus(await nobody.get(pathOf(owner)), 401);
  });

  it('unknown members and those of another firm: 404 [errors.404]', async () => {
    const { client } = await service.otherFirm();
    expectStatus(await client.get(pathOf(owner)), 404);
    expectStatus(await client.get(pathOf(owner, '?openOnly=x')), 404);
    for (const unknown of [uniqueName('m'), 'a', '%20', '..%2f..', owner.toUpperCase()]) {
      expectStatus(await service.client.get(pathOf(unknown)), 404);
      expectStatus(await service.auditor.get(pathOf(unknown)), 404);
    }
  });

  it('reads store nothing in the log [order.of-member]', async () => {
    await expectUnchanged(service, () => service.client.get(pathOf(owner)));
  });
});
