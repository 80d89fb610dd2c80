import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { field, NULL, unknownKey, VALUE } from '../support/problems.js';
import type { RawAnswer } from '../support/raw-request.js';
import {
  expectStatus,
  expectUnchanged,
  memberBody,
  ServiceUnderTest,
  signatureBody,
  validSsn,
} from '../support/running-service.js';
import { expectErrorList, Wire } from '../support/wire.js';

let service: ServiceUnderTest;
let wire: Wire;
/** An individual account that is signed, its owner, and a folio of it. */
let owner: string;
let accountNumber: string;
let account: string;
let folio: string;
beforeAll(async () => {
  service = await ServiceUnderTest.start();
  wire = new Wire(service);
  owner = await service.member();
  accountNumber = await service.openAccount({ primaryAccountOwner: owner });
  account = `/restapi/accounts/${accountNumber}`;
  const created = await service.client.post(`${account}/folios`, folioBody());
  expectStatus(created, 201);
  folio = created.location ?? '';
});
afterAll(() => service.stop());

const folioBody = (fields: object = {}): Record<string, unknown> => ({
  folioName: 'Growth',
  accountNumber,
  dividendReinvest: true,
  ...fields,
});
const contact = (fields: object = {}): object => ({
  firstName: 'Tom',
  lastName: 'Fox',
  email: 'tom@example.com',
  telephone: '212-555-0101',
  ...fields,
});
const beneficiary = (fields: object = {}): Record<string, unknown> => ({
  firstName: 'Ben',
  lastName: 'Doe',
  relationship: 'S',
  dateOfBirth: '1990-01-01T00:00:00.000+00:00',
  ssn: validSsn(),
  sharePct: '100',
  ...fields,
});
const ira = (fields: object = {}): Record<string, unknown> => ({
  ...service.accountBody(owner),
  accountType: 'R',
  ...fields,
});
/** 400, with exactly these problems as far as given, and nothing stored. */
async function refused(
  method: string,
  path: string,
  body: unknown,
  ...problems: object[]
): Promise<RawAnswer> {
  const answer = await expectUnchanged(service, () => wire.json(method, path, body));
  expectErrorList(answer, 400);
  expect(answer.body).toEqual(
    expect.arrayContaining(problems.map((one) => expect.objectContaining(one))),
  );
  expect(answer.body).toHaveLength(problems.length);
  return answer;
}

describe('decisions §1 › Field spelling', () => {
  it('an unknown key is SYNTAX and named; several are named each [§1.spelling errors.SYNTAX]', async () => {
    await refused(
      'POST',
      '/restapi/members',
      memberBody({ nope: 1, alsoNope: {} }),
      unknownKey('nope'),
      unknownKey('alsoNope'),
    );
  });

  it('keys are case-sensitive [§1.spelling errors.SYNTAX]', async () => {
    const { loginId, ...rest } = memberBody();
    await refused(
      'POST',
      '/restapi/members',
      { ...rest, loginid: loginId, LoginId: loginId },
      unknownKey('loginid'),
      unknownKey('LoginId'),
      field('loginId', 'cannot.be.null'),
    );
  });

  it('endpoint 1 › the key loginId is case-sensitive [1.body §1.spelling]', async () => {
    const { loginId, ...rest } = signatureBody(owner);
    await refused(
      'POST',
      `${account}/customeragreement`,
      { ...rest, loginID: loginId },
      unknownKey('loginID'),
      field('loginId', 'cannot.be.null'),
    );
  });

  it('at every depth: inside an object, a list item, an item of a list body [§1.spelling errors.SYNTAX]', async () => {
    const address = { ...(memberBody()['primaryAddress'] as object), planet: 'Earth' };
    await refused(
      'POST',
      '/restapi/members',
      memberBody({ primaryAddress: address, memberProfileItems: { sign: 'Aries' } }),
      unknownKey('planet'),
      unknownKey('sign'),
    );
    await refused(
      'PUT',
      account,
      { trustedContacts: [contact(), contact({ pet: 'cat' })] },
      { ...unknownKey('pet'), message: expect.stringContaining('trustedContacts[1]') },
    );
    const weights = [{ ticker: 'IBM', targetWeight: '100', weight: '100' }];
    await refused('PUT', `${folio}/targetweights`, weights, unknownKey('weight'));
  });

  it.each([
    ['securityExclusions', 'securityExclusion'],
    ['issueExclusions', 'issueExclusion'],
    ['sectorExclusions', 'sectorExclusion'],
  ])('%s stands for %s [§1.spelling]', async (alias, name) => {
    const list = [{ exclusionValue: 'IBM', exclusionStartDate: '2026-01-01' }];
    expect((await wire.json('PUT', account, { [alias]: list })).status).toBe(200);
    const { body } = await wire.get(account);
    expect(body).toMatchObject({ [name]: [{ exclusionValue: 'IBM' }] });
    expect(body).not.toHaveProperty(alias);
    expect((await wire.json('PUT', account, { [name]: [] })).status).toBe(200);
    await refused('PUT', account, { [alias]: [], [name]: [] }, unknownKey(alias));
    await refused('PUT', account, { [alias.toLowerCase()]: [] }, unknownKey(alias.toLowerCase()));
  });

  it('SSN stands for ssn, in a beneficiary and nowhere else [§1.spelling]', async () => {
    const { ssn, ...rest } = beneficiary();
    const body = ira({ primaryBeneficiaries: [{ ...rest, SSN: ssn }] });
    expect((await wire.json('POST', '/restapi/accounts', body)).status).toBe(201);
    await refused('POST', '/restapi/members', memberBody({ SSN: validSsn() }), unknownKey('SSN'));
    const mixed = ira({ primaryBeneficiaries: [{ ...rest, Ssn: ssn }] });
    await refused(
      'POST',
      '/restapi/accounts',
      mixed,
      unknownKey('Ssn'),
      field('ssn', 'cannot.be.null'),
    );
  });

  it('no other alias is taken [§1.spelling]', async () => {
    const body = { ...folioBody(), name: 'x', prePackagedFolioId: null, dividendsReinvest: true };
    await refused(
      'POST',
      `${account}/folios`,
      body,
      unknownKey('name'),
      unknownKey('prePackagedFolioId'),
      unknownKey('dividendsReinvest'),
    );
  });
});

