import { describe, expect, it } from '@jest/globals';
import { CHOICE, DATE, DIGITS, FIELD, LENGTH, NULL, RULE, VALUE } from '../../support/problems.js';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import {
  type Body,
  corporateFirm,
  firmBody,
  JOINT,
  minor,
  omit,
  trustee,
} from '../accounts.fixture.js';
import { accounts, stranger, strangersMember } from './set-up.js';

describe('Minor', () => {
  const refused = async (item: Body, ...problems: Body[]): Promise<void> =>
    accounts.refused(await accounts.body('U', { minor: item }), ...problems);

  it.each(['firstName', 'lastName', 'dateOfBirth', 'ssn', 'citizenship', 'state'])(
    'Minor › %s › required [minor.firstName minor.lastName minor.dateOfBirth minor.ssn minor.citizenship minor.state]',
    async (field) => {
      await refused(omit(minor(), field), { ...FIELD, field, errorCode: NULL });
      await refused(minor({ [field]: null }), { ...FIELD, field, errorCode: NULL });
    },
  );

  it.each<[string, unknown, string]>([
    ['title', 'x'.repeat(21), LENGTH],
    ['firstName', '', NULL],
    ['firstName', 'x'.repeat(41), LENGTH],
    ['middleName', 4, VALUE],
    ['lastName', [], VALUE],
    ['lastName', 'x'.repeat(41), LENGTH],
    ['suffix', 'x'.repeat(21), LENGTH],
    ['dateOfBirth', '2018-13-01T00:00:00.000+00:00', DATE],
    ['dateOfBirth', '2999-01-01T00:00:00.000+00:00', DATE],
    ['ssn', 'abc', DIGITS],
    ['ssn', '1', VALUE],
    ['ssn', '1234567891', LENGTH],
    ['ssn', '000121234', VALUE],
    ['citizenship', 'Z', CHOICE],
    ['state', 'ny', CHOICE],
    ['state', 'New York', CHOICE],
    ['state', 'ZZ', CHOICE],
    ['state', '', NULL],
  ])('Minor › %s › %j [minor.*]', async (field, value, errorCode) => {
    await refused(minor({ [field]: value }), { ...FIELD, field, errorCode });
  });

  it('Minor › unknown keys, several mistakes [errors.SYNTAX]', async () => {
    await refused(minor({ sharePct: '100' }), { type: 'SYNTAX', field: 'sharePct' });
    await refused(
      { title: 5, dateOfBirth: 'x', SSN: 'y', State: 'NY', citizenship: 'C' },
      { type: 'SYNTAX', field: 'State' },
      { ...FIELD, field: 'title', errorCode: VALUE },
      { ...FIELD, field: 'firstName', errorCode: NULL },
      { ...FIELD, field: 'lastName', errorCode: NULL },
      { ...FIELD, field: 'dateOfBirth', errorCode: DATE },
      { ...FIELD, field: 'SSN', errorCode: DIGITS },
      { ...FIELD, field: 'state', errorCode: NULL },
    );
  });

  it('Minor › everything is read back [minor.* account.minor]', async () => {
    const full = minor({ title: 'Lady', middleName: 'Ann', suffix: 'II' });
    const number = await accounts.opened('U', { minor: full });
    expect((await accounts.read(number))['minor']).toEqual({
      ...full,
      title: 'Lady',
      ssn: '*****6789',
    });
  });
});

