import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrokerageClient, ClientAnswer } from '#libs/client';
import {
  expectExactly,
  expectProblems,
  expectStatus,
  expectUnchanged,
  signatureBody,
  uniqueName,
} from '../support/running-service.js';
import {
  ACCOUNTS,
  AccountsUnderTest,
  type Body,
  CHOICE,
  type Expected,
  expectWritten,
  idOf,
  LENGTH,
  NULL,
  TIMESTAMP,
  trustee,
  VALUE,
} from './accounts.fixture.js';
import { LinkUnderTest } from './bank-links.fixture.js';
import { today } from './cash.fixture.js';
import { newFolio, orderBody, ordersPath } from './orders.fixture.js';

let accounts: AccountsUnderTest;
/** A client of a firm that may remove restrictions. */
let entitled: BrokerageClient;
let entitledPlan: string;
let entitledAs: (memberId: string) => BrokerageClient;
beforeAll(async () => {
  accounts = await AccountsUnderTest.start();
  const firm = await accounts.service.otherFirm(['removeRestrictions']);
  entitled = firm.client;
  entitledPlan = firm.planOid;
  entitledAs = firm.as;
});
afterAll(() => accounts.stop());

const FIELD = { type: 'VALIDATION_FIELD' } as const;
const RULE = { type: 'VALIDATION_RULE' } as const;
const FORBIDDEN = { type: 'FORBIDDEN' } as const;
const NOT_FOUND = { type: 'NOT_FOUND' } as const;

const restrictionsOf = (number: string): string => `${ACCOUNTS}/${number}/restrictions`;
const permissionsOf = (number: string): string => `${ACCOUNTS}/${number}/permissions`;
const remove = (path: string, client = accounts.service.client): Promise<ClientAnswer> =>
  client.request('DELETE', path);

/** A request that must be refused for exactly these problems, and leave nothing. */
async function refused(
  request: () => Promise<ClientAnswer>,
  problems: readonly Expected[],
  status = 400,
): Promise<void> {
  const answer = await expectUnchanged(accounts.service, request);
  expectExactly(answer, problems as Body[], status);
}

/** Restricts an account; answers the path of the restriction. */
async function restrict(
  number: string,
  body: Body = {},
  client: BrokerageClient = accounts.service.client,
): Promise<string> {
  const answer = await client.post(restrictionsOf(number), body);
  expectStatus(answer, 201);
  return answer.location ?? '';
}

/** An account of the entitled firm; its owner. */
async function entitledAccount(): Promise<[string, string]> {
  const { service } = accounts;
  const primaryAccountOwner = await service.member({}, entitled);
  const fields = { primaryAccountOwner, billingPlanOid: entitledPlan };
  return [await service.account(fields, entitled), primaryAccountOwner];
}

/** A member who holds a permission on an account. */
async function holder(number: string, permission: string): Promise<string> {
  const loginId = await accounts.service.member();
  const body = { loginId, permission };
  expectStatus(await accounts.service.client.post(permissionsOf(number), body), 201);
  return loginId;
}