describe('decisions §1 › Output spelling', () => {
  it('an IFA has both names of id, type and status [§1.output]', async () => {
    const { body } = await wire.get(`/restapi/members/${owner}/ifas`);
    const [item] = body as Record<string, unknown>[];
    expect(item).toMatchObject({ ifaType: 'SA', itemForAttentionType: 'SA' });
    expect(item?.['itemForAttentionId']).toBe(item?.['id']);
    expect(item?.['itemForAttentionStatus']).toBe(item?.['ifaStatus']);
    expect(item?.['id']).toEqual(expect.stringMatching(/./));
  });

  it('a billing plan has billingPlanType and billingType [§1.output]', async () => {
    const { firmId, billingPlans } = service.credentials;
    for (const [type, oid] of Object.entries(billingPlans)) {
      const { body } = await wire.get(`/restapi/firms/${firmId}/billingplans/${oid}`);
      expect(body).toMatchObject({ billingPlanId: oid, billingPlanType: type, billingType: type });
    }
  });
});

describe('decisions §1 › Query names', () => {
  it('are case-insensitive [§1.query]', async () => {
    for (const name of ['limit', 'LIMIT', 'Limit']) {
      const answer = await wire.get(`/restapi/accounts?${name}=1`);
      expect([answer.status, (answer.body as unknown[]).length]).toEqual([200, 1]);
    }
    const path = '/restapi/members?ASYNCHRONOUSssnValidation=true';
    expect((await wire.json('POST', path, memberBody())).status).toBe(201);
  });

  it('unknown and repeated ones are SYNTAX and named [§1.query]', async () => {
    const answer = await wire.get('/restapi/accounts?nope=1&limit=1&LIMIT=2');
    expectErrorList(answer, 400);
    expect(answer.body).toEqual([
      expect.objectContaining(unknownKey('nope')),
      expect.objectContaining(unknownKey('limit')),
    ]);
  });

  it('values are checked like those of bodies [§1.query]', async () => {
    for (const value of ['0', '-1', 'x', '', '1.5', '99999999999999999999', '%00', '1%00']) {
      const answer = await wire.get(`/restapi/accounts?limit=${value}`);
      expectErrorList(answer, 400);
      expect(answer.body).toEqual([expect.objectContaining(field('limit', 'invalid.value'))]);
    }
    expectErrorList(await wire.get('/restapi/accounts?cursor=nonsense'), 400);
  });
});

