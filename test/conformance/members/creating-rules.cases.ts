import { describe, expect, it } from '@jest/globals';
import { CHOICE, DATE, DIGITS, field, LENGTH, NULL, VALUE } from '../../support/problems.js';
import {
  expectExactly,
  expectProblems,
  expectStatus,
  expectUnchanged,
  memberBody,
  uniqueName,
  validSsn,
} from '../../support/running-service.js';
import {
  address,
  bornYearsAgo,
  create,
  MEMBERS,
  read,
  service,
  stranger,
  without,
} from './set-up.js';

describe('Member (create)', () => {
  it.each(['12 Boxwood Lane', '4 Poplar Box Road', '1 Post Road', '8 Pobo Street'])(
    'Members › primaryAddress › a street address is no box: %s [member.addresses]',
    async (line1) => {
      expectStatus(await create(memberBody({ primaryAddress: address({ line1 }) })), 201);
    },
  );

  it.each(['topMarginalTaxBracket', 'maritalStatus'])(
    'Codes › %s › inside memberProfileItems [member.memberProfileItems]',
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
    ['suffix', ['Jr.', 'Sr.', 'II', 'III', 'IV', 'V']],
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
  ])('Codes › %s › every code [member.create]', async (field, codes) => {
    for (const code of codes) {
      const loginId = await service.member({ [field]: code });
      expect(await read(loginId)).toMatchObject({ [field]: code });
    }
  });

  it.each([
    ['title', 'mRS.', 'Mrs.'],
    ['title', 'dr', 'Dr.'],
    ['title', 'M.I.S.S', 'Miss'],
    ['suffix', 'JR.', 'Jr.'],
    ['suffix', 'sr', 'Sr.'],
    ['suffix', 'v.', 'V'],
    ['occupationType', 'HEALTH care', 'Health Care'],
  ])(
    'Codes › %s › %s is shown as in the table [member.names member.employment]',
    async (field, sent, shown) => {
      expect(await read(await service.member({ [field]: sent }))).toMatchObject({ [field]: shown });
    },
  );

  it.each([
    "O'Brien",
    'D’Arcy',
    'Núñez',
    'Nu\u0301n\u0303ez',
    'Jean-Luc St. Jo',
    '李小龍',
    'Владимир',
  ])(
    'Members › names › letters of any script, marks and both apostrophes: %s [member.create]',
    async (name) => {
      const names = { firstName: name, middleName: name, lastName: name };
      expect(await read(await service.member(names))).toMatchObject(names);
    },
  );

  it.each([
    ['maritalStatus', ['S', 'M', 'P', 'D', 'W', 'C']],
    ['topMarginalTaxBracket', ['1', '2', '3', '4', '5']],
  ])(
    'Codes › %s › every code [member.employment member.ranges member.citizenship]',
    async (field, codes) => {
      for (const code of codes) {
        const loginId = await service.member({ memberProfileItems: { [field]: code } });
        expect(await read(loginId)).toMatchObject({ memberProfileItems: { [field]: code } });
      }
    },
  );

  it('Wire rules › field spelling › unknown keys at each depth, case-sensitive [request.spelling errors.SYNTAX]', async () => {
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

  it('Wire rules › errors › every problem of fields at once [errors.list]', async () => {
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
    ]);
  });

  it.each([
    ['a list', []],
    ['a text', 'x'],
    ['null', null],
  ])('Wire rules › body › %s is no object [errors.malformed]', async (_, body) => {
    const answer = await expectUnchanged(service, () => service.client.post(MEMBERS, body));
    expectStatus(answer, 400);
  });

  it('Wire rules › secrets › no error message repeats a tax id [errors.list]', async () => {
    const tid = `${validSsn()}0`;
    const answer = await create(memberBody({ tid, loginId: '?' }));
    expect(JSON.stringify(answer.body)).not.toContain(tid);
  });

  it('Member › finraCompany › needed when finraAffiliated [member.finra]', async () => {
    expectExactly(await create(memberBody({ finraAffiliated: true })), [
      { type: 'VALIDATION_FIELD', field: 'finraCompany', errorCode: NULL },
    ]);
  });

  it('Member › finraCompany › refused with the answer no [member.finra]', async () => {
    const both = { finraAffiliated: false, finraCompany: 'Broker Inc.' };
    const problem = field('finraCompany', VALUE);
    expectExactly(await create(memberBody(both)), [problem]);
    const loginId = await service.member();
    const put = () => service.client.put(`/restapi/members/${loginId}`, both);
    expectExactly(await expectUnchanged(service, put), [problem]);
    expectStatus(await create(memberBody({ ...both, finraCompany: ' ' })), 201);
  });

  it('Member › finraCompany › says yes by itself [member.finra]', async () => {
    const loginId = await service.member({ finraCompany: 'Broker Inc.' });
    expect(await read(loginId)).toMatchObject({ finraAffiliated: true });
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

  it('Members › loginId › unique across members, trustees, clients and firms, ignoring case [member.loginId]', async () => {
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
  ])('Members › legal age › %s: %i [member.age]', async (state, age) => {
    const primaryAddress = address({ state });
    const young = memberBody({ primaryAddress, dateOfBirth: bornYearsAgo(age, -2) });
    expectExactly(await expectUnchanged(service, () => create(young)), [
      { type: 'VALIDATION_RULE', errorCode: 'member.legal.age.state.rule' },
    ]);
    await service.member({ primaryAddress, dateOfBirth: bornYearsAgo(age, 2) });
  });

  it.each(['A.B.C.D', 'TOOLONGNAME', 'I B M', 'IBM;MSFT', 'IBM,?'])(
    'Members › ten percent › no ticker: %s [member.directorOrTenPercentShareholderCompany]',
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

  it('Members › identity check › a failure refuses the creation, and frees the login id [member.identity-check]', async () => {
    const body = memberBody({ tid: '123129999' });
    expectExactly(await expectUnchanged(service, () => create(body)), [
      { type: 'VALIDATION_RULE', errorCode: 'member.riskwise.rule' },
    ]);
    expectStatus(await service.client.get(`${MEMBERS}/${String(body['loginId'])}`), 404);
    expectStatus(await create({ ...body, tid: validSsn() }), 201);
  });

  it('Wire rules › who › auditor and back office create nobody [auth.bearer]', async () => {
    for (const who of [service.auditor, service.backoffice, service.operator]) {
      const answer = await expectUnchanged(service, () => who.post(MEMBERS, memberBody()));
      expectProblems(answer, [{ type: 'FORBIDDEN' }], 403);
    }
  });
});
