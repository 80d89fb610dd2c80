import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrokerageClient, ClientAnswer } from '#libs/client';
import { titled } from '../support/field-rows.js';
import {
  expectExactly,
  expectProblems,
  expectStatus,
  expectUnchanged,
  memberBody,
  ServiceUnderTest,
  uniqueName,
  validSsn,
} from '../support/running-service.js';

type Body = Readonly<Record<string, unknown>>;

let service: ServiceUnderTest;
let stranger: BrokerageClient;
beforeAll(async () => {
  service = await ServiceUnderTest.start();
  stranger = (await service.otherFirm()).client;
});
afterAll(() => service.stop());

const MEMBERS = '/restapi/members';
const NULL = 'cannot.be.null';
const CHOICE = 'invalid.choice';
const DIGITS = 'allows.only.digits';
const DATE = 'invalid.date';
const LENGTH = 'invalid.length';
const VALUE = 'invalid.value';
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;

const create = (body: Body): Promise<ClientAnswer> => service.client.post(MEMBERS, body);
const read = async (loginId: string, client = service.client): Promise<Body> => {
  const answer = await client.get(`${MEMBERS}/${loginId}`);
  expectStatus(answer, 200);
  return answer.body as Body;
};
const without = (...fields: readonly string[]): Body =>
  Object.fromEntries(Object.entries(memberBody()).filter(([field]) => !fields.includes(field)));
const address = (fields: Body = {}): Body => ({
  line1: '350 Fifth Avenue',
  city: 'New York',
  state: 'NY',
  zipcode: '10118',
  country: 'US',
  ...fields,
});
/** Date of birth of somebody who is `years` old, and `days` more. */
function bornYearsAgo(years: number, days: number): string {
  const date = new Date(Date.now() - days * 86_400_000);
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return date.toISOString().slice(0, 10);
}

/** A member with every field there is. */
const everything = {
  firstName: 'Mary Ann',
  middleName: 'St. John',
  lastName: 'Smith-Doe',
  suffix: 'iii',
  title: 'DR.',
  dateOfBirth: '1975-02-03T10:20:30-0500',
  dayTelephone: '(212) 555-0142',
  eveningTelephone: '+1 212 555 0143',
  email1: 'mary@example.com',
  email2: 'mary.smith@example.org',
  primaryAddress: address({ line2: 'Floor 9' }),
  mailingAddress: address({ line1: 'P.O. Box 12' }),
  employerAddress: address({ line1: '1 Wall Street', zipcode: '10005-1234' }),
  employerName: 'Acme',
  employmentStatus: 'Self-Employed',
  occupationType: 'information systems',
  annualIncome: '4',
  liquidNetWorth: '5',
  netWorth: '8',
  dependentCount: '2',
  citizenship: 'U',
  residenceCountry: 'US',
  accreditedInvestorAnnualIncome: true,
  accreditedInvestorNetWorth: 'true',
  directorOrTenPercentShareholder: true,
  directorOrTenPercentShareholderCompany: 'msft, BRK.B',
  finraAffiliated: true,
  finraCompany: 'Broker Inc.',
  previousPrivatePlacementExperience: 'false',
  previousExperienceSector: 'Energy',
  memberProfileItems: { topMarginalTaxBracket: '3', maritalStatus: 'M' },
  membershipType: 'N',
};