describe('Owners', () => {
  const primary = {
    ...RULE,
    field: 'primaryAccountOwner',
    errorCode: 'account.invalid.primary.owner',
  };

  const joint = { ...RULE, field: 'jointOwners', errorCode: 'account.invalid.joint.owner' };

  const invalidTrustee = { ...RULE, field: 'trustees', errorCode: 'account.invalid.trustee' };

  const invalidRep = {
    ...RULE,
    field: 'firmRep',
    errorCode: 'group.firm.invalid.representative',
  };

  it('Accounts › primaryAccountOwner › a member of the firm, no firm rep [account.primaryAccountOwner ownership.owners]', async () => {
    const { firmId, firmRep } = await accounts.unusedFirm();
    const owners = [
      ...['nobody', 'x y', strangersMember, accounts.trustee, firmId, firmRep, '1'],
      ...[accounts.service.credentials.firmId, accounts.service.credentials.apiLoginId],
    ];
    for (const type of ['I', 'J', 'U', 'R', 'X'] as const) {
      for (const primaryAccountOwner of owners) {
        await accounts.refused(await accounts.body(type, { primaryAccountOwner }), primary);
      }
    }
  });

  it('Accounts › owners › not a member whose identity check failed [ownership.owners]', async () => {
    const { service } = accounts;
    const failed = await service.member();
    const result = `/backoffice/members/${failed}/verification`;
    expectStatus(await service.backoffice.put(result, { cipStatus: 'FAILED' }), 200);
    const own = await accounts.body('I', { primaryAccountOwner: failed });
    await accounts.refused(own, primary);
    await accounts.refused(await accounts.body('J', { jointOwners: [failed] }), joint);
    expectStatus(await service.backoffice.put(result, { cipStatus: 'PASSED' }), 200);
    await accounts.open(own);
  });

  it('Accounts › primaryAccountOwner › the corporate firm of a corporate account [account.primaryAccountOwner]', async () => {
    const abroad = await corporateFirm(accounts.service, stranger.client);
    const { firmRep } = await accounts.unusedFirm();
    const { firmId } = accounts.service.credentials;
    for (const type of ['D', 'A'] as const) {
      for (const primaryAccountOwner of [abroad.firmId, firmId, accounts.owner, firmRep, '12']) {
        await accounts.refused(await accounts.body(type, { primaryAccountOwner }), primary);
      }
    }
  });

  it.each([...JOINT, 'X'] as const)(
    'Accounts › jointOwners › of type %s [account.jointOwners ownership.owners ownership.natural-person]',
    async (type) => {
      const { firmRep } = await accounts.unusedFirm();
      const { owner, partner } = accounts;
      for (const one of ['nobody', strangersMember, firmRep, owner, accounts.trustee]) {
        await accounts.refused(await accounts.body(type, { jointOwners: [partner, one] }), {
          ...joint,
          message: expect.stringContaining('[1]'),
        });
      }
      await accounts.refused(await accounts.body(type, { jointOwners: [partner, partner] }), joint);
      await accounts.refused(
        await accounts.body(type, { jointOwners: ['nobody', 'nobody2'] }),
        joint,
        joint,
      );
      const third = await accounts.service.member();
      const number = await accounts.opened(type, { jointOwners: [partner, third] });
      expect(await accounts.read(number)).toMatchObject({ jointOwners: [partner, third] });
    },
  );

  it('Accounts › trustees › trustees of the firm, who exist [account.trustees ownership.owners ownership.corporate]', async () => {
    const abroad = await trustee(stranger.client);
    for (const one of ['nobody', abroad, accounts.owner]) {
      const body = await accounts.body('B', { trustees: [accounts.trustee, one] });
      await accounts.refused(body, invalidTrustee);
    }
    const twice = await accounts.body('B', { trustees: [accounts.trustee, accounts.trustee] });
    await accounts.refused(twice, invalidTrustee);
    const trustees = [accounts.trustee, await trustee(accounts.service.client)];
    const number = await accounts.opened('B', { trustees });
    expect(await accounts.read(number)).toMatchObject({ trustees });
  });

  it('Account › relationships › a firm has at most one corporate account, of any type, also at once [firm.representative ownership.owners]', async () => {
    const body = await accounts.body('A');
    const other = await accounts.body('B');
    const answers = await Promise.all([accounts.create(body), accounts.create(other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    const lost = answers.find(({ status }) => status === 400);
    if (!lost) throw new Error('both were created');
    const problem = { ...RULE, errorCode: 'account.firm.single.account.rule' };
    expectExactly(lost, [problem]);
    await accounts.refused({ ...other, accountName: 'another' }, problem);
  });

  it('Account › relationships › only a member without accounts and firms is firm rep [firm.representative]', async () => {
    const { client } = accounts.service;
    const owner = await accounts.service.member();
    const coOwner = await accounts.service.member();
    await accounts.opened('J', { primaryAccountOwner: owner, jointOwners: [coOwner] });
    const { firmRep } = await corporateFirm(accounts.service);
    for (const one of [owner, coOwner, firmRep, strangersMember]) {
      const answer = await expectUnchanged(accounts.service, () =>
        client.post('/restapi/firms', firmBody(one)),
      );
      expectExactly(answer, [invalidRep]);
    }
  });

  it('Account › relationships › firm rep or owner, not both, even with concurrent requests [firm.representative]', async () => {
    for (let round = 0; round < 3; round++) {
      const member = await accounts.service.member();
      const body = await accounts.body('I', { primaryAccountOwner: member });
      const [account, firm] = await Promise.all([
        accounts.create(body),
        accounts.service.client.post('/restapi/firms', firmBody(member)),
      ]);
      expect([account.status, firm.status].sort()).toEqual([201, 400]);
      if (account.status === 400) expectExactly(account, [primary]);
      else expectExactly(firm, [invalidRep]);
    }
  });

  it('Account › relationships › a member may own several accounts [ownership.several-accounts]', async () => {
    const primaryAccountOwner = await accounts.service.member();
    for (const type of ['I', 'J', 'R', 'U'] as const) {
      await accounts.opened(type, { primaryAccountOwner });
    }
  });

  it('Members › ten-percent tickers › excluded on accounts opened later [member.directorOrTenPercentShareholderCompany]', async () => {
    const primaryAccountOwner = await accounts.service.member({
      directorOrTenPercentShareholder: true,
      directorOrTenPercentShareholderCompany: ['KO', 'IBM'],
    });
    const account = await accounts.read(await accounts.opened('I', { primaryAccountOwner }));
    const values = (account['securityExclusion'] as Body[]).map((one) => one['exclusionValue']);
    expect(values.sort()).toEqual(['IBM', 'KO']);
  });
});
