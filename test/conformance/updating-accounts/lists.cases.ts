import { describe, expect, it } from '@jest/globals';
import { CHOICE, DATE, DIGITS, FIELD, LENGTH, NULL, RULE, VALUE } from '../../support/problems.js';
import { expectProblems, expectStatus, expectUnchanged } from '../../support/running-service.js';
import { beneficiary, type Body, contact, omit, shares, type Type } from '../accounts.fixture.js';
import { accounts, individual, ira, name } from './set-up.js';

describe('Lists of people', () => {
  it('Update › trustedContacts › replaces; the empty list removes all [account.update-lists account.trustedContacts]', async () => {
    const [tom, ann] = [contact({ relationship: 'S' }), contact({ firstName: 'Ann' })];
    const shown = { ...ann, relationship: null };
    const both = await accounts.updated(individual, { trustedContacts: [tom, ann] });
    expect(both['trustedContacts']).toEqual([tom, shown]);
    const one = await accounts.updated(individual, { trustedContacts: [ann] });
    expect(one['trustedContacts']).toEqual([shown]);
    const none = await accounts.updated(individual, { trustedContacts: [] });
    expect(none['trustedContacts']).toEqual([]);
  });

  it('Update › beneficiaries › each list is replaced by itself [account.update-lists account.primaryBeneficiaries account.contingentBeneficiaries]', async () => {
    const number = await accounts.opened('R');
    const lists = async (body: Body): Promise<unknown[]> => {
      const account = await accounts.updated(number, body);
      return [account['primaryBeneficiaries'], account['contingentBeneficiaries']].map((list) =>
        (list as Body[]).map((one) => one['sharePct']),
      );
    };
    expect(await lists({ primaryBeneficiaries: shares('40', '60') })).toEqual([
      ['40.00', '60.00'],
      [],
    ]);
    expect(await lists({ contingentBeneficiaries: shares('100') })).toEqual([
      ['40.00', '60.00'],
      ['100.00'],
    ]);
    expect(await lists({ primaryBeneficiaries: shares('25', '25.5', '49.5') })).toEqual([
      ['25.00', '25.50', '49.50'],
      ['100.00'],
    ]);
    expect(await lists({ contingentBeneficiaries: [] })).toEqual([['25.00', '25.50', '49.50'], []]);
    expect(await lists({ primaryBeneficiaries: [] })).toEqual([[], []]);
  });

  it('Update › contingentBeneficiaries › only when primaryBeneficiaries is not empty [account.contingentBeneficiaries]', async () => {
    const number = await accounts.opened('R');
    const problem = { ...FIELD, field: 'contingentBeneficiaries', errorCode: VALUE };
    const contingentBeneficiaries = shares('100');
    await accounts.notUpdated(number, { contingentBeneficiaries }, problem);
    const empty = { primaryBeneficiaries: [], contingentBeneficiaries };
    await accounts.notUpdated(number, empty, problem);
    await accounts.notUpdated(number, { contingentBeneficiaries: 'none' }, problem);
    const both = { primaryBeneficiaries: shares('100'), contingentBeneficiaries };
    await accounts.updated(number, both);
    // contingent beneficiaries that stay need primary ones too
    await accounts.notUpdated(number, { primaryBeneficiaries: [] }, problem);
    await accounts.notUpdated(number, empty, problem);
    await accounts.updated(number, { primaryBeneficiaries: [], contingentBeneficiaries: [] });
  });

  it.each(['primaryBeneficiaries', 'contingentBeneficiaries'])(
    'Update › %s › shares are 100.00 in all [account.primaryBeneficiaries account.contingentBeneficiaries]',
    async (list) => {
      const errorCode = 'account.beneficiary.share.rule';
      for (const parts of [['99.99'], ['50', '50.01'], ['100', '0.01']]) {
        const body = { primaryBeneficiaries: shares('100'), [list]: shares(...parts) };
        await accounts.notUpdated(ira, body, { ...RULE, field: list, errorCode });
      }
    },
  );

  it('Update › beneficiaries › ssn may be spelled SSN, and is checked [beneficiary.ssn request.spelling]', async () => {
    const person = omit(beneficiary(), 'ssn');
    const right = { primaryBeneficiaries: [{ ...person, SSN: '123456781' }] };
    expect(await accounts.updated(ira, right)).toMatchObject({
      primaryBeneficiaries: [{ ssn: '*****6781' }],
    });
    const problem = { ...FIELD, field: 'SSN', errorCode: VALUE };
    const wrong = { primaryBeneficiaries: [{ ...person, SSN: '000123456' }] };
    await accounts.notUpdated(ira, wrong, problem);
    const missing = { primaryBeneficiaries: [person] };
    await accounts.notUpdated(ira, missing, { ...FIELD, field: 'ssn', errorCode: NULL });
  });

  it.each<[string, Body, string, string]>([
    ['trustedContacts', contact({ email: 'x' }), 'email', VALUE],
    ['trustedContacts', contact({ relationship: 'X' }), 'relationship', CHOICE],
    ['trustedContacts', contact({ telephone: null }), 'telephone', NULL],
    ['primaryBeneficiaries', beneficiary({ relationship: 'Z' }), 'relationship', CHOICE],
    ['primaryBeneficiaries', beneficiary({ sharePct: '100.001' }), 'sharePct', VALUE],
    ['primaryBeneficiaries', beneficiary({ dateOfBirth: '31.1.80' }), 'dateOfBirth', DATE],
  ])(
    'Update › %s › rules of creation: %j [account.update]',
    async (list, item, field, errorCode) => {
      const problem = {
        ...FIELD,
        field,
        errorCode,
        message: expect.stringContaining(`${list}[0]`),
      };
      await accounts.notUpdated(ira, { [list]: [item] }, problem);
    },
  );
});