describe('Member (create)', () => {
  it('Conventions › create › 201, empty body, Location of the new member [§4.create conventions.create]', async () => {
    const body = memberBody();
    const answer = await create(body);
    expect(answer).toMatchObject({
      status: 201,
      body: undefined,
      location: `${MEMBERS}/${String(body['loginId'])}`,
    });
    expect(answer.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/restapi/);
    expect(answer.headers.get('etag')).toBe('"0"');
    expect(answer.headers.get('x-consistency-token')).not.toBeNull();
  });

  const required = [
    ...['loginId', 'firstName', 'lastName', 'dateOfBirth', 'tid', 'email1', 'primaryAddress'],
  ];
  it.each(required)(
    'Member › %s › required: missing or null; blank is no value [§4.create member.loginId member.names member.dates member.emails member.addresses member.tid]',
    async (field) => {
      for (const body of [without(field), memberBody({ [field]: null })]) {
        const answer = await expectUnchanged(service, () => create(body));
        expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode: NULL }]);
      }
      if (field === 'primaryAddress' || field === 'tid') return;
      const errorCode = field === 'dateOfBirth' ? DATE : VALUE;
      expectExactly(await create(memberBody({ [field]: '  ' })), [{ field, errorCode }]);
    },
  );

  it.each(
    titled([
      ['loginId', 12, VALUE],
      ['loginId', { a: 1 }, VALUE],
      ['loginId', 'x'.repeat(65), LENGTH],
      ['loginId', 'jane doe', VALUE],
      ['loginId', 'jane/doe', VALUE],
      ['loginId', '../etc', VALUE],
      ['loginId', 'ab', VALUE],
      ['firstName', 5, VALUE],
      ['firstName', ['Jane'], VALUE],
      ['firstName', 'J'.repeat(21), LENGTH],
      ['firstName', 'Jane3', VALUE],
      ['firstName', 'Jane<b>', VALUE],
      ['firstName', 'Ja\u0000ne', VALUE],
      ['firstName', '-.-', VALUE],
      ['middleName', true, VALUE],
      ['middleName', 'J'.repeat(21), LENGTH],
      ['middleName', "O'", VALUE],
      ['lastName', {}, VALUE],
      ['lastName', 'J'.repeat(36), LENGTH],
      ['lastName', 'Doe_', VALUE],
      ['suffix', 'Esq.', CHOICE],
      ['suffix', false, CHOICE],
      ['title', 'Sir', CHOICE],
      ['title', [], CHOICE],
      ['dateOfBirth', 'yesterday', DATE],
      ['dateOfBirth', '1980-02-30', DATE],
      ['dateOfBirth', '1980-05-17T00:00:00', DATE],
      ['dateOfBirth', '05/17/1980', DATE],
      ['dateOfBirth', '2999-01-01', DATE],
      ['dateOfBirth', '1800-01-01', DATE],
      ['dateOfBirth', 19800517, DATE],
      ['tid', '123-45-6789', DIGITS],
      ['tid', '12345678x', DIGITS],
      ['tid', '1234567890', LENGTH],
      ['tid', '12345678', VALUE],
      ['tid', '000121234', VALUE],
      ['tid', '666121234', VALUE],
      ['tid', '900121234', VALUE],
      ['tid', '123001234', VALUE],
      ['tid', '123120000', VALUE],
      ['tid', true, VALUE],
      ['tid', { a: 1 }, VALUE],
      ['email1', 'jane', VALUE],
      ['email1', 'jane@example', VALUE],
      ['email1', 'jane doe@example.com', VALUE],
      ['email1', `${'a'.repeat(250)}@example.com`, LENGTH],
      ['email1', 7, VALUE],
      ['email2', 'jane@', VALUE],
      ['email2', {}, VALUE],
      ['dayTelephone', 'call me', VALUE],
      ['dayTelephone', '12', VALUE],
      ['dayTelephone', '1'.repeat(60), LENGTH],
      ['dayTelephone', true, VALUE],
      ['eveningTelephone', '555-CALL', VALUE],
      ['employerName', 'x'.repeat(101), LENGTH],
      ['employerName', 1, VALUE],
      ['employmentStatus', 'Busy', CHOICE],
      ['employmentStatus', 'employed', CHOICE],
      ['occupationType', 'Wizard', CHOICE],
      ['annualIncome', '9', CHOICE],
      ['annualIncome', '0', CHOICE],
      ['liquidNetWorth', '01', CHOICE],
      ['netWorth', 'rich', CHOICE],
      ['netWorth', true, CHOICE],
      ['dependentCount', '-1', DIGITS],
      ['dependentCount', 'two', DIGITS],
      ['dependentCount', '100', LENGTH],
      ['dependentCount', 1.5, VALUE],
      ['citizenship', 'X', CHOICE],
      ['citizenship', 'c', CHOICE],
      ['residenceCountry', 'U5', CHOICE],
      ['residenceCountry', 1, VALUE],
      ['accreditedInvestorAnnualIncome', 'yes', VALUE],
      ['accreditedInvestorAnnualIncome', 1, VALUE],
      ['accreditedInvestorNetWorth', 'TRUE', VALUE],
      ['directorOrTenPercentShareholder', 0, VALUE],
      ['finraAffiliated', 'N', VALUE],
      ['previousPrivatePlacementExperience', {}, VALUE],
      ['finraCompany', 'x'.repeat(101), LENGTH],
      ['previousExperienceSector', 'x'.repeat(101), LENGTH],
      ['previousExperienceSector', 2, VALUE],
      ['memberProfileItems', 'M', VALUE],
      ['memberProfileItems', [], VALUE],
      ['membershipType', 'abc', VALUE],
      ['membershipType', 'ABCDE', LENGTH],
      ['primaryAddress', 'Fifth Avenue', VALUE],
      ['primaryAddress', [], VALUE],
      ['mailingAddress', 1, VALUE],
      ['employerAddress', true, VALUE],
      ['directorOrTenPercentShareholderCompany', {}, VALUE],
    ]),
  )(
    'Member › %s › %s [§4.create member.loginId member.names member.dates member.telephones member.emails member.addresses member.employment member.ranges member.dependentCount member.citizenship]',
    async (field, _, value, errorCode) => {
      const answer = await expectUnchanged(service, () => create(memberBody({ [field]: value })));
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
    },
  );

  it.each<[string, Body, string, string]>([
    ['line1 missing', { line1: undefined }, 'line1', NULL],
    ['line1 null', { line1: null }, 'line1', NULL],
    ['line1 wrong type', { line1: 350 }, 'line1', VALUE],
    ['line1 too long', { line1: 'x'.repeat(101) }, 'line1', LENGTH],
    ['line2 wrong type', { line2: {} }, 'line2', VALUE],
    ['city missing', { city: undefined }, 'city', NULL],
    ['city too long', { city: 'x'.repeat(61) }, 'city', LENGTH],
    ['state missing', { state: undefined }, 'state', NULL],
    ['state null', { state: null }, 'state', NULL],
    ['state outside the list', { state: 'ZZ' }, 'state', CHOICE],
    ['state spelled out', { state: 'New York' }, 'state', CHOICE],
    ['zipcode missing', { zipcode: undefined }, 'zipcode', NULL],
    ['zipcode too short', { zipcode: '101' }, 'zipcode', VALUE],
    ['zipcode no digits', { zipcode: 'ABCDE' }, 'zipcode', VALUE],
    ['zipcode too long', { zipcode: '10118-12345' }, 'zipcode', LENGTH],
    ['country not the US', { country: 'CA' }, 'country', CHOICE],
    ['country wrong type', { country: [] }, 'country', VALUE],
  ])(
    'Errors › field › leaf name, the object in the message › %s [§4.address member.addresses]',
    async (_, leaf, field, code) => {
      const primaryAddress = address(leaf);
      const answer = await expectUnchanged(service, () => create(memberBody({ primaryAddress })));
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode: code }]);
      expect(answer.body).toEqual([
        expect.objectContaining({ message: expect.stringContaining('primaryAddress') }),
      ]);
    },
  );

  it.each(['mailingAddress', 'employerAddress'])(
    'Member › %s › needs the leaves of an address, when given [member.addresses]',
    async (name) => {
      const answer = await create(memberBody({ [name]: { line2: 'Floor 9' } }));
      expectExactly(
        answer,
        ['line1', 'city', 'state', 'zipcode'].map((field) => ({ field, errorCode: NULL })),
      );
    },
  );

  it('Member › mailingAddress › may be a box, and abroad [member.addresses]', async () => {
    await service.member({ mailingAddress: address({ line1: 'PO Box 7' }) });
    const abroad = { line1: '10 Downing Street', city: 'London', country: 'GB' };
    const loginId = await service.member({ mailingAddress: abroad });
    expect(await read(loginId)).toMatchObject({ mailingAddress: abroad });
  });

  it.each([
    ...['P.O. Box 12', 'PO Box 5', 'po box 7', 'P O BOX 9', 'Post Office Box 1', 'POBox 3'],
    ...['P. O. Box 44', 'Suite 1, P.O. Box 2', 'PO  Box 5', 'p.o.box 8'],
  ])('Members › primaryAddress › no post office box: %s [§4.address]', async (line) => {
    for (const leaf of ['line1', 'line2']) {
      const primaryAddress = address({ [leaf]: line });
      const answer = await expectUnchanged(service, () => create(memberBody({ primaryAddress })));
      expectExactly(answer, [
        { type: 'VALIDATION_RULE', errorCode: 'member.primary.address.cannot.be.po.box' },
      ]);
    }
  });

  it.each(['12 Boxwood Lane', '4 Poplar Box Road', '1 Post Road', '8 Pobo Street'])(
    'Members › primaryAddress › a street address is no box: %s [§4.address]',
    async (line1) => {
      expectStatus(await create(memberBody({ primaryAddress: address({ line1 }) })), 201);
    },
  );

  it.each(['topMarginalTaxBracket', 'maritalStatus'])(
    'Codes › %s › inside memberProfileItems [member.memberProfileItems §3.profile]',
    async (field) => {
      for (const value of ['0', '6', 'X', 's']) {
        const answer = await create(memberBody({ memberProfileItems: { [field]: value } }));
        expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode: CHOICE }]);
      }
      expectExactly(await create(memberBody({ memberProfileItems: { [field]: true } })), [
        { field, errorCode: CHOICE },
      ]);
      expectExactly(await create(memberBody({ [field]: '1' })), [{ type: 'SYNTAX', field }]);
    },
  );

  it.each<[string, readonly unknown[]]>([
    ['title', ['Dr.', 'Ms.', 'Miss', 'Mr.', 'Mrs.']],
    ['suffix', ['Jr.', 'Sr.', 'II', 'III', 'IV']],
    [
      'employmentStatus',
      ['Employed', 'Self-Employed', 'Retired', 'Student', 'Unemployed', 'Other'],
    ],
    [
      'occupationType',
      [
        ...['Administrative', 'Business Owner', 'Consulting', 'Creative', 'Education'],
        ...['Engineering', 'Finance', 'Health Care', 'Homemaker', 'Information Systems', 'Legal'],
        ...['Management', 'Marketing', 'Operations', 'Other/Not Specified', 'Sales', 'Service'],
        'Training',
      ],
    ],
    ['annualIncome', ['1', '2', '3', '4', '5', '6', '7', '8']],
    ['liquidNetWorth', ['1', '8']],
    ['netWorth', ['1', '8']],
    ['citizenship', ['C', 'R', 'N', 'U']],
  ])('Codes › %s › every code [§4.create]', async (field, codes) => {
    for (const code of codes) {
      const loginId = await service.member({ [field]: code });
      expect(await read(loginId)).toMatchObject({ [field]: code });
    }
  });

  it.each([
    ['title', 'mRS.', 'Mrs.'],
    ['suffix', 'JR.', 'Jr.'],
    ['occupationType', 'HEALTH care', 'Health Care'],
  ])(
    'Codes › %s › case-insensitive, shown as in the table [§3.title-suffix §3.occupationType]',
    async (field, sent, shown) => {
      expect(await read(await service.member({ [field]: sent }))).toMatchObject({ [field]: shown });
    },
  );

  it.each([
    ['maritalStatus', ['S', 'M', 'P', 'D', 'W', 'C']],
    ['topMarginalTaxBracket', ['1', '2', '3', '4', '5']],
  ])(
    'Codes › %s › every code [§3.employmentStatus §3.ranges §3.citizenship]',
    async (field, codes) => {
      for (const code of codes) {
        const loginId = await service.member({ memberProfileItems: { [field]: code } });
        expect(await read(loginId)).toMatchObject({ memberProfileItems: { [field]: code } });
      }
    },
  );

  it('Wire rules › field spelling › unknown keys at each depth, case-sensitive [§1.spelling errors.SYNTAX]', async () => {
    const answer = await expectUnchanged(service, () =>
      create({
        ...without('firstName'),
        FirstName: 'Jane',
        memberOid: '1',
        primaryAddress: address({ Zip: '1' }),
        memberProfileItems: { shoeSize: 9 },
      }),
    );
    expectExactly(answer, [
      ...['FirstName', 'memberOid', 'Zip', 'shoeSize'].map((field) => ({ type: 'SYNTAX', field })),
      { type: 'VALIDATION_FIELD', field: 'firstName', errorCode: NULL },
    ] as never);
  });

  it('Wire rules › errors › every problem found at once [§1.errors]', async () => {
    const answer = await expectUnchanged(service, () =>
      create({
        loginId: '?',
        firstName: 'J'.repeat(21),
        dateOfBirth: 'never',
        tid: 'x',
        email1: 'x',
        title: 'Sir',
        primaryAddress: address({ line1: 'PO Box 1', zipcode: null }),
        directorOrTenPercentShareholderCompany: '1,2',
        surprise: 1,
      }),
    );
    expectExactly(answer, [
      { type: 'SYNTAX', field: 'surprise' },
      { field: 'loginId', errorCode: VALUE },
      { field: 'firstName', errorCode: LENGTH },
      { field: 'lastName', errorCode: NULL },
      { field: 'dateOfBirth', errorCode: DATE },
      { field: 'tid', errorCode: DIGITS },
      { field: 'email1', errorCode: VALUE },
      { field: 'title', errorCode: CHOICE },
      { field: 'zipcode', errorCode: NULL },
      { field: 'line1', errorCode: 'member.primary.address.cannot.be.po.box' },
      { errorCode: 'member.tenpct.security.rule' },
    ]);
  });

  it.each([
    ['a list', []],
    ['a text', 'x'],
    ['null', null],
  ])('Wire rules › body › %s is no object [§1.malformed]', async (_, body) => {
    const answer = await expectUnchanged(service, () => service.client.post(MEMBERS, body));
    expectStatus(answer, 400);
  });

  it('Wire rules › secrets › no error message repeats a tax id [§1.errors]', async () => {
    const tid = `${validSsn()}0`;
    const answer = await create(memberBody({ tid, loginId: '?' }));
    expect(JSON.stringify(answer.body)).not.toContain(tid);
  });

  it('Member › finraCompany › needed when finraAffiliated [member.finra]', async () => {
    expectExactly(await create(memberBody({ finraAffiliated: true })), [
      { type: 'VALIDATION_FIELD', field: 'finraCompany', errorCode: NULL },
    ]);
  });

  it('Member › directorOrTenPercentShareholderCompany › goes with the flag [member.directorOrTenPercentShareholder member.directorOrTenPercentShareholderCompany]', async () => {
    const field = 'directorOrTenPercentShareholderCompany';
    expectExactly(await create(memberBody({ directorOrTenPercentShareholder: true })), [
      { field, errorCode: NULL },
    ]);
    const contradiction = memberBody({ directorOrTenPercentShareholder: false, [field]: ['IBM'] });
    expectExactly(await create(contradiction), [{ field, errorCode: VALUE }]);
    const loginId = await service.member({ [field]: ['IBM'] });
    expect(await read(loginId)).toMatchObject({ directorOrTenPercentShareholder: true });
  });

  it('Members › loginId › unique whatever the case, over members, trustees, clients, firms [§4.login-id member.loginId]', async () => {
    const loginId = await service.member();
    const trustee = uniqueName('t');
    const { loginId: api } = await service.otherFirm();
    expectStatus(
      await service.client.post('/restapi/trustees', {
        loginId: trustee,
        firstName: 'Tom',
        lastName: 'Trust',
        dateOfBirth: '1970-01-01',
        email1: 'tom@example.com',
      }),
      201,
    );
    const taken = [{ type: 'VALIDATION_RULE', errorCode: 'member.unique.login.id' }] as const;
    for (const name of [loginId, trustee, api, service.credentials.apiLoginId]) {
      for (const spelling of [name, name.toUpperCase()]) {
        const body = memberBody({ loginId: spelling });
        expectExactly(await expectUnchanged(service, () => create(body)), taken);
        expectExactly(await expectUnchanged(service, () => stranger.post(MEMBERS, body)), taken);
      }
    }
  });

  it.each<[string, number]>([
    ['NY', 18],
    ['CA', 18],
    ['AL', 19],
    ['NE', 19],
    ['MS', 21],
    ['PR', 21],
  ])('Members › legal age › %s: %i [§4.age]', async (state, age) => {
    const primaryAddress = address({ state });
    const young = memberBody({ primaryAddress, dateOfBirth: bornYearsAgo(age, -2) });
    expectExactly(await expectUnchanged(service, () => create(young)), [
      { type: 'VALIDATION_RULE', errorCode: 'member.legal.age.state.rule' },
    ]);
    await service.member({ primaryAddress, dateOfBirth: bornYearsAgo(age, 2) });
  });

  it.each(['123', 'TOOLONGNAME', 'I B M', 'IBM;MSFT', 'IBM,?'])(
    'Members › ten percent › no ticker: %s [§4.tickers member.directorOrTenPercentShareholderCompany]',
    async (companies) => {
      const body = memberBody({ directorOrTenPercentShareholderCompany: companies });
      expectExactly(await expectUnchanged(service, () => create(body)), [
        {
          type: 'VALIDATION_RULE',
          field: 'directorOrTenPercentShareholderCompany',
          errorCode: 'member.tenpct.security.rule',
        },
      ]);
    },
  );

  it('Members › identity check › a failure refuses the creation, and frees the login id [§4.identity]', async () => {
    const body = memberBody({ tid: '123129999' });
    expectExactly(await expectUnchanged(service, () => create(body)), [
      { type: 'VALIDATION_RULE', errorCode: 'member.riskwise.rule' },
    ]);
    expectStatus(await service.client.get(`${MEMBERS}/${String(body['loginId'])}`), 404);
    expectStatus(await create({ ...body, tid: validSsn() }), 201);
  });

  it('Wire rules › who › auditor and back office create nobody [§2.bearer]', async () => {
    for (const who of [service.auditor, service.backoffice, service.operator]) {
      const answer = await expectUnchanged(service, () => who.post(MEMBERS, memberBody()));
      expectProblems(answer, [{ type: 'FORBIDDEN' }], 403);
    }
  });
});