describe('decisions §1 › Booleans', () => {
  it.each([
    [true, true],
    [false, false],
    ['true', true],
    ['false', false],
  ])('%j comes out as %j [§1.booleans conventions.decimals]', async (sent, shown) => {
    const body = folioBody({ dividendReinvest: sent, dividendPayToAccount: sent });
    const { headers, status } = await wire.json('POST', `${account}/folios`, body);
    expect(status).toBe(201);
    const { body: read } = await wire.get(new URL(headers.location ?? '').pathname);
    expect(read).toMatchObject({ dividendReinvest: shown, dividendPayToAccount: shown });
  });

  it.each(['TRUE', 'True', 'yes', '1', ' true', '', 1, 0, [], {}])(
    '%j is none [§1.booleans]',
    async (sent) => {
      await refused(
        'POST',
        `${account}/folios`,
        folioBody({ dividendReinvest: sent }),
        field('dividendReinvest', 'invalid.value'),
      );
    },
  );
});

describe('decisions §1 › Numbers', () => {
  const put = (text: string): Promise<RawAnswer> =>
    wire.send(
      'PUT',
      account,
      `{"defaultTaxLotSelection":"WLFS","longTermTaxRate":${text},"shortTermTaxRate":"1"}`,
    );

  it.each([
    ['"15.5"', '15.5'],
    ['15.5', '15.5'],
    ['15.50', '15.5'],
    ['0.1', '0.1'],
    ['"0.10"', '0.1'],
    ['100', '100'],
    ['1e1', '10'],
    ['0.30000000000000', '0.3'],
  ])(
    '%s is read exactly and shown as %j [§1.numbers conventions.decimals]',
    async (sent, shown) => {
      expect((await put(sent)).status).toBe(200);
      const { text } = await wire.get(account);
      expect(text).toContain(`"longTermTaxRate":"${shown}"`);
    },
  );

  it.each([
    '1e400',
    '1e-400',
    '100.1',
    '-0.1',
    '"1e1"',
    '"+1"',
    '" 1"',
    '"1,0"',
    '"NaN"',
    '"Infinity"',
    '"0x1"',
    '""',
    '"١"',
    'true',
    '[]',
    '{}',
    '0.1000000000000000055511151231257827',
  ])('%s is none [§1.numbers]', async (sent) => {
    const answer = await expectUnchanged(service, () => put(sent));
    expectErrorList(answer, 400);
    expect(answer.body).toEqual([
      expect.objectContaining(field('longTermTaxRate', 'invalid.value')),
    ]);
  });

  it.each(['01', '+1', '.5', '5.', 'NaN', 'Infinity', '0x10', '1_000', '--1', '1e'])(
    'the number %s is no JSON [§1.numbers]',
    async (sent) => {
      const answer = await expectUnchanged(service, () => put(sent));
      expectErrorList(answer, 400);
      expect(answer.body).toEqual([{ type: 'SYNTAX', message: expect.any(String) }]);
    },
  );

  it('identifiers are texts, and may come as numbers [§1.numbers]', async () => {
    const body = JSON.stringify(service.accountBody(owner)).replace(
      `"${service.credentials.billingPlans.A}"`,
      service.credentials.billingPlans.A,
    );
    const created = await wire.send('POST', '/restapi/accounts', body);
    expect(created.status).toBe(201);
    const { body: read } = await wire.get(new URL(created.headers.location ?? '').pathname);
    expect(read).toMatchObject({ billingPlanOid: service.credentials.billingPlans.A });
  });
});

describe('decisions §1 › Timestamps', () => {
  const OUT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+00:00$/;

  it.each([
    '1980-05-17T00:00:00.000+00:00',
    '1980-05-17T00:00:00+00:00',
    '1980-05-17T00:00:00.000-0500',
    '1980-05-17T23:59:59-05:00',
    '1980-05-17T00:00:00Z',
    '1980-05-17T00:00:00.5Z',
  ])('in: %s [§1.timestamps]', async (dateOfBirth) => {
    const loginId = await service.member({ dateOfBirth });
    const { body } = await wire.get(`/restapi/members/${loginId}`);
    expect(body).toMatchObject({
      dateOfBirth: '1980-05-17T00:00:00.000+00:00',
      creationDate: expect.stringMatching(OUT),
    });
  });

  it.each([
    '1980-05-17T00:00:00.000',
    '1980-05-17 00:00:00Z',
    '1980-02-30T00:00:00Z',
    '1980-05-17T24:00:00Z',
    '1980-05-17T00:00:60Z',
    '1980-05-17T00:00Z',
    '17.05.1980',
    'x',
  ])('in: %j is invalid.date [§1.timestamps]', async (dateOfBirth) => {
    await refused(
      'POST',
      '/restapi/members',
      memberBody({ dateOfBirth }),
      field('dateOfBirth', 'invalid.date'),
    );
  });

  it('out, everywhere: with milliseconds and +00:00 [§1.timestamps conventions.timestamps]', async () => {
    const paths = [account, `/restapi/members/${owner}`, `/restapi/members/${owner}/ifas`];
    for (const path of [...paths, `${account}/restrictions`, `${account}/customeragreement`]) {
      const { text } = await wire.get(path);
      const found = text.match(/"\d{4}-\d{2}-\d{2}T[^"]*"/g) ?? [];
      for (const one of found) expect(one.slice(1, -1)).toMatch(OUT);
    }
  });
});

