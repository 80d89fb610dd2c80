import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient, type ClientAnswer } from '#libs/client';
import { titled } from '../support/field-rows.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  memberBody,
  ServiceUnderTest,
  uniqueName,
  validSsn,
} from '../support/running-service.js';

type Body = Readonly<Record<string, unknown>>;

let service: ServiceUnderTest;
let other: Awaited<ReturnType<ServiceUnderTest['otherFirm']>>;
beforeAll(async () => {
  service = await ServiceUnderTest.start();
  other = await service.otherFirm();
});
afterAll(() => service.stop());

const NULL = 'cannot.be.null';
const CHOICE = 'invalid.choice';
const DIGITS = 'allows.only.digits';
const DATE = 'invalid.date';
const LENGTH = 'invalid.length';
const VALUE = 'invalid.value';
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;
const FORBIDDEN = [{ type: 'FORBIDDEN' }] as const;
const NOT_FOUND = [{ type: 'NOT_FOUND' }] as const;

const address = (fields: Body = {}): Body => ({
  line1: '1 Main Street',
  city: 'Wilmington',
  state: 'DE',
  zipcode: '19801',
  country: 'US',
  ...fields,
});

describe('Firms (corporate)', () => {
  const FIRMS = '/restapi/firms';
  const create = (body: Body, client = service.client): Promise<ClientAnswer> =>
    client.post(FIRMS, body);
  /** Of a new member as firm rep, unless one is named. */
  const firmBody = async (fields: Body = {}): Promise<Body> => ({
    firmName: 'Doe Holdings Inc.',
    firmTaxId: '123456789',
    primaryAddress: address(),
    ...('firmRep' in fields ? {} : { firmRep: await service.member() }),
    ...fields,
  });
  const created = async (fields: Body = {}, client = service.client): Promise<string> => {
    const answer = await create(await firmBody(fields), client);
    expectStatus(answer, 201);
    return answer.location?.split('/').at(-1) ?? '';
  };
  const invalidRep = [
    {
      type: 'VALIDATION_RULE',
      field: 'firmRep',
      errorCode: 'group.firm.invalid.representative',
    },
  ] as const;

  it('Conventions › create › 201, empty body, Location [§4.firms conventions.create]', async () => {
    const answer = await create(await firmBody());
    expect(answer).toMatchObject({ status: 201, body: undefined });
    expect(answer.location).toMatch(/^\/restapi\/firms\/\d+$/);
  });

  it('Firms › GET › every field, firm type G, tax id masked [§4.firms]', async () => {
    const fields = {
      firmName: 'Doe Holdings Inc.',
      firmTaxIdType: 'TIN',
      firmRep: await service.member(),
      primaryAddress: address({ line2: 'Suite 3' }),
      mailingAddress: address({ line1: 'PO Box 3' }),
      firmTelephone1: '302-555-0100',
      firmTelephone2: '302-555-0101',
      firmEmail1: 'office@example.com',
      firmEmail2: 'legal@example.com',
      finraAffiliated: true,
      finraCompany: 'Broker Inc.',
      directorOrTenPercentShareholder: true,
    };
    const firmId = await created({
      ...fields,
      directorOrTenPercentShareholderCompany: 'ibm,msft',
    });
    const answer = await service.client.get(`${FIRMS}/${firmId}`);
    expect(answer.body).toEqual({
      ...fields,
      directorOrTenPercentShareholderCompany: ['IBM', 'MSFT'],
      firmId,
      firmOid: firmId,
      firmType: 'G',
      parentFirmId: service.credentials.firmId,
      firmTaxId: '*****6789',
      creationDate: expect.stringMatching(TIMESTAMP),
    });
    expect(answer.headers.get('etag')).toBe('"0"');
  });

  it('Firms › firmTaxId › full for an entitled firm only [§4.firms]', async () => {
    const { client } = await service.otherFirm(['fullTid']);
    const firmRep = await service.member({}, client);
    const firmId = await created({ firmRep }, client);
    const show = async (who: BrokerageClient): Promise<unknown> =>
      (await who.get(`${FIRMS}/${firmId}`)).body;
    expect(await show(client)).toMatchObject({ firmTaxId: '123456789' });
    expect(await show(service.auditor)).toMatchObject({ firmTaxId: '*****6789' });
  });

  it.each(['firmName', 'firmTaxId', 'firmRep', 'primaryAddress'])(
    'Firms › %s › required: missing or null [§4.firms]',
    async (field) => {
      const body = await firmBody();
      for (const value of [undefined, null]) {
        const answer = await expectUnchanged(service, () => create({ ...body, [field]: value }));
        expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode: NULL }]);
      }
    },
  );

  it.each(
    titled([
      ['firmName', 1, VALUE],
      ['firmName', 'x'.repeat(101), LENGTH],
      ['firmName', 'a\u0007b', VALUE],
      ['firmTaxId', '12-3456789', DIGITS],
      ['firmTaxId', '12345678', VALUE],
      ['firmTaxId', '1234567890', LENGTH],
      ['firmTaxId', '000000000', VALUE],
      ['firmTaxId', {}, VALUE],
      ['firmTaxIdType', 'EIN', CHOICE],
      ['firmTaxIdType', true, CHOICE],
      ['firmRep', {}, VALUE],
      ['primaryAddress', 'x', VALUE],
      ['mailingAddress', [], VALUE],
      ['firmTelephone1', 'x', VALUE],
      ['firmTelephone2', {}, VALUE],
      ['firmEmail1', 'x', VALUE],
      ['firmEmail2', `${'a'.repeat(250)}@example.com`, LENGTH],
      ['finraAffiliated', 'x', VALUE],
      ['finraCompany', 'x'.repeat(101), LENGTH],
      ['directorOrTenPercentShareholder', 2, VALUE],
      ['directorOrTenPercentShareholderCompany', 7, VALUE],
    ]),
  )('Firms › %s › %s [§4.firms]', async (field, _, value, errorCode) => {
    const body = await firmBody({ [field]: value });
    const answer = await expectUnchanged(service, () => create(body));
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
  });

  it('Firms › finraCompany › needed when finraAffiliated [§4.firms]', async () => {
    const answer = await create(await firmBody({ finraAffiliated: true }));
    expectExactly(answer, [{ field: 'finraCompany', errorCode: NULL }]);
  });

  it('Firms › ten percent › only tickers [§4.firms]', async () => {
    const answer = await create(
      await firmBody({ directorOrTenPercentShareholderCompany: ['IBM', '12'] }),
    );
    expectExactly(answer, [{ errorCode: 'member.tenpct.security.rule' }]);
  });

  it('Wire rules › errors › unknown keys and every other problem at once [§1.errors]', async () => {
    const answer = await expectUnchanged(service, () =>
      create({
        FirmName: 'x',
        firmTaxId: '1',
        firmRep: 'nobody.here',
        primaryAddress: address({ zip: '1', state: 'XX' }),
      }),
    );
    expectExactly(answer, [
      { type: 'SYNTAX', field: 'FirmName' },
      { type: 'SYNTAX', field: 'zip' },
      { field: 'firmName', errorCode: NULL },
      { field: 'firmTaxId', errorCode: VALUE },
      { field: 'state', errorCode: CHOICE },
      ...invalidRep,
    ]);
  });

  it('Firms › firmRep › unknown, another firm’s, a trustee [§4.firms]', async () => {
    const trustee = await newTrustee();
    for (const firmRep of [
      'nobody.here',
      '../x',
      await service.member({}, other.client),
      trustee,
      service.credentials.apiLoginId,
    ]) {
      const body = await firmBody({ firmRep });
      expectExactly(await expectUnchanged(service, () => create(body)), invalidRep);
    }
  });

  it('Firms › firmRep › no accounts: neither owner nor joint owner [§4.firms ownership.firm-rep]', async () => {
    const [owner, partner] = [await service.member(), await service.member()];
    await service.account({
      primaryAccountOwner: owner,
      accountType: 'J',
      jointOwners: [partner],
    });
    for (const firmRep of [owner, partner]) {
      const body = await firmBody({ firmRep });
      expectExactly(await expectUnchanged(service, () => create(body)), invalidRep);
    }
  });

  it('Firms › firmRep › no other firm [ownership.firm-rep limits.firm]', async () => {
    const firmRep = await service.member();
    await created({ firmRep });
    const body = await firmBody({ firmRep });
    expectExactly(await expectUnchanged(service, () => create(body)), invalidRep);
  });

  it('Firms › firmRep › afterwards no account of their own, nor as joint owner [§4.firm-rep]', async () => {
    const [firmRep, partner] = [await service.member(), await service.member()];
    await created({ firmRep });
    const open = (fields: Body): Promise<ClientAnswer> =>
      expectUnchanged(service, () =>
        service.client.post('/restapi/accounts', { ...service.accountBody(partner), ...fields }),
      );
    expectExactly(await open({ primaryAccountOwner: firmRep }), [
      { type: 'VALIDATION_RULE', errorCode: 'account.invalid.primary.owner' },
    ]);
    expectExactly(await open({ accountType: 'J', jointOwners: [firmRep] }), [
      { type: 'VALIDATION_RULE', errorCode: 'account.invalid.joint.owner' },
    ]);
  });

  it('Who may call › scope › own firm and its corporate firms; others 404 [§1.404]', async () => {
    const firmId = await created();
    const own = await service.client.get(`${FIRMS}/${service.credentials.firmId}`);
    expect(own.body).toMatchObject({
      firmId: service.credentials.firmId,
      firmType: 'L',
      billingLevel: 'account',
    });
    for (const [client, id] of [
      [other.client, firmId],
      [other.client, service.credentials.firmId],
      [service.client, other.firmId],
      [service.client, '999'],
      [service.client, 'abc'],
      [service.client, '0'],
    ] as const) {
      expectExactly(await client.get(`${FIRMS}/${id}`), NOT_FOUND, 404);
    }
    expectStatus(await service.auditor.get(`${FIRMS}/${firmId}`), 200);
    for (const who of [service.backoffice, service.operator]) {
      expectExactly(await who.get(`${FIRMS}/${firmId}`), FORBIDDEN, 403);
    }
    const body = await firmBody();
    for (const who of [service.auditor, service.backoffice, service.operator]) {
      expectExactly(await expectUnchanged(service, () => create(body, who)), FORBIDDEN, 403);
    }
  });

  it('Firms › institutional › never by a client [§4.firms]', async () => {
    const answer = await create(await firmBody({ firmType: 'L' }));
    expectExactly(answer, [{ type: 'SYNTAX', field: 'firmType' }]);
  });
});