describe('Member (read output), endpoint 10', () => {
  it('Member › every field › names and shapes [10.response member.* conventions.timestamps]', async () => {
    const tid = validSsn();
    const loginId = await service.member({ ...everything, tid });
    const answer = await service.client.get(`${MEMBERS}/${loginId}`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('etag')).toMatch(/^"\d+"$/);
    expect(answer.body).toEqual({
      ...everything,
      loginId,
      memberOid: expect.stringMatching(/^\d+$/),
      firmOid: service.credentials.firmId,
      suffix: 'III',
      title: 'Dr.',
      dateOfBirth: '1975-02-03T00:00:00.000+00:00',
      creationDate: expect.stringMatching(TIMESTAMP),
      occupationType: 'Information Systems',
      accreditedInvestorNetWorth: true,
      directorOrTenPercentShareholderCompany: ['BRK.B', 'MSFT'],
      previousPrivatePlacementExperience: false,
      cipStatus: 'PASSED',
      partnerCode: null,
      advisorLoginId: service.credentials.apiLoginId,
      tid: `*****${tid.slice(-4)}`,
      transState: 'RM',
    });
  });

  it('Member › every field › is there, null without a value [member.*]', async () => {
    const minimal = await service.member();
    const full = await service.member(everything);
    const [few, all] = [await read(minimal), await read(full)];
    expect(Object.keys(few).sort()).toEqual(Object.keys(all).sort());
    expect(few).toMatchObject({ middleName: null, mailingAddress: null, suffix: null });
    expect(few).toMatchObject({ finraAffiliated: false, residenceCountry: 'US' });
  });

  it('Member › advisorLoginId › the acting member [member.advisorLoginId]', async () => {
    const advisor = await service.member();
    const loginId = await service.member({}, service.as(advisor));
    expect(await read(loginId)).toMatchObject({ advisorLoginId: advisor });
  });

  it('Member › partnerCode › assigned per firm [member.partnerCode]', async () => {
    const { firmId, client } = await service.otherFirm();
    const firm = { name: 'Partner', firmType: 'L', partnerCode: 'PC-7' };
    expectStatus(await service.operator.put(`/backoffice/firms/${firmId}`, firm), 200);
    const loginId = await service.member({}, client);
    expect(await read(loginId, client)).toMatchObject({ partnerCode: 'PC-7', firmOid: firmId });
  });

  it('Member › tid › full for a firm entitled to it only [member.tid]', async () => {
    const tid = validSsn();
    const entitled = (await service.otherFirm(['fullTid'])).client;
    const loginId = await service.member({ tid }, entitled);
    expect(await read(loginId, entitled)).toMatchObject({ tid });
    expect(await read(loginId, service.auditor)).toMatchObject({ tid: `*****${tid.slice(-4)}` });
    const own = await service.member({ tid: validSsn() });
    expect(await read(own)).toMatchObject({ tid: expect.stringMatching(/^\*{5}\d{4}$/) });
  });

  it('Who may call › scope › another firm’s and unknown members are 404 [§1.404]', async () => {
    const loginId = await service.member();
    for (const [client, path] of [
      [stranger, loginId],
      [service.client, 'nobody.here'],
      [service.client, 'no%20body'],
      [service.client, '..%2f..'],
      [service.client, loginId.toUpperCase()],
    ] as const) {
      const answer = await client.get(`${MEMBERS}/${path}`);
      expectExactly(answer, [{ type: 'NOT_FOUND' }], 404);
    }
  });

  it('Who may call › roles › auditor reads, back office and operator do not [§2.bearer]', async () => {
    const loginId = await service.member();
    await read(loginId, service.auditor);
    for (const who of [service.backoffice, service.operator]) {
      expectExactly(await who.get(`${MEMBERS}/${loginId}`), [{ type: 'FORBIDDEN' }], 403);
    }
  });

  it('Consistency › ETag › 304 to who has it [§11.consistency]', async () => {
    const loginId = await service.member();
    const { headers } = await service.client.get(`${MEMBERS}/${loginId}`);
    const etag = headers.get('etag') ?? '';
    const again = await service.client.get(`${MEMBERS}/${loginId}`, { 'if-none-match': etag });
    expect([again.status, again.body]).toEqual([304, undefined]);
  });
});