describe('Restrictions', () => {
  it('Accounts › GET …/restrictions › list and one [§5.restrictions §3.restriction]', async () => {
    const number = await accounts.opened('I');
    const [id] = (await accounts.read(number))['restrictions'] as string[];
    const agreement = {
      restrictionId: id,
      accountNumber: number,
      reasonCode: '020',
      restrictionType: 'CR',
      note: null,
      creationDate: expect.stringMatching(TIMESTAMP),
    };
    expect(await accounts.get(number, '/restrictions')).toEqual([agreement]);
    expect(await accounts.get(number, `/restrictions/${String(id)}`)).toEqual(agreement);
    const path = await restrict(number, { note: 'Court order' });
    const external = { ...agreement, reasonCode: '021', note: 'Court order' };
    const own = path.split('/').at(-1);
    expect(await accounts.get(number, '/restrictions')).toEqual([
      agreement,
      { ...external, restrictionId: own },
    ]);
    expect((await accounts.read(number))['restrictions']).toEqual([id, own]);
  });

  it.each(['0', 'x', '%00', '9999999999', ' '])(
    'Accounts › GET …/restrictions/{id} › %j is 404 [§1.404]',
    async (id) => {
      const number = await accounts.opened('I');
      const path = `${restrictionsOf(number)}/${encodeURIComponent(id)}`;
      expectExactly(await accounts.service.client.get(path), [NOT_FOUND], 404);
    },
  );

  it("Accounts › GET …/restrictions/{id} › another account's is 404 [§1.404]", async () => {
    const [one, two] = [await accounts.opened('I'), await accounts.opened('I')];
    const [id] = (await accounts.read(two))['restrictions'] as string[];
    const path = `${restrictionsOf(one)}/${String(id)}`;
    expectExactly(await accounts.service.client.get(path), [NOT_FOUND], 404);
  });

  it('Accounts › POST …/restrictions › 201, empty body, Location [§5.restrictions]', async () => {
    const number = await accounts.opened('I');
    const body = {
      accountNumber: number,
      reasonCode: '021',
      restrictionType: 'CR',
      note: 'x'.repeat(255),
    };
    const answer = await accounts.service.client.post(restrictionsOf(number), body);
    expectWritten(answer, 201, new RegExp(`^${restrictionsOf(number)}/[^/]+$`));
    expect(await accounts.get(number, `/restrictions/${idOf(answer)}`)).toMatchObject(body);
  });

  it.each<[string, unknown, Expected]>([
    ['reasonCode', '020', { ...FIELD, errorCode: CHOICE }],
    ['reasonCode', '022', { ...FIELD, errorCode: CHOICE }],
    ['reasonCode', '023', { ...FIELD, errorCode: CHOICE }],
    ['reasonCode', '', { ...FIELD, errorCode: CHOICE }],
    ['reasonCode', 21, { ...FIELD, errorCode: CHOICE }],
    ['reasonCode', {}, { ...FIELD, errorCode: CHOICE }],
    ['restrictionType', 'XX', { ...FIELD, errorCode: CHOICE }],
    ['restrictionType', 'cr', { ...FIELD, errorCode: CHOICE }],
    ['restrictionType', true, { ...FIELD, errorCode: CHOICE }],
    ['note', 'x'.repeat(256), { ...FIELD, errorCode: LENGTH }],
    ['note', 5, { ...FIELD, errorCode: VALUE }],
    ['note', 'a\u0000', { ...FIELD, errorCode: VALUE }],
    ['accountNumber', 'RZ00000000', { errorCode: 'uri.matching.rule' }],
    ['accountNumber', {}, { ...FIELD, errorCode: VALUE }],
    ['Note', 'x', { type: 'SYNTAX' }],
    ['restrictionId', '1', { type: 'SYNTAX' }],
  ])(
    'Accounts › POST …/restrictions › %s: %j [§5.restrictions §3.restriction]',
    async (field, value, problem) => {
      const number = await accounts.opened('I');
      const post = (): Promise<ClientAnswer> =>
        accounts.service.client.post(restrictionsOf(number), { [field]: value });
      await refused(post, [{ ...problem, field }]);
    },
  );

  it('Accounts › POST …/restrictions › every problem at once [§1.errors]', async () => {
    const number = await accounts.opened('I');
    const body = { accountNumber: 'x', reasonCode: '020', restrictionType: 'X', note: 1, more: 1 };
    await refused(
      () => accounts.service.client.post(restrictionsOf(number), body),
      ['accountNumber', 'reasonCode', 'restrictionType', 'note', 'more'].map((field) => ({
        field,
      })),
    );
  });

  it('Accounts › DELETE …/restrictions/{id} › not without entitlement [§5.restrictions]', async () => {
    const number = await accounts.opened('I');
    const [id] = (await accounts.read(number))['restrictions'] as string[];
    const own = await restrict(number);
    for (const path of [`${restrictionsOf(number)}/${String(id)}`, own]) {
      await refused(() => remove(path), [FORBIDDEN], 403);
      await refused(() => remove(path, accounts.service.as(accounts.owner)), [FORBIDDEN], 403);
    }
    expect((await accounts.read(number))['restrictions']).toHaveLength(2);
  });

  it('Accounts › DELETE …/restrictions/{id} › entitled: 200, empty, each once, 020 too [§5.restrictions]', async () => {
    const [number, owner] = await entitledAccount();
    const own = await restrict(number, {}, entitled);
    const [id] = (await accounts.read(number, entitled))['restrictions'] as string[];
    const agreement = `${restrictionsOf(number)}/${String(id)}`;
    for (const path of [agreement, own]) {
      const answer = await remove(path, entitled);
      expectStatus(answer, 200);
      expect(answer.body).toBeUndefined();
      await refused(() => remove(path, entitled), [NOT_FOUND], 404);
      expectStatus(await entitled.get(path), 404);
    }
    expect(await accounts.read(number, entitled)).toMatchObject({ restrictions: [] });
    expect(await accounts.get(number, '/restrictions', entitled)).toEqual([]);
    // a signature that comes later is stored and lifts nothing
    const sign = await entitled.post(
      `${ACCOUNTS}/${number}/customeragreement`,
      signatureBody(owner),
    );
    expectStatus(sign, 200);
    const types = await accounts.eventTypes(number);
    expect(types.filter((type) => type === 'account.RestrictionLifted')).toHaveLength(2);
    expect(types.at(-1)).toBe('account.AgreementSigned');
  });

  it('Accounts › DELETE …/restrictions/{id} › an entitled firm, its managers only [§5.restrictions]', async () => {
    const [number, owner] = await entitledAccount();
    const viewer = await accounts.service.member({}, entitled);
    const grant = { loginId: viewer, permission: 'TM' };
    expectStatus(await entitled.post(permissionsOf(number), grant), 201);
    const [id] = (await accounts.read(number, entitled))['restrictions'] as string[];
    const path = `${restrictionsOf(number)}/${String(id)}`;
    const acting = (member: string): Promise<ClientAnswer> =>
      entitledAs(member).request('DELETE', path);
    await refused(() => acting(viewer), [FORBIDDEN], 403);
    await refused(() => acting('nobody-at-all'), [FORBIDDEN], 403);
    expectStatus(await acting(owner), 200);
  });

  it('Accounts › DELETE …/restrictions/{id} › unknown ids, unknown and other accounts [§1.404]', async () => {
    const [number] = await entitledAccount();
    const own = await accounts.opened('I');
    const [id] = (await accounts.read(own))['restrictions'] as string[];
    for (const path of [
      `${restrictionsOf(number)}/0`,
      `${restrictionsOf(number)}/${String(id)}`,
      `${restrictionsOf(own)}/${String(id)}`,
      `${restrictionsOf('RZ00000000')}/${String(id)}`,
    ]) {
      await refused(() => remove(path, entitled), [NOT_FOUND], 404);
    }
  });

  it('Who may call › restrictions › read by every holder, set by AC and AM [§2.permissions]', async () => {
    const { service } = accounts;
    const number = await accounts.opened('I');
    const path = restrictionsOf(number);
    for (const permission of ['SV', 'DV', 'TR', 'MM', 'TM']) {
      const client = service.as(await holder(number, permission));
      await refused(() => client.post(path, { note: permission }), [FORBIDDEN], 403);
      await refused(() => client.post(path, { junk: permission }), [FORBIDDEN], 403);
      await eventually(client, number, path);
    }
    expectStatus(await service.as(accounts.owner).post(path, {}), 201);
    const manager = service.as(await holder(number, 'AM'));
    expectStatus(await manager.post(path, {}), 201);
    expectStatus(await service.auditor.get(path), 200);
    for (const client of [service.auditor, service.backoffice, service.operator]) {
      await refused(() => client.post(path, {}), [FORBIDDEN], 403);
    }
    for (const client of [service.as(await service.member()), service.backoffice]) {
      expectExactly(await client.get(path), [FORBIDDEN], 403);
    }
    expectExactly(await entitled.get(path), [NOT_FOUND], 404);
    await refused(() => entitled.post(path, { junk: 1 }), [NOT_FOUND], 404);
  });
});