const TRUSTEES = '/restapi/trustees';
const trusteeBody = (fields: Body = {}): Body => ({
  loginId: uniqueName('t'),
  firstName: 'Tom',
  lastName: 'Trust',
  dateOfBirth: '1970-01-02',
  email1: 'tom@example.com',
  ...fields,
});
async function newTrustee(fields: Body = {}, client = service.client): Promise<string> {
  const body = trusteeBody(fields);
  expectStatus(await client.post(TRUSTEES, body), 201);
  return String(body['loginId']);
}

describe('Trustees', () => {
  const create = (body: Body, client = service.client): Promise<ClientAnswer> =>
    client.post(TRUSTEES, body);

  it('Conventions › create › 201, empty body, Location; shown by GET and in the list [§4.trustees]', async () => {
    const fields = {
      title: 'Mr.',
      middleName: 'T',
      suffix: 'Sr.',
      email2: 'trust@example.com',
      dayTelephone: '302-555-0100',
      eveningTelephone: '302-555-0101',
      primaryAddress: address(),
      mailingAddress: address({ line1: 'PO Box 9' }),
    };
    const body = trusteeBody(fields);
    const tid = validSsn();
    const answer = await create({ ...body, tid });
    const path = `${TRUSTEES}/${String(body['loginId'])}`;
    expect(answer).toMatchObject({ status: 201, body: undefined, location: path });
    const expected = {
      ...body,
      dateOfBirth: '1970-01-02T00:00:00.000+00:00',
      memberOid: expect.stringMatching(/^\d+$/),
      firmOid: service.credentials.firmId,
      creationDate: expect.stringMatching(TIMESTAMP),
      tid: `*****${tid.slice(-4)}`,
    };
    expect((await service.client.get(path)).body).toEqual(expected);
    const list = await service.client.get(TRUSTEES);
    expect(list.body).toEqual(expect.arrayContaining([expected]));
  });

  it.each(['loginId', 'firstName', 'lastName', 'dateOfBirth', 'email1'])(
    'Trustees › %s › required: missing or null [§4.trustees]',
    async (field) => {
      for (const value of [undefined, null]) {
        const answer = await expectUnchanged(service, () =>
          create(trusteeBody({ [field]: value })),
        );
        expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode: NULL }]);
      }
    },
  );

  it.each(
    titled([
      ['loginId', 'a b', VALUE],
      ['firstName', 'x'.repeat(21), LENGTH],
      ['firstName', 1, VALUE],
      ['middleName', 'x1', VALUE],
      ['lastName', 'x'.repeat(36), LENGTH],
      ['dateOfBirth', 'x', DATE],
      ['dateOfBirth', '2999-01-01', DATE],
      ['tid', '12345678x', DIGITS],
      ['tid', '000121234', VALUE],
      ['title', 'Sir', CHOICE],
      ['suffix', 'VII', CHOICE],
      ['email1', 'x', VALUE],
      ['email2', {}, VALUE],
      ['dayTelephone', 'x', VALUE],
      ['eveningTelephone', true, VALUE],
      ['primaryAddress', 'x', VALUE],
      ['mailingAddress', 7, VALUE],
    ]),
  )('Trustees › %s › %s [§4.trustees]', async (field, _, value, errorCode) => {
    const answer = await expectUnchanged(service, () => create(trusteeBody({ [field]: value })));
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
  });

  it('Wire rules › errors › unknown keys and every other problem at once [§1.errors]', async () => {
    const answer = await expectUnchanged(service, () =>
      create(trusteeBody({ netWorth: '1', email1: 'x', primaryAddress: address({ zip: 'x' }) })),
    );
    expectExactly(answer, [
      { type: 'SYNTAX', field: 'netWorth' },
      { type: 'SYNTAX', field: 'zip' },
      { field: 'email1', errorCode: VALUE },
    ]);
  });

  it('Trustees › loginId › unique among members, trustees and clients, whatever the case [§4.login-id]', async () => {
    const trustee = await newTrustee();
    for (const name of [trustee, await service.member(), service.credentials.apiLoginId]) {
      const body = trusteeBody({ loginId: name.toUpperCase() });
      for (const client of [service.client, other.client]) {
        expectExactly(await expectUnchanged(service, () => create(body, client)), [
          { type: 'VALIDATION_RULE', errorCode: 'member.unique.login.id' },
        ]);
      }
    }
  });

  it('Trustees › list › only the caller’s firm, in pages [§4.trustees]', async () => {
    const { client } = await service.otherFirm();
    const names = [];
    for (let i = 0; i < 3; i++) names.push(await newTrustee({}, client));
    const loginIds = (answer: ClientAnswer): string[] =>
      (answer.body as { loginId: string }[]).map(({ loginId }) => loginId);
    expect(loginIds(await client.get(TRUSTEES))).toEqual(names.toSorted());
    const first = await client.get(`${TRUSTEES}?limit=2`);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await client.get(next);
    expect([...loginIds(first), ...loginIds(second)]).toEqual(names.toSorted());
    expect(second.headers.get('link')).toBeNull();
    expect(loginIds(await service.auditor.get(TRUSTEES))).toEqual(expect.arrayContaining(names));
    for (const query of ['limit=0', 'limit=x', 'cursor=%21']) {
      const [field = ''] = query.split('=');
      const answer = await client.get(`${TRUSTEES}?${query}`);
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field }]);
    }
    expectExactly(await client.get(`${TRUSTEES}?page=2`), [{ type: 'SYNTAX', field: 'page' }]);
  });

  it('Who may call › scope and roles [§2.client]', async () => {
    const trustee = await newTrustee();
    for (const [client, id] of [
      [other.client, trustee],
      [service.client, 'nobody.here'],
      [service.client, await service.member()],
    ] as const) {
      expectExactly(await client.get(`${TRUSTEES}/${id}`), NOT_FOUND, 404);
    }
    for (const who of [service.backoffice, service.operator]) {
      expectExactly(await who.get(TRUSTEES), FORBIDDEN, 403);
      expectExactly(await who.get(`${TRUSTEES}/${trustee}`), FORBIDDEN, 403);
    }
    const body = trusteeBody();
    for (const who of [service.auditor, service.backoffice, service.operator]) {
      expectExactly(await expectUnchanged(service, () => create(body, who)), FORBIDDEN, 403);
    }
  });
});