describe('Member (update)', () => {
  const put = (loginId: string, body: Body, headers?: Record<string, string>) =>
    service.client.put(`${MEMBERS}/${loginId}`, body, headers);

  it('Conventions › update › 200, empty body, Location [§4.update conventions.update]', async () => {
    const loginId = await service.member();
    const answer = await put(loginId, { netWorth: '2' });
    expect(answer).toMatchObject({
      status: 200,
      body: undefined,
      location: `${MEMBERS}/${loginId}`,
    });
    expect(answer.headers.get('etag')).toBe('"1"');
  });

  const changes: Body = {
    ...Object.fromEntries(
      Object.entries(everything).filter(
        ([field]) => !['firstName', 'middleName', 'lastName', 'dateOfBirth'].includes(field),
      ),
    ),
    directorOrTenPercentShareholderCompany: ['MSFT'],
    title: 'Ms.',
    suffix: 'IV',
    occupationType: 'Legal',
    accreditedInvestorNetWorth: true,
    previousPrivatePlacementExperience: true,
  };
  it.each(Object.keys(changes).filter((field) => !/^director|^finra/.test(field)))(
    'Members › update › %s [§4.update]',
    async (field) => {
      const loginId = await service.member();
      expectStatus(await put(loginId, { [field]: changes[field] }), 200);
      expect(await read(loginId)).toMatchObject({ [field]: changes[field] });
    },
  );

  it('Members › update › what is not sent stays, null empties [§4.update]', async () => {
    const loginId = await service.member(everything);
    const before = await read(loginId);
    expectStatus(await put(loginId, { email2: null, mailingAddress: null, netWorth: '1' }), 200);
    expect(await read(loginId)).toEqual({
      ...before,
      email2: null,
      mailingAddress: null,
      netWorth: '1',
    });
  });

  it.each([
    ['firstName', 'Ann'],
    ['middleName', 'Ann'],
    ['lastName', 'Ann'],
    ['dateOfBirth', '1970-01-01'],
    ['tid', '123456789'],
  ])('Members › update › %s is not updatable [§4.update]', async (field, value) => {
    const loginId = await service.member();
    const answer = await expectUnchanged(service, () => put(loginId, { [field]: value }));
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode: 'not.updatable' }]);
  });

  it('Wire rules › body id against path id › loginId [§1.matching-ids]', async () => {
    const loginId = await service.member();
    const answer = await expectUnchanged(service, () => put(loginId, { loginId: 'another.one' }));
    expectExactly(answer, [
      { type: 'VALIDATION_RULE', field: 'loginId', errorCode: 'uri.matching.rule' },
    ]);
    expectStatus(await put(loginId, { loginId }), 200);
  });

  it.each(
    titled([
      ['email1', null, NULL],
      ['email1', 'x', VALUE],
      ['primaryAddress', null, NULL],
      ['netWorth', '9', CHOICE],
      ['citizenship', 'c', CHOICE],
      ['employmentStatus', 'retired', CHOICE],
      ['dependentCount', 'x', DIGITS],
      ['employerName', 'x'.repeat(101), LENGTH],
      ['dayTelephone', 'x', VALUE],
      ['accreditedInvestorNetWorth', 'x', VALUE],
      ['memberProfileItems', 'x', VALUE],
    ]),
  )(
    'Members › update › %s keeps the rules of creation (%s) [§4.update]',
    async (field, _, value, errorCode) => {
      const loginId = await service.member();
      const answer = await expectUnchanged(service, () => put(loginId, { [field]: value }));
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
    },
  );

  it('Members › update › no post office box, no unknown keys, both told at once [§4.update §4.address]', async () => {
    const loginId = await service.member();
    const primaryAddress = address({ line1: 'PO Box 1', planet: 'Earth' });
    const answer = await expectUnchanged(service, () =>
      put(loginId, { primaryAddress, cipStatus: 'PASSED' }),
    );
    expectExactly(answer, [
      { type: 'SYNTAX', field: 'planet' },
      { type: 'SYNTAX', field: 'cipStatus' },
      { errorCode: 'member.primary.address.cannot.be.po.box' },
    ]);
  });

  it('Consistency › If-Match › 412 when stale, and nothing changes [§1.412]', async () => {
    const loginId = await service.member();
    expectStatus(await put(loginId, { netWorth: '2' }, { 'if-match': '"0"' }), 200);
    const stale = await expectUnchanged(service, () =>
      put(loginId, { netWorth: '3' }, { 'if-match': '"0"' }),
    );
    expectExactly(stale, [{ type: 'PRECONDITION_FAILED' }], 412);
    expect(await read(loginId)).toMatchObject({ netWorth: '2' });
  });

  it('Members › update › the same again is no event [§10.rule]', async () => {
    const loginId = await service.member(everything);
    const answer = await expectUnchanged(service, () =>
      put(loginId, { netWorth: '8', title: 'dr.', primaryAddress: everything.primaryAddress }),
    );
    expectStatus(answer, 200);
  });

  it('Who may call › scope › another firm’s and unknown members are 404, before the body [§1.404]', async () => {
    const loginId = await service.member();
    for (const [client, path] of [
      [stranger, loginId],
      [service.client, 'nobody.here'],
    ] as const) {
      const answer = await expectUnchanged(service, () =>
        client.put(`${MEMBERS}/${path}`, { nonsense: 1 }),
      );
      expectExactly(answer, [{ type: 'NOT_FOUND' }], 404);
    }
    for (const who of [service.auditor, service.backoffice, service.operator]) {
      const answer = await expectUnchanged(service, () =>
        who.put(`${MEMBERS}/${loginId}`, { netWorth: '2' }),
      );
      expectExactly(answer, [{ type: 'FORBIDDEN' }], 403);
    }
  });
});