describe('Exclusions', () => {
  const LISTS = ['securityExclusion', 'issueExclusion', 'sectorExclusion'] as const;

  const item = (exclusionValue: string, fields: Body = {}): Body => ({
    exclusionStartDate: null,
    exclusionEndDate: null,
    exclusionValue,
    ...fields,
  });

  it.each(LISTS)(
    'Update › %s › replaces, omitted leaves, empty removes [exclusion.replacing account.securityExclusion account.issueExclusion account.sectorExclusion exclusion.*]',
    async (list) => {
      const number = await accounts.opened('I');
      const others = Object.fromEntries(
        LISTS.filter((one) => one !== list).map((one) => [one, [item('KO')]]),
      );
      await accounts.updated(number, others);
      const two = [item('IBM', { exclusionStartDate: '2026-01-01' }), item('GE')];
      expect(await accounts.updated(number, { [list]: two })).toMatchObject({
        ...others,
        [list]: two,
      });
      const next = [item('F', { exclusionEndDate: '2027-02-28' })];
      expect((await accounts.updated(number, { [list]: next }))[list]).toEqual(next);
      expect((await accounts.updated(number, { accountName: name() }))[list]).toEqual(next);
      expect(await accounts.updated(number, { [list]: [] })).toMatchObject({
        ...others,
        [list]: [],
      });
    },
  );

  it.each(LISTS)(
    'Wire › aliases › %ss is the same list [request.spelling account.securityExclusion account.issueExclusion account.sectorExclusion]',
    async (list) => {
      const number = await accounts.opened('I');
      const items = [item('IBM')];
      expect((await accounts.updated(number, { [`${list}s`]: items }))[list]).toEqual(items);
      expect((await accounts.updated(number, { [`${list}s`]: [] }))[list]).toEqual([]);
      const both = await expectUnchanged(accounts.service, () =>
        accounts.update(number, { [list]: items, [`${list}s`]: [] }),
      );
      expectProblems(both, [{ type: 'SYNTAX' }]);
    },
  );

  it.each<[string, Body, string, string | undefined]>([
    ['missing', {}, 'exclusionValue', NULL],
    ['null', { exclusionValue: null }, 'exclusionValue', NULL],
    ['empty', { exclusionValue: '' }, 'exclusionValue', NULL],
    ['blank', { exclusionValue: ' ' }, 'exclusionValue', NULL],
    ['wrong type', { exclusionValue: {} }, 'exclusionValue', VALUE],
    ['too long', { exclusionValue: 'x'.repeat(65) }, 'exclusionValue', LENGTH],
    [
      'no date',
      { exclusionValue: 'x', exclusionStartDate: '2026-02-30' },
      'exclusionStartDate',
      DATE,
    ],
    ['no date', { exclusionValue: 'x', exclusionEndDate: 'never' }, 'exclusionEndDate', DATE],
    [
      'backwards',
      { exclusionValue: 'x', exclusionStartDate: '2026-02-02', exclusionEndDate: '2026-02-01' },
      'exclusionEndDate',
      DATE,
    ],
    ['unknown key', { exclusionValue: 'x', exclusionvalue: 'x' }, 'exclusionvalue', undefined],
  ])('Exclusion item › %s: %j [exclusion.*]', async (_what, wrong, field, errorCode) => {
    for (const list of LISTS) {
      const message = expect.stringContaining(`${list}[1]`);
      const problem =
        errorCode === undefined ? { type: 'SYNTAX', field } : { ...FIELD, field, errorCode };
      await accounts.notUpdated(
        individual,
        { [list]: [item('A'), wrong] },
        { ...problem, message },
      );
    }
  });

  it('Members › ten-percent tickers › stay beside the list the client gives [member.directorOrTenPercentShareholderCompany]', async () => {
    const member = await accounts.service.member({
      directorOrTenPercentShareholder: true,
      directorOrTenPercentShareholderCompany: 'KO',
    });
    const number = await accounts.opened('I', { primaryAccountOwner: member });
    const values = async (): Promise<unknown[]> =>
      ((await accounts.read(number))['securityExclusion'] as Body[])
        .map(({ exclusionValue }) => exclusionValue)
        .sort();
    await accounts.updated(number, { securityExclusion: [item('IBM')] });
    expect(await values()).toEqual(['IBM', 'KO']);
    await accounts.updated(number, { securityExclusion: [] });
    expect(await values()).toEqual(['KO']);
    const change = await accounts.service.client.put(`/restapi/members/${member}`, {
      directorOrTenPercentShareholder: true,
      directorOrTenPercentShareholderCompany: ['GE'],
    });
    expectStatus(change, 200);
    expect(await values()).toEqual(['GE']);
    await accounts.updated(number, await updatable(number));
    const left = { directorOrTenPercentShareholder: false };
    expectStatus(await accounts.service.client.put(`/restapi/members/${member}`, left), 200);
    expect(await values()).toEqual([]);
  });
});