describe('Back office › firms', () => {
  const newId = (): string => String(6_000_000_000 + Math.floor(Math.random() * 1_000_000_000));
  const firm = (fields: Body = {}): Body => ({ name: 'Advisors', firmType: 'L', ...fields });
  const put = (id: string, body: Body, who = service.operator): Promise<ClientAnswer> =>
    who.put(`/backoffice/firms/${id}`, body);

  it('PUT › 200, empty body; shown by GET; the same again is no event [§10.firms §10.rule]', async () => {
    const id = newId();
    const body = firm({
      billingLevel: 'member',
      entitlements: ['removeRestrictions', 'fullTid'],
      depositAddress: address({ line3: 'Dock 4' }),
      payableTo: 'Custody Inc.',
      partnerCode: 'P-1',
    });
    const answer = await put(id, body);
    expect(answer).toMatchObject({ status: 200, body: undefined });
    expectStatus(await expectUnchanged(service, () => put(id, body)), 200);
    const shown = await service.auditor.get(`/restapi/firms/${id}`);
    expect(shown.body).toEqual({
      ...body,
      firmId: id,
      firmOid: id,
      entitlements: ['fullTid', 'removeRestrictions'],
    });
    expectStatus(await put(id, firm({ name: 'Renamed' })), 200);
    expect((await service.auditor.get(`/restapi/firms/${id}`)).body).toEqual({
      ...firm({ name: 'Renamed' }),
      firmId: id,
      firmOid: id,
      billingLevel: 'account',
      entitlements: [],
    });
  });

  it.each(
    titled([
      ['name', undefined, NULL],
      ['name', null, NULL],
      ['name', 1, VALUE],
      ['name', 'x'.repeat(101), LENGTH],
      ['firmType', 'G', CHOICE],
      ['firmType', 'l', CHOICE],
      ['billingLevel', 'Account', CHOICE],
      ['billingLevel', 'firm', CHOICE],
      ['billingLevel', true, CHOICE],
      ['entitlements', ['everything'], CHOICE],
      ['entitlements', ['FULLTID'], CHOICE],
      ['entitlements', 'fullTid', VALUE],
      ['entitlements', [true], VALUE],
      ['depositAddress', 'x', VALUE],
      ['payableTo', 'x'.repeat(101), LENGTH],
      ['partnerCode', 'a b', VALUE],
      ['partnerCode', 'x'.repeat(21), LENGTH],
    ]),
  )('firms › %s › %s [§10.firms]', async (field, _, value, errorCode) => {
    const answer = await expectUnchanged(service, () => put(newId(), firm({ [field]: value })));
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
  });

  it('firms › unknown keys, other id, leaves of the address, all at once [§1.errors]', async () => {
    const answer = await expectUnchanged(service, () =>
      put(newId(), firm({ firmId: '77', Name: 'x', depositAddress: { line1: 'x', box: 1 } })),
    );
    expectExactly(answer, [
      { type: 'SYNTAX', field: 'Name' },
      { type: 'SYNTAX', field: 'box' },
      { type: 'VALIDATION_RULE', field: 'firmId', errorCode: 'uri.matching.rule' },
      { field: 'city', errorCode: NULL },
      { field: 'state', errorCode: NULL },
      { field: 'zipcode', errorCode: NULL },
    ]);
  });

  it.each(['abc', '0', '012', '99999999999999999999'])(
    'firms › id › %s [§10.firms]',
    async (id) => {
      const answer = await expectUnchanged(service, () => put(id, firm()));
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field: 'firmId', errorCode: VALUE }]);
    },
  );

  it('firms › roles › operator only [§10.rule]', async () => {
    const id = newId();
    for (const who of [service.client, service.backoffice, service.auditor]) {
      expectExactly(await expectUnchanged(service, () => put(id, firm(), who)), FORBIDDEN, 403);
    }
  });

  it('firms › If-Match › 412 when stale [§1.412]', async () => {
    const id = newId();
    expectStatus(await put(id, firm()), 200);
    expectStatus(await put(id, firm({ name: 'Two' })), 200);
    const stale = await expectUnchanged(service, () =>
      service.operator.put(`/backoffice/firms/${id}`, firm({ name: '3' }), { 'if-match': '"0"' }),
    );
    expectExactly(stale, [{ type: 'PRECONDITION_FAILED' }], 412);
  });
});