describe('Members › verifications', () => {
  const pending = async (fields: Body = {}): Promise<string> => {
    const body = memberBody(fields);
    const answer = await service.client.post(`${MEMBERS}?asynchronousSSNValidation=true`, body);
    expectStatus(answer, 201);
    return String(body['loginId']);
  };
  const record = (loginId: string, cipStatus: unknown): Promise<ClientAnswer> =>
    service.backoffice.put(`/backoffice/members/${loginId}/verification`, { cipStatus });
  const status = (loginId: string, client = service.client): Promise<ClientAnswer> =>
    client.get(`${MEMBERS}/${loginId}/verifications`);

  it.each(['PASSED', 'FAILED'])(
    'States › cipStatus › asynchronous creation is PENDING_NEW, then %s [states.member-pending member.cipStatus §4.identity §4.verifications §10.verification]',
    async (result) => {
      const loginId = await pending({ tid: '123459999' });
      expect(await read(loginId)).toMatchObject({ cipStatus: 'PENDING_NEW' });
      const answer = await record(loginId, result);
      expect([answer.status, answer.body]).toEqual([200, undefined]);
      expect(await read(loginId)).toMatchObject({ cipStatus: result });
      const text = await status(loginId);
      expect([text.status, text.body]).toEqual([200, result]);
      expect(text.headers.get('content-type')).toMatch(/^text\/plain/);
      const again = await expectUnchanged(service, () => record(loginId, result));
      expectStatus(again, 200);
    },
  );

  it('Members › verifications › POST has a failed check made again [§4.verifications]', async () => {
    const loginId = await pending();
    await record(loginId, 'FAILED');
    const answer = await service.client.post(`${MEMBERS}/${loginId}/verifications`);
    expect([answer.status, answer.body]).toEqual([200, undefined]);
    expect((await status(loginId)).body).toBe('PENDING_NEW');
    await record(loginId, 'PASSED');
    expect((await status(loginId)).body).toBe('PASSED');
  });

  it('Wire rules › query names › case-insensitive, Booleans as text [§1.query §1.booleans]', async () => {
    const body = memberBody();
    const path = `${MEMBERS}?ASYNCHRONOUSssnvalidation=false`;
    expectStatus(await service.client.post(path, body), 201);
    expect(await read(String(body['loginId']))).toMatchObject({ cipStatus: 'PASSED' });
    const wrong = await expectUnchanged(service, () =>
      service.client.post(`${MEMBERS}?asynchronousSSNValidation=maybe`, memberBody({ tid: null })),
    );
    expectExactly(wrong, [
      { type: 'VALIDATION_FIELD', field: 'asynchronousSSNValidation', errorCode: VALUE },
      { field: 'tid', errorCode: NULL },
    ]);
  });

  it.each<[unknown, string]>([
    [undefined, NULL],
    [null, NULL],
    ['PENDING_NEW', CHOICE],
    ['passed', CHOICE],
    [true, CHOICE],
  ])('Back office › verification › cipStatus %j [§10.verification]', async (value, errorCode) => {
    const loginId = await pending();
    const answer = await expectUnchanged(service, () => record(loginId, value));
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', field: 'cipStatus', errorCode }]);
  });

  it('Back office › verification › role backoffice, and a member there is [§10.verification]', async () => {
    const loginId = await pending();
    const path = `/backoffice/members/${loginId}/verification`;
    for (const who of [service.client, service.auditor, service.operator]) {
      const answer = await expectUnchanged(service, () => who.put(path, { cipStatus: 'PASSED' }));
      expectExactly(answer, [{ type: 'FORBIDDEN' }], 403);
    }
    expectExactly(await record('nobody.here', 'PASSED'), [{ type: 'NOT_FOUND' }], 404);
  });

  it('Who may call › verifications › other firms 404, auditor reads, others 403 [§4.verifications]', async () => {
    const loginId = await pending();
    expectStatus(await status(loginId, stranger), 404);
    expectStatus(await status('nobody.here'), 404);
    expect((await status(loginId, service.auditor)).body).toBe('PENDING_NEW');
    expectStatus(await status(loginId, service.backoffice), 403);
    const path = `${MEMBERS}/${loginId}/verifications`;
    expectStatus(await expectUnchanged(service, () => stranger.post(path)), 404);
    expectStatus(await expectUnchanged(service, () => service.auditor.post(path)), 403);
  });
});