/** The updatable fields of a read. */
async function updatable(number: string): Promise<Body> {
  const fields = [
    ...['accountNumber', 'accountName', 'billingPlanOid', 'defaultTaxLotSelection'],
    ...['longTermTaxRate', 'shortTermTaxRate', 'initContributionDate', 'trustedContacts'],
    ...['primaryBeneficiaries', 'contingentBeneficiaries'],
    ...['securityExclusion', 'issueExclusion', 'sectorExclusion'],
  ];
  const account = await accounts.read(number);
  return Object.fromEntries(fields.map((field) => [field, account[field]]));
}

describe('What a read shows, sent back', () => {
  it.each<[Type, Body, Body]>([
    [
      'I',
      { defaultTaxLotSelection: 'WLFS', longTermTaxRate: '15' },
      { trustedContacts: [contact()] },
    ],
    ['9', { primaryBeneficiaries: shares('40', '60') }, { contingentBeneficiaries: shares('100') }],
  ])(
    'Update › type %s › changes nothing [account.update account.update-lists]',
    async (type, fields, changes) => {
      const primaryAccountOwner = await accounts.service.member({
        directorOrTenPercentShareholderCompany: 'KO',
      });
      const number = await accounts.opened(type, { primaryAccountOwner, ...fields });
      const sectorExclusion = [{ exclusionValue: 'Energy', exclusionEndDate: '2030-01-01' }];
      await accounts.updated(number, { ...changes, sectorExclusion });
      const body = await updatable(number);
      const same = await expectUnchanged(accounts.service, () => accounts.update(number, body));
      expectStatus(same, 200);
    },
  );

  it('Update › a mask › a masked tax id keeps the stored one; that of nobody on the account is refused [beneficiary.ssn]', async () => {
    const number = await accounts.opened('R', { primaryBeneficiaries: shares('100') });
    const [one] = (await updatable(number))['primaryBeneficiaries'] as Body[];
    const another = beneficiary({ firstName: 'Ann', ssn: '123456781', sharePct: '40' });
    const both = [{ ...one, sharePct: '60' }, another];
    expect(await accounts.updated(number, { primaryBeneficiaries: both })).toMatchObject({
      primaryBeneficiaries: [
        { ssn: '*****6780', sharePct: '60.00' },
        { ssn: '*****6781', sharePct: '40.00' },
      ],
    });
    const problem = { ...FIELD, field: 'ssn', errorCode: DIGITS };
    for (const change of [{ firstName: 'Eve' }, { ssn: '*****0000' }, { ssn: '****6780' }]) {
      const primaryBeneficiaries = [{ ...one, ...change }];
      const code = change.ssn === '****6780' ? VALUE : DIGITS;
      await accounts.notUpdated(number, { primaryBeneficiaries }, { ...problem, errorCode: code });
    }
    const fresh = await accounts.body('R', { primaryBeneficiaries: [one] });
    await accounts.refused(fresh, problem);
  });

  it('Update › beneficiaries › dates are judged whatever else is wrong, sums once nothing is [errors.list beneficiary.total]', async () => {
    const primaryBeneficiaries = [
      beneficiary({ relationship: 'X', sharePct: '50', dateOfBirth: '2099-01-01' }),
    ];
    await accounts.notUpdated(
      ira,
      { primaryBeneficiaries },
      { ...FIELD, field: 'relationship', errorCode: CHOICE },
      { ...FIELD, field: 'dateOfBirth', errorCode: DATE },
    );
  });
});