describe('Back office › API clients', () => {
  const pathOf = (apiKey: string, firmId = other.firmId): string =>
    `/backoffice/firms/${firmId}/clients/${apiKey}`;
  const define = (apiKey: string, body: Body, firmId?: string): Promise<ClientAnswer> =>
    service.operator.put(pathOf(apiKey, firmId), body);
  const using = (apiKey: string, sharedSecret: unknown): BrokerageClient =>
    new BrokerageClient(service.service.url, { apiKey, sharedSecret: String(sharedSecret) });
  const secretOf = (answer: ClientAnswer): string => {
    expectStatus(answer, 200);
    expect(answer.body).toEqual({ sharedSecret: expect.stringMatching(/^[\w-]{43}$/) });
    return (answer.body as { sharedSecret: string }).sharedSecret;
  };

  it('PUT › the first answer carries the shared secret, once; it works at once [§10.clients]', async () => {
    const [apiKey, loginId] = [uniqueName('key'), uniqueName('api')];
    const secret = secretOf(await define(apiKey, { loginId }));
    const again = await expectUnchanged(service, () => define(apiKey, { loginId }));
    expect(again).toMatchObject({ status: 200, body: undefined });
    const changed = await define(apiKey, { loginId, entitlements: [] });
    expect(changed).toMatchObject({ status: 200, body: undefined });
    const firm = await using(apiKey, secret).get(`/restapi/firms/${other.firmId}`);
    expect(firm.body).toMatchObject({ firmId: other.firmId });
    expectStatus(await using(apiKey, 'wrong').get('/restapi/trustees'), 401);
  });

  it('clients › entitlements › narrow those of the firm [§2.client]', async () => {
    const { firmId, client } = await service.otherFirm(['fullTid']);
    const tid = validSsn();
    const loginId = await service.member({ tid }, client);
    const shown = async (entitlements: unknown): Promise<unknown> => {
      const [apiKey, login] = [uniqueName('key'), uniqueName('api')];
      const answer = await define(apiKey, { loginId: login, entitlements }, firmId);
      const read = await using(apiKey, secretOf(answer)).get(`/restapi/members/${loginId}`);
      return (read.body as { tid: unknown }).tid;
    };
    expect(await shown(undefined)).toBe(tid);
    expect(await shown(['fullTid'])).toBe(tid);
    expect(await shown(['removeRestrictions'])).toBe(`*****${tid.slice(-4)}`);
    expect(await shown([])).toBe(`*****${tid.slice(-4)}`);
  });

  it.each(
    titled([
      ['loginId', undefined, NULL],
      ['loginId', null, NULL],
      ['loginId', 'a b', VALUE],
      ['loginId', 5, VALUE],
      ['entitlements', ['x'], CHOICE],
      ['entitlements', 'fullTid', VALUE],
    ]),
  )('clients › %s › %s [§10.clients]', async (field, _, value, errorCode) => {
    const body = { loginId: uniqueName('api'), [field]: value };
    const answer = await expectUnchanged(service, () => define(uniqueName('key'), body));
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
  });

  it('clients › ids in the body › must be those of the path; unknown keys [§1.matching-ids]', async () => {
    const body = { loginId: uniqueName('api'), apiKey: 'other-key-1', firmId: '1', secret: 'x' };
    const answer = await expectUnchanged(service, () => define(uniqueName('key'), body));
    expectExactly(answer, [
      { type: 'SYNTAX', field: 'secret' },
      { type: 'VALIDATION_RULE', field: 'apiKey', errorCode: 'uri.matching.rule' },
      { type: 'VALIDATION_RULE', field: 'firmId', errorCode: 'uri.matching.rule' },
    ]);
  });

  it('clients › apiKey › 8 to 64 letters, digits, hyphens, underscores [§10.clients]', async () => {
    for (const apiKey of ['short', 'has.points.in', '-leading-hyphen']) {
      const body = { loginId: uniqueName('api') };
      const answer = await expectUnchanged(service, () => define(apiKey, body));
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field: 'apiKey', errorCode: VALUE }]);
    }
  });

  it('clients › loginId › unique, and never changes [§10.clients]', async () => {
    const taken = await service.member();
    const answer = await expectUnchanged(service, () =>
      define(uniqueName('key'), { loginId: taken.toUpperCase() }),
    );
    expectExactly(answer, [{ type: 'VALIDATION_RULE', errorCode: 'member.unique.login.id' }]);
    const [apiKey, loginId] = [uniqueName('key'), uniqueName('api')];
    secretOf(await define(apiKey, { loginId }));
    const moved = await expectUnchanged(service, () =>
      define(apiKey, { loginId: uniqueName('api') }),
    );
    expectExactly(moved, [{ field: 'loginId', errorCode: 'not.updatable' }]);
  });

  it('clients › firm › must be an institutional one, and never changes [§10.clients]', async () => {
    const body = { loginId: uniqueName('api') };
    for (const firmId of ['4711', 'abc']) {
      const answer = await expectUnchanged(service, () => define(uniqueName('key'), body, firmId));
      expectExactly(answer, NOT_FOUND, 404);
    }
    const made = await service.client.post('/restapi/firms', {
      firmName: 'C',
      firmTaxId: '123456789',
      firmRep: await service.member(),
      primaryAddress: address(),
    });
    const corporate = made.location?.split('/').at(-1) ?? '';
    const refused = await expectUnchanged(service, () =>
      define(uniqueName('key'), body, corporate),
    );
    expectExactly(refused, NOT_FOUND, 404);
    const [apiKey, loginId] = [uniqueName('key'), uniqueName('api')];
    secretOf(await define(apiKey, { loginId }));
    const stolen = await expectUnchanged(service, () =>
      define(apiKey, { loginId }, service.credentials.firmId),
    );
    expectExactly(stolen, [{ type: 'VALIDATION_RULE', errorCode: 'client.unique.api.key' }]);
  });

  it('clients › roles › operator only, for everything [§10.rule]', async () => {
    const [apiKey, loginId] = [uniqueName('key'), uniqueName('api')];
    secretOf(await define(apiKey, { loginId }));
    for (const who of [service.client, service.backoffice, service.auditor]) {
      const path = pathOf(apiKey);
      for (const request of [
        () => who.put(path, { loginId, entitlements: [] }),
        () => who.post(`${path}/secret`),
        () => who.request('DELETE', path),
      ]) {
        expectExactly(await expectUnchanged(service, request), FORBIDDEN, 403);
      }
    }
  });

  it('clients › DELETE › revokes at once and for good [§2.client]', async () => {
    const [apiKey, loginId] = [uniqueName('key'), uniqueName('api')];
    const client = using(apiKey, secretOf(await define(apiKey, { loginId })));
    expectStatus(await client.get('/restapi/trustees'), 200);
    const path = pathOf(apiKey);
    expectStatus(await service.operator.request('DELETE', path), 200);
    expectExactly(await client.get('/restapi/trustees'), [{ type: 'UNAUTHENTICATED' }], 401);
    const again = await expectUnchanged(service, () => service.operator.request('DELETE', path));
    expectStatus(again, 200);
    const revoked = [{ type: 'VALIDATION_RULE', errorCode: 'client.revoked.rule' }] as const;
    expectExactly(await expectUnchanged(service, () => define(apiKey, { loginId })), revoked);
    const secret = await expectUnchanged(service, () => service.operator.post(`${path}/secret`));
    expectExactly(secret, revoked);
  });

  it('clients › POST secret › the new one works, the old one no longer [§10.clients]', async () => {
    const [apiKey, loginId] = [uniqueName('key'), uniqueName('api')];
    const before = using(apiKey, secretOf(await define(apiKey, { loginId })));
    expectStatus(await before.get('/restapi/trustees'), 200);
    const secret = secretOf(await service.operator.post(`${pathOf(apiKey)}/secret`));
    expectStatus(await using(apiKey, secret).get('/restapi/trustees'), 200);
    expectExactly(await before.get('/restapi/trustees'), [{ type: 'UNAUTHENTICATED' }], 401);
  });

  it('clients › unknown, and of another firm › 404 [§1.404]', async () => {
    const unknown = pathOf(uniqueName('key'));
    const foreign = pathOf(service.credentials.apiKey);
    for (const path of [unknown, foreign]) {
      for (const request of [
        () => service.operator.post(`${path}/secret`),
        () => service.operator.request('DELETE', path),
      ]) {
        expectExactly(await expectUnchanged(service, request), NOT_FOUND, 404);
      }
    }
  });

  it('clients › a client’s login id cannot become a member [§4.login-id]', async () => {
    const answer = await service.client.post(
      '/restapi/members',
      memberBody({ loginId: other.loginId }),
    );
    expectExactly(answer, [{ errorCode: 'member.unique.login.id' }]);
  });
});