describe('decisions §1 › Errors and generic field codes', () => {
  it.each<[string, Record<string, unknown>, ...object[]]>([
    ['missing', { lastName: undefined }, field('lastName', 'cannot.be.null')],
    ['null', { lastName: null }, field('lastName', 'cannot.be.null')],
    ['outside a code list', { citizenship: 'X' }, field('citizenship', 'invalid.choice')],
    ['a code in the wrong case', { citizenship: 'c' }, field('citizenship', 'invalid.choice')],
    ['digits only', { tid: '12345678x' }, field('tid', 'allows.only.digits')],
    ['bad date', { dateOfBirth: '1980-13-01' }, field('dateOfBirth', 'invalid.date')],
    ['too long', { lastName: 'x'.repeat(36) }, field('lastName', 'invalid.length')],
    ['too long', { tid: '1234567890' }, field('tid', 'invalid.length')],
    ['otherwise', { email1: 'nobody' }, field('email1', 'invalid.value')],
    ['otherwise', { lastName: 7 }, field('lastName', 'invalid.value')],
    ['otherwise', { lastName: 'D0e' }, field('lastName', 'invalid.value')],
  ])('%s: %j [§1.codes errors.VALIDATION_FIELD]', async (_row, fields, ...problems) => {
    await refused('POST', '/restapi/members', memberBody(fields), ...problems);
  });

  it('every problem at once, of shape and of rules [§1.errors errors.list errors.VALIDATION_RULE]', async () => {
    await refused(
      'POST',
      '/restapi/members',
      memberBody({
        loginId: owner,
        firstName: null,
        tid: '12',
        citizenship: 'X',
        dateOfBirth: 'x',
        nope: 1,
      }),
      unknownKey('nope'),
      field('firstName', 'cannot.be.null'),
      field('tid', 'invalid.value'),
      field('citizenship', 'invalid.choice'),
      field('dateOfBirth', 'invalid.date'),
      { type: 'VALIDATION_RULE', errorCode: 'member.unique.login.id' },
    );
  });

  it('field is the bare leaf name [§1.errors]', async () => {
    const primaryAddress = {
      line1: '350 Fifth Avenue',
      city: 'New York',
      state: 'NY',
      zipcode: 'x',
    };
    await refused('POST', '/restapi/members', memberBody({ primaryAddress }), {
      field: 'zipcode',
      type: 'VALIDATION_FIELD',
    });
  });

  it('inside a list of objects the message says which item [§1.errors]', async () => {
    await refused(
      'PUT',
      account,
      { trustedContacts: [contact(), contact({ email: 'x' }), contact({ lastName: null })] },
      { ...field('email', VALUE), message: expect.stringContaining('[1]') },
      { ...field('lastName', NULL), message: expect.stringContaining('[2]') },
    );
  });

  it('null.signature.method is the one exception [1.errors §1.codes]', async () => {
    const { signatureMethod, ...rest } = signatureBody(owner);
    expect(signatureMethod).toBeDefined();
    for (const body of [rest, { ...rest, signatureMethod: null }]) {
      await refused(
        'POST',
        `${account}/customeragreement`,
        body,
        field('signatureMethod', 'null.signature.method'),
      );
    }
  });

  it('no body, a list for an object, an object for a list, a scalar: 400 SYNTAX without field [§1.malformed]', async () => {
    for (const body of ['[]', '"x"', '1', 'null', 'true', '']) {
      const answer = await expectUnchanged(service, () =>
        wire.send('POST', '/restapi/members', body),
      );
      expectErrorList(answer, 400);
      expect(answer.body).toEqual([{ type: 'SYNTAX', message: expect.any(String) }]);
    }
    for (const body of ['{}', '"x"', 'null']) {
      const answer = await wire.send('PUT', `${folio}/targetweights`, body);
      expectErrorList(answer, 400);
      expect(answer.body).toEqual([expect.objectContaining({ type: 'SYNTAX' })]);
    }
  });
});