/** A read by somebody else than the writer, who hands the writer's consistency token over. */
async function eventually(client: BrokerageClient, number: string, path: string): Promise<void> {
  const written = await accounts.service.client.put(`${ACCOUNTS}/${number}`, {});
  const token = written.headers.get('x-consistency-token') ?? '';
  expectStatus(await client.get(path, { 'x-consistency-token': token }), 200);
}

describe('A restricted account', () => {
  interface Action {
    readonly what: string;
    readonly done: number;
    readonly request: (folio: string, client: BrokerageClient) => Promise<ClientAnswer>;
  }
  const numberOf = (folio: string): string => folio.slice(0, -2);
  const folioPath = (folio: string): string => `${ACCOUNTS}/${numberOf(folio)}/folios/${folio}`;
  const weights = [{ ticker: 'IBM', targetWeight: '100' }];
  const refusedActions: readonly Action[] = [
    {
      what: 'target weights',
      done: 200,
      request: (folio, client) => client.put(`${folioPath(folio)}/targetweights`, weights),
    },
    {
      what: 'RTG subscription',
      done: 200,
      request: (folio, client) =>
        client.put(`${folioPath(folio)}/rtgsubscription`, {
          folioNumber: folio,
          prePackagedFolioOid: accounts.service.credentials.rtgOid,
        }),
    },
    {
      what: 'orders',
      done: 201,
      request: (folio, client) => client.post(ordersPath(folio), orderBody()),
    },
    {
      what: 'cash transactions',
      done: 201,
      request: (folio, client) =>
        client.post(`${ACCOUNTS}/${numberOf(folio)}/cashtransactions`, {
          transactionType: 'CRW',
          amount: '10.00',
          processDate: today(),
        }),
    },
  ];

  it.each(refusedActions)('Accounts › refuses › $what [§5.refuses]', async ({ done, request }) => {
    const { client } = accounts.service;
    const number = await accounts.opened('I');
    const folio = await newFolio(accounts.service, number);
    const rule = { ...RULE, errorCode: 'account.restricted.rule' };
    const named = (code: string): Expected => ({ ...rule, message: expect.stringContaining(code) });
    await refused(() => request(folio, client), [named('020')]);
    await refused(() => request(folio, accounts.service.as(accounts.owner)), [named('020')]);
    const path = await restrict(number);
    await refused(() => request(folio, client), [named('021')]);
    await accounts.service.sign(number, accounts.owner);
    await refused(() => request(folio, client), [named(path.split('/').at(-1) ?? '')]);
    const free = await newFolio(accounts.service, await accounts.opened('I'));
    await accounts.service.sign(numberOf(free), accounts.owner);
    expectStatus(await request(free, client), done);
  });

  it('Accounts › refuses › along with every other problem [§5.refuses]', async () => {
    const folio = await newFolio(accounts.service, await accounts.opened('I'));
    const body = [{ ticker: 'IBM', targetWeight: '99' }];
    await refused(
      () => accounts.service.client.put(`${folioPath(folio)}/targetweights`, body),
      [{ errorCode: 'account.restricted.rule' }, { errorCode: 'folio.target.weights.total.rule' }],
    );
  });

  it('Accounts › allows › reads, update, folios, permissions, banks, signing [§5.allows]', async () => {
    const { service, owner } = accounts;
    const { client } = service;
    const number = await accounts.opened('I');
    await restrict(number);
    const folio = await newFolio(service, number);
    for (const below of [
      ...['', '/restrictions', '/permissions', '/customeragreement', '/folios', '/achbanklinks'],
      ...[`/folios/${folio}`, `/folios/${folio}/targetweights`, `/folios/${folio}/orders`],
      ...['/cashtransactions', '/cashtransfers/expresscheckinstructions', '/corporateactions'],
    ]) {
      expectStatus(await client.get(`${ACCOUNTS}/${number}${below}`), 200);
    }
    expectStatus(await accounts.update(number, { trustedContacts: [] }), 200);
    expectStatus(await client.put(folioPath(folio), { dividendReinvest: false }), 200);
    const viewer = await holder(number, 'SV');
    const path = `${permissionsOf(number)}/${viewer}`;
    expectStatus(await client.put(path, { permission: 'DV' }), 200);
    expectStatus(await remove(path), 200);
    const link = await LinkUnderTest.create(service, { accountNumber: number, owner });
    expectStatus(await link.verify(), 200);
    expectStatus(await link.cancel(), 200);
    await service.sign(number, owner);
    expect(await accounts.read(number)).toMatchObject({ accountStatus: 'RESTRICTED' });
  });
});