describe('Members › ten percent › security exclusions of all accounts', () => {
  const exclusions = async (accountNumber: string): Promise<unknown[]> => {
    const answer = await service.client.get(`/restapi/accounts/${accountNumber}`);
    const { securityExclusion } = answer.body as {
      securityExclusion: { exclusionValue: unknown }[];
    };
    return securityExclusion.map(({ exclusionValue }) => exclusionValue).sort();
  };
  const tickers = (loginId: string, ...companies: string[]): Promise<ClientAnswer> =>
    service.client.put(`${MEMBERS}/${loginId}`, {
      directorOrTenPercentShareholder: companies.length > 0,
      directorOrTenPercentShareholderCompany: companies,
    });

  it('present and future accounts, owned and co-owned, follow each change [§4.tickers member.directorOrTenPercentShareholderCompany]', async () => {
    const [loginId, other] = [await service.member(), await service.member()];
    const own = await service.account({ primaryAccountOwner: loginId });
    const joint = await service.account({
      primaryAccountOwner: other,
      accountType: 'J',
      jointOwners: [loginId],
    });
    const foreign = await service.account({ primaryAccountOwner: other });
    expect(await exclusions(own)).toEqual([]);

    expectStatus(await tickers(loginId, 'IBM', 'MSFT'), 200);
    expect(await exclusions(own)).toEqual(['IBM', 'MSFT']);
    expect(await exclusions(joint)).toEqual(['IBM', 'MSFT']);
    expect(await exclusions(foreign)).toEqual([]);

    const future = await service.account({ primaryAccountOwner: loginId });
    expect(await exclusions(future)).toEqual(['IBM', 'MSFT']);

    expectStatus(await tickers(loginId, 'IBM', 'BRK.B'), 200);
    for (const account of [own, joint, future]) {
      expect(await exclusions(account)).toEqual(['BRK.B', 'IBM']);
    }
    expectStatus(await tickers(loginId), 200);
    for (const account of [own, joint, future]) expect(await exclusions(account)).toEqual([]);
  });

  it('of a member created with them [§4.tickers]', async () => {
    const loginId = await service.member({ directorOrTenPercentShareholderCompany: 'goog' });
    const account = await service.account({ primaryAccountOwner: loginId });
    expect(await exclusions(account)).toEqual(['GOOG']);
  });

  it('an update of the account does not take them away [§4.tickers]', async () => {
    const loginId = await service.member({ directorOrTenPercentShareholderCompany: 'GOOG' });
    const account = await service.account({ primaryAccountOwner: loginId });
    const path = `/restapi/accounts/${account}`;
    const issue = { exclusionValue: 'IBM' };
    expectStatus(await service.client.put(path, { securityExclusion: [issue] }), 200);
    expect(await exclusions(account)).toEqual(['GOOG', 'IBM']);
    expectStatus(await service.client.put(path, { securityExclusions: [] }), 200);
    expect(await exclusions(account)).toEqual(['GOOG']);
  });
});