describe('decisions §1 › Body id against path id › uri.matching.rule', () => {
  const rule = (name: string): object => ({ field: name, errorCode: 'uri.matching.rule' });
  const other = 'RZ99999999';

  it('accountNumber on PUT account [§1.matching-ids]', async () => {
    await refused('PUT', account, { accountNumber: other }, rule('accountNumber'));
    expect((await wire.json('PUT', account, { accountNumber })).status).toBe(200);
  });

  it('accountNumber on POST folios [§1.matching-ids]', async () => {
    const body = folioBody({ accountNumber: other });
    await refused('POST', `${account}/folios`, body, rule('accountNumber'));
  });

  it('accountNumber and folioNumber on PUT folio [§1.matching-ids]', async () => {
    await refused(
      'PUT',
      folio,
      { accountNumber: other, folioNumber: `${other}03` },
      rule('accountNumber'),
      rule('folioNumber'),
    );
  });

  it('folioNumber on PUT rtgsubscription [§1.matching-ids]', async () => {
    const body = { folioNumber: `${other}03`, prePackagedFolioOid: service.credentials.rtgOid };
    await refused('PUT', `${folio}/rtgsubscription`, body, rule('folioNumber'));
  });

  it('loginId and accountNumber on permissions [§1.matching-ids]', async () => {
    const body = { loginId: owner, permission: 'SV', alertLevel: 'none', listOnReport: true };
    await refused(
      'POST',
      `${account}/permissions`,
      { ...body, accountNumber: other, loginId: await service.member() },
      rule('accountNumber'),
    );
    await refused(
      'PUT',
      `${account}/permissions/${owner}`,
      { alertLevel: 'all', permission: 'AM', loginId: 'somebody.else', accountNumber: other },
      rule('loginId'),
      rule('accountNumber'),
    );
  });

  it('accountNumber on POST restrictions [§1.matching-ids]', async () => {
    await refused(
      'POST',
      `${account}/restrictions`,
      { accountNumber: other },
      rule('accountNumber'),
    );
  });

  it('loginId on PUT member [§1.matching-ids]', async () => {
    await refused(
      'PUT',
      `/restapi/members/${owner}`,
      { loginId: 'somebody.else' },
      rule('loginId'),
    );
  });
});

describe('decisions §1 › Malformed JSON › 400 SYNTAX without field', () => {
  const texts: [string, string | Buffer][] = [
    ['half an object', '{"loginId":'],
    ['a text that does not end', '{"loginId":"x'],
    ['single quotes', "{'loginId':'x'}"],
    ['a trailing comma', '{"loginId":"x",}'],
    ['two values', '{} {}'],
    ['a comment', '{/* x */}'],
    ['a control character', '{"loginId":"a\nb"}'],
    ['a bad escape', '{"loginId":"\\x41"}'],
    ['a short unicode escape', '{"loginId":"\\u12"}'],
    ['a NUL byte', '{"loginId":"x"}\0'],
    ['blanks only', '   '],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['an overlong UTF-8 sequence', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['UTF-16', Buffer.from('{"loginId":"x"}', 'utf16le')],
    ['a key twice', '{"loginId":"a","loginId":"b"}'],
    ['a key twice, deep', `{"primaryAddress":{"city":"a","c\\u0069ty":"b"}}`],
    ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`],
    ['100,000 levels of lists', '['.repeat(100_000)],
    ['100,000 levels of objects', '{"a":'.repeat(100_000)],
    ['form data', 'loginId=x&tid=1'],
  ];
  it.each(texts)('%s [§1.malformed]', async (_what, text) => {
    const answer = await expectUnchanged(service, () =>
      wire.send('POST', '/restapi/members', text),
    );
    expectErrorList(answer, 400);
    expect(answer.body).toEqual([{ type: 'SYNTAX', message: expect.any(String) }]);
  });

  it('a byte order mark is no mistake [§1.malformed]', async () => {
    const body = `\ufeff${JSON.stringify(memberBody())}`;
    expect((await wire.send('POST', '/restapi/members', body)).status).toBe(201);
  });
});