describe('Permissions', () => {
  const CREATOR = { ...RULE, errorCode: 'account.permission.for.account.creator.rule' };
  const EXISTENCE = { ...RULE, errorCode: 'account.permission.existence.rule' };
  let number: string;
  let api: string;
  beforeAll(async () => {
    number = await accounts.opened('J');
    api = accounts.service.credentials.apiLoginId;
  });
  const grant = (body: unknown, client = accounts.service.client): Promise<ClientAnswer> =>
    client.post(permissionsOf(number), body);
  const change = (loginId: string, body: unknown): Promise<ClientAnswer> =>
    accounts.service.client.put(`${permissionsOf(number)}/${loginId}`, body);

  it('Get account permissions › list of loginId, accountNumber, permission, alertLevel, listOnReport [16.response permission.*]', async () => {
    const own = await accounts.opened('J');
    const row = (loginId: string, permission: string, listOnReport: boolean): Body => ({
      loginId,
      accountNumber: own,
      permission,
      alertLevel: 'all',
      listOnReport,
    });
    expect(await accounts.get(own, '/permissions')).toEqual([
      row(api, 'AC', false),
      row(accounts.owner, 'AM', true),
      row(accounts.partner, 'AM', true),
    ]);
    for (const login of [api, accounts.partner]) {
      const one = (await accounts.get(own, '/permissions')) as Body[];
      const listed = one.find(({ loginId }) => loginId === login);
      expect(await accounts.get(own, `/permissions/${login}`)).toEqual(listed);
    }
  });

  it('Permissions › POST › 201, empty body, Location; read back [§2.managing]', async () => {
    const loginId = await accounts.service.member();
    const body = {
      loginId,
      accountNumber: number,
      permission: 'MM',
      alertLevel: 'limited',
      listOnReport: true,
    };
    expectWritten(await grant(body), 201, `${permissionsOf(number)}/${loginId}`);
    expect(await accounts.get(number, `/permissions/${loginId}`)).toEqual(body);
  });

  it.each(['AM', 'MM', 'TM', 'TR', 'DV', 'SV'])(
    'Codes › permission › %s [§2.permissions permission.permission]',
    async (permission) => {
      const loginId = await accounts.service.member();
      expectStatus(await grant({ loginId, permission, listOnReport: 'true' }), 201);
      expect(await accounts.get(number, `/permissions/${loginId}`)).toMatchObject({
        permission,
        listOnReport: true,
        ...(permission === 'AM' && { alertLevel: 'all' }),
      });
    },
  );

  it.each(['all', 'limited', 'none'])(
    'Account permission › alertLevel › %s [permission.alertLevel]',
    async (alertLevel) => {
      const loginId = await accounts.service.member();
      expectStatus(await grant({ loginId, permission: 'DV', alertLevel }), 201);
      expect(await accounts.get(number, `/permissions/${loginId}`)).toMatchObject({ alertLevel });
    },
  );

  it.each<[string, unknown, Expected]>([
    ['loginId', undefined, { ...FIELD, errorCode: NULL }],
    ['loginId', null, { ...FIELD, errorCode: NULL }],
    ['loginId', '', { ...FIELD, errorCode: VALUE }],
    ['loginId', {}, { ...FIELD, errorCode: VALUE }],
    ['loginId', 'nobody-at-all', { ...FIELD, errorCode: VALUE }],
    ['loginId', 'x'.repeat(65), { ...FIELD, errorCode: LENGTH }],
    ['permission', undefined, { ...FIELD, errorCode: NULL }],
    ['permission', null, { ...FIELD, errorCode: NULL }],
    ['permission', 'XX', { ...FIELD, errorCode: CHOICE }],
    ['permission', 'am', { ...FIELD, errorCode: CHOICE }],
    ['permission', '', { ...FIELD, errorCode: CHOICE }],
    ['permission', 1, { ...FIELD, errorCode: CHOICE }],
    ['alertLevel', 'ALL', { ...FIELD, errorCode: CHOICE }],
    ['alertLevel', 'some', { ...FIELD, errorCode: CHOICE }],
    ['alertLevel', true, { ...FIELD, errorCode: CHOICE }],
    ['listOnReport', 'yes', { ...FIELD, errorCode: VALUE }],
    ['listOnReport', 1, { ...FIELD, errorCode: VALUE }],
    ['accountNumber', 'RZ00000000', { errorCode: 'uri.matching.rule' }],
    ['loginid', 'x', { type: 'SYNTAX' }],
    ['permissions', ['DV'], { type: 'SYNTAX' }],
  ])('Account permission › POST › %s: %j [permission.*]', async (field, value, problem) => {
    const loginId = await accounts.service.member();
    const body = { loginId, permission: 'DV', [field]: value };
    await refused(() => grant(body), [{ ...problem, field }]);
  });

  it('Account permission › POST and PUT › every problem at once [§1.errors]', async () => {
    const body = {
      accountNumber: 'x',
      permission: 'AC',
      alertLevel: 'x',
      listOnReport: 'x',
      more: 1,
    };
    const problems = [
      { field: 'accountNumber', errorCode: 'uri.matching.rule' },
      { ...CREATOR, field: 'permission' },
      { ...FIELD, field: 'alertLevel', errorCode: CHOICE },
      { ...FIELD, field: 'listOnReport', errorCode: VALUE },
      { type: 'SYNTAX', field: 'more' },
    ];
    await refused(
      () => grant(body),
      [...problems, { ...FIELD, field: 'loginId', errorCode: NULL }],
    );
    const login = await holder(number, 'DV');
    await refused(() => change(login, body), problems);
  });

  it('Permissions › loginId › a member, a trustee or an API user of the firm [permission.loginId]', async () => {
    const { service } = accounts;
    const { client, loginId: foreignApi } = await service.otherFirm();
    for (const loginId of [await service.member({}, client), await trustee(client), foreignApi]) {
      const body = { loginId, permission: 'DV' };
      await refused(() => grant(body), [{ ...FIELD, field: 'loginId', errorCode: VALUE }]);
    }
    expectStatus(await grant({ loginId: accounts.trustee, permission: 'DV' }), 201);
  });

  it('Permissions › AC › is not granted, changed or revoked [§2.managing]', async () => {
    const loginId = await accounts.service.member();
    await refused(() => grant({ loginId, permission: 'AC' }), [CREATOR]);
    await refused(() => grant({ loginId: api, permission: 'DV' }), [CREATOR]);
    const login = await holder(number, 'DV');
    await refused(() => change(login, { permission: 'AC' }), [CREATOR]);
    for (const body of [{ permission: 'AM' }, { alertLevel: 'none' }, { listOnReport: true }]) {
      await refused(() => change(api, body), [CREATOR]);
    }
    await refused(() => remove(`${permissionsOf(number)}/${api}`), [CREATOR]);
  });

  it('Permissions › AM › needs alertLevel all [§2.managing permission.alertLevel]', async () => {
    const loginId = await accounts.service.member();
    const problem = { field: 'alertLevel' };
    for (const alertLevel of ['limited', 'none']) {
      await refused(() => grant({ loginId, permission: 'AM', alertLevel }), [problem]);
      await refused(() => change(accounts.partner, { alertLevel }), [problem]);
    }
    const viewer = await holder(number, 'DV');
    expectStatus(await change(viewer, { alertLevel: 'none' }), 200);
    await refused(() => change(viewer, { permission: 'AM' }), [problem]);
    expectStatus(await change(viewer, { permission: 'AM', alertLevel: 'all' }), 200);
  });

  it('Permissions › unknown member on the account › existence rule [§2.managing]', async () => {
    const member = await accounts.service.member();
    for (const login of [member, 'nobody-at-all', 'x']) {
      const path = `${permissionsOf(number)}/${login}`;
      const get = await accounts.service.client.get(path);
      expectExactly(get, [EXISTENCE]);
      await refused(() => change(login, { permission: 'DV' }), [EXISTENCE]);
      await refused(() => remove(path), [EXISTENCE]);
    }
  });

  it('Permissions › POST › who holds one already is changed by PUT [§2.managing]', async () => {
    const loginId = await holder(number, 'DV');
    await refused(() => grant({ loginId, permission: 'TR' }), [EXISTENCE]);
  });

  it('Permissions › PUT › 200, empty body; what is left out stays [§2.managing]', async () => {
    const loginId = await holder(number, 'DV');
    const path = `${permissionsOf(number)}/${loginId}`;
    const steps: [Body, Body][] = [
      [{ permission: 'TR' }, { permission: 'TR', alertLevel: 'none', listOnReport: false }],
      [{ alertLevel: 'limited' }, { permission: 'TR', alertLevel: 'limited' }],
      [
        { listOnReport: true, loginId, accountNumber: number },
        { permission: 'TR', alertLevel: 'limited', listOnReport: true },
      ],
    ];
    for (const [body, expected] of steps) {
      expectWritten(await change(loginId, body), 200, path);
      expect(await accounts.get(number, `/permissions/${loginId}`)).toMatchObject(expected);
    }
    await expectUnchanged(accounts.service, async () => {
      expectWritten(await change(loginId, { permission: 'TR', listOnReport: true }), 200, path);
    });
  });

  it.each<[string, unknown, Expected]>([
    ['loginId', 'another', { errorCode: 'uri.matching.rule' }],
    ['accountNumber', 'RZ00000000', { errorCode: 'uri.matching.rule' }],
    ['permission', 'XX', { ...FIELD, errorCode: CHOICE }],
    ['permission', 'dv', { ...FIELD, errorCode: CHOICE }],
    ['alertLevel', 'loud', { ...FIELD, errorCode: CHOICE }],
    ['listOnReport', 'no', { ...FIELD, errorCode: VALUE }],
    ['Permission', 'DV', { type: 'SYNTAX' }],
  ])('Account permission › PUT › %s: %j [§2.managing]', async (field, value, problem) => {
    const login = await holder(number, 'DV');
    await refused(() => change(login, { [field]: value }), [{ ...problem, field }]);
  });

  it('Permissions › DELETE › 200, empty body; given again afterwards [§2.managing]', async () => {
    const loginId = await holder(number, 'DV');
    const path = `${permissionsOf(number)}/${loginId}`;
    const gone = await remove(path);
    expectStatus(gone, 200);
    expect(gone.body).toBeUndefined();
    const list = (await accounts.get(number, '/permissions')) as Body[];
    expect(list.map((one) => one['loginId'])).not.toContain(loginId);
    expectExactly(await accounts.service.client.get(path), [EXISTENCE]);
    await refused(() => remove(path), [EXISTENCE]);
    expectStatus(await grant({ loginId, permission: 'SV' }), 201);
  });

  it("Wire › 404 › another firm's account and unknown ones, before the body is read [§1.404]", async () => {
    const { client } = await accounts.service.otherFirm();
    for (const [path, caller] of [
      [permissionsOf(number), client],
      [permissionsOf('RZ00000000'), accounts.service.client],
    ] as const) {
      expectExactly(await caller.get(path), [NOT_FOUND], 404);
      expectExactly(await caller.get(`${path}/${api}`), [NOT_FOUND], 404);
      await refused(() => caller.post(path, { junk: 1 }), [NOT_FOUND], 404);
      await refused(() => caller.put(`${path}/${api}`, { junk: 1 }), [NOT_FOUND], 404);
      await refused(() => remove(`${path}/${api}`, caller), [NOT_FOUND], 404);
    }
  });

  /** What each permission may do: read the account, read permissions, manage. */
  const RIGHTS: [string, boolean, boolean, boolean][] = [
    ['AM', true, true, true],
    ['TM', true, true, false],
    ['MM', true, true, false],
    ['TR', true, true, false],
    ['DV', true, true, false],
    ['SV', true, false, false],
    ['none', false, false, false],
  ];
  it.each(RIGHTS)(
    'Who may call › %s › reads account: %s, permissions: %s, manages: %s [§2.permissions]',
    async (permission, summary, details, manages) => {
      const { service } = accounts;
      const own = await accounts.opened('I');
      const loginId = await service.member();
      if (permission !== 'none') {
        const body = { loginId, permission };
        expectStatus(await service.client.post(permissionsOf(own), body), 201);
      }
      const written = await service.client.put(`${ACCOUNTS}/${own}`, {});
      const token = { 'x-consistency-token': written.headers.get('x-consistency-token') ?? '' };
      const client = service.as(loginId);
      const status = async (path: string): Promise<number> =>
        (await client.get(`${ACCOUNTS}/${own}${path}`, token)).status;
      const expected = (allowed: boolean): number => (allowed ? 200 : 403);
      expect(await status('')).toBe(expected(summary));
      expect(await status('/restrictions')).toBe(expected(summary));
      expect(await status('/folios')).toBe(expected(summary));
      expect(await status('/permissions')).toBe(expected(details));
      expect(await status(`/permissions/${api}`)).toBe(expected(details));
      expect(await status('/customeragreement')).toBe(expected(details));

      const other = await service.member();
      const path = permissionsOf(own);
      const post = (): Promise<ClientAnswer> =>
        client.post(path, { loginId: other, permission: 'DV' });
      if (manages) {
        expectStatus(await post(), 201);
        expectStatus(await client.put(`${path}/${other}`, { permission: 'SV' }), 200);
        expectStatus(await remove(`${path}/${other}`, client), 200);
        return;
      }
      await refused(post, [FORBIDDEN], 403);
      const to = `${path}/${accounts.owner}`;
      await refused(() => client.put(to, { listOnReport: false }), [FORBIDDEN], 403);
      await refused(() => client.put(to, { junk: 1 }), [FORBIDDEN], 403);
      await refused(() => remove(to, client), [FORBIDDEN], 403);
    },
  );

  it('Who may call › after revocation › neither reads nor manages [§2.permissions]', async () => {
    const { service } = accounts;
    const own = await accounts.opened('J');
    const { partner, owner } = accounts;
    const client = service.as(partner);
    expectStatus(await client.get(permissionsOf(own)), 200);
    const gone = await remove(`${permissionsOf(own)}/${partner}`, service.as(owner));
    expectStatus(gone, 200);
    const token = { 'x-consistency-token': gone.headers.get('x-consistency-token') ?? '' };
    expectExactly(await client.get(permissionsOf(own), token), [FORBIDDEN], 403);
    expectExactly(await client.get(`${ACCOUNTS}/${own}`, token), [FORBIDDEN], 403);
    const body = { loginId: partner, permission: 'AM' };
    await refused(() => client.post(permissionsOf(own), body), [FORBIDDEN], 403);
  });

  it('Who may call › roles › an auditor reads, back office and operator do not [§2.bearer]', async () => {
    const { auditor, backoffice, operator } = accounts.service;
    expectStatus(await auditor.get(permissionsOf(number)), 200);
    for (const client of [auditor, backoffice, operator]) {
      const body = { loginId: accounts.trustee, permission: 'DV' };
      await refused(() => grant(body, client), [FORBIDDEN], 403);
    }
    for (const client of [backoffice, operator]) {
      expectProblems(await client.get(permissionsOf(number)), [FORBIDDEN], 403);
    }
  });

  it('Wire › If-Match › a stale one is 412 [§1.412]', async () => {
    const loginId = await holder(number, 'DV');
    const stale = { 'if-match': '"0"' };
    const path = `${permissionsOf(number)}/${loginId}`;
    const { client } = accounts.service;
    await refused(() => client.put(path, { permission: 'SV' }, stale), [{}], 412);
    await refused(() => client.request('DELETE', path, undefined, stale), [{}], 412);
    const { headers } = await client.get(path);
    const fresh = { 'if-match': headers.get('etag') ?? '' };
    expectStatus(await client.put(path, { permission: 'SV' }, fresh), 200);
  });

  it('Wire › Idempotency-Key › granting twice is one grant [§11.consistency]', async () => {
    const loginId = await accounts.service.member();
    const key = { 'idempotency-key': uniqueName('key') };
    const post = (): Promise<ClientAnswer> =>
      accounts.service.client.post(permissionsOf(number), { loginId, permission: 'DV' }, key);
    expectStatus(await post(), 201);
    const again = await expectUnchanged(accounts.service, post);
    expectWritten(again, 201, `${permissionsOf(number)}/${loginId}`);
  });
});
