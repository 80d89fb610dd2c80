import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrokerageClient } from '#libs/client';
import {
  expectExactly,
  expectProblems,
  expectStatus,
  expectUnchanged,
  uniqueName,
} from '../support/running-service.js';
import {
  ACCOUNTS,
  AccountsUnderTest,
  beneficiary,
  type Body,
  CHOICE,
  contact,
  DATE,
  DIGITS,
  expectWritten,
  idOf,
  LENGTH,
  METHODS,
  minor,
  NULL,
  omit,
  OTHER_TYPE,
  shares,
  VALUE,
} from './accounts.fixture.js';

let accounts: AccountsUnderTest;
/** An individual account and a Roth IRA that the cases change. */
let individual: string;
let ira: string;
beforeAll(async () => {
  accounts = await AccountsUnderTest.start();
  individual = await accounts.opened('I');
  ira = await accounts.opened('S');
});
afterAll(() => accounts.stop());

const FIELD = { type: 'VALIDATION_FIELD' } as const;
const RULE = { type: 'VALIDATION_RULE' } as const;
const name = (): string => uniqueName('n').slice(-16);

describe('Update an account', () => {
  it('Update › response › 200, empty body, Location [conventions.update 3.response]', async () => {
    const answer = await accounts.update(individual, { accountName: name() });
    expectWritten(answer, 200, `${ACCOUNTS}/${individual}`);
    expect(answer.headers.get('content-length')).toBe('0');
    expect(answer.headers.get('etag')).toMatch(/^"\d+"$/);
    expect(answer.headers.get('x-consistency-token')).not.toBeNull();
  });

  it('Update › nothing to change › 200 with Location, nothing stored [3.response]', async () => {
    const accountName = name();
    await accounts.updated(individual, { accountName, trustedContacts: [contact()] });
    for (const body of [
      {},
      { accountName },
      { accountName, accountNumber: individual, trustedContacts: [contact()] },
      { issueExclusion: [], primaryBeneficiaries: [] },
    ]) {
      const answer = await expectUnchanged(accounts.service, () =>
        accounts.update(individual, body),
      );
      expectWritten(answer, 200, `${ACCOUNTS}/${individual}`);
    }
  });

  it('Update › omitted fields stay as they are [3.exclusions]', async () => {
    const before = await accounts.read(
      await accounts.opened('9', {
        trustedContacts: [contact()],
        primaryBeneficiaries: [beneficiary()],
        contingentBeneficiaries: [beneficiary({ relationship: 'O' })],
      }),
    );
    const accountName = name();
    const after = await accounts.updated(String(before['accountNumber']), { accountName });
    expect(after).toEqual({ ...before, accountName });
  });

  it('Update › every updatable field at once, those of a taxable account [3.body account.accountName account.billingPlanOid]', async () => {
    const { service } = accounts;
    await service.advisoryPlan(service.credentials.firmId, '9901');
    const exclusion = { exclusionStartDate: '2026-01-01', exclusionEndDate: '2026-12-31' };
    const changes = {
      accountName: name(),
      billingPlanOid: '9901',
      defaultTaxLotSelection: 'WGFS',
      longTermTaxRate: '20',
      shortTermTaxRate: '37.5',
      trustedContacts: [contact({ relationship: 'G' })],
      securityExclusion: [{ ...exclusion, exclusionValue: 'IBM' }],
      issueExclusion: [{ ...exclusion, exclusionValue: 'Tobacco' }],
      sectorExclusion: [{ ...exclusion, exclusionValue: 'Energy' }],
    };
    const number = await accounts.opened('J');
    const before = await accounts.read(number);
    const after = await accounts.updated(number, { accountNumber: number, ...changes });
    expect(after).toEqual({ ...before, ...changes });
  });

  it('Update › every updatable field of a SIMPLE IRA [3.body account.initContributionDate]', async () => {
    const number = await accounts.opened('9');
    const person = beneficiary({
      title: 'Mrs.',
      middleName: null,
      suffix: 'III',
      citizenship: 'R',
      dateOfBirth: '1980-01-31T00:00:00.000+00:00',
      sharePct: '100.00',
    });
    const changes = {
      initContributionDate: '2018-05-06',
      primaryBeneficiaries: [person],
      contingentBeneficiaries: [{ ...person, relationship: 'O' }],
      defaultTaxLotSelection: 'AVGC',
    };
    const masked = (one: Body): Body => ({ ...one, ssn: '*****6780' });
    expect(await accounts.updated(number, changes)).toMatchObject({
      ...changes,
      primaryBeneficiaries: changes.primaryBeneficiaries.map(masked),
      contingentBeneficiaries: changes.contingentBeneficiaries.map(masked),
    });
  });

  it.each<[string, () => unknown]>([
    ['accountType', () => 'R'],
    ['accountType', () => 'I'],
    ['accountType', () => ({})],
    ['branchCode', () => 'B2'],
    ['repCode', () => 'R2'],
    ['primaryAccountOwner', () => accounts.partner],
    ['primaryAccountOwner', () => accounts.owner],
    ['jointOwners', () => [accounts.partner]],
    ['jointOwners', () => []],
    ['jointOwners', () => 'x'],
    ['minor', () => minor()],
    ['minor', () => minor({ ssn: 'x', unknown: 1 })],
    ['w9BackupWithholding', () => 'C'],
    ['w9BackupWithholding', () => 'N'],
    ['trustees', () => [accounts.trustee]],
    ['accountRegistrationInfo', () => 'The Doe Estate'],
    ['taxClassification', () => 'C'],
  ])(
    'Update › not updatable › %s [ownership.not-updatable §5.not-updatable account.accountType account.primaryAccountOwner account.jointOwners account.minor account.w9BackupWithholding]',
    async (field, value) => {
      const problem = { ...FIELD, field, errorCode: 'not.updatable' };
      await accounts.notUpdated(individual, { [field]: value() }, problem);
      await accounts.notUpdated(individual, { accountName: name(), [field]: value() }, problem);
    },
  );

  it.each([
    ...['accountname', 'AccountName', 'primarybeneficiaries', 'securityexclusion', 'ssn'],
    ...['accountStatus', 'restrictions', 'creationDate', 'securityExclusionss', 'permissions'],
  ])('Update › unknown field › %s [§1.spelling]', async (field) => {
    await accounts.notUpdated(individual, { [field]: 'x' }, { type: 'SYNTAX', field });
  });

  it.each<[string, unknown]>([
    ['a list', []],
    ['null', null],
    ['a text', 'x'],
    ['nothing', undefined],
  ])('Update › body › %s is no account [§1.malformed]', async (_what, body) => {
    await accounts.notUpdated(individual, body, { type: 'SYNTAX' });
  });

  it('Update › accountNumber › the one of the path, in the body too [account.accountNumber §1.matching-ids]', async () => {
    const other = await accounts.opened('I');
    for (const accountNumber of [other, 'RZ00000000', individual.toLowerCase()]) {
      await accounts.notUpdated(
        individual,
        { accountNumber },
        { field: 'accountNumber', errorCode: 'uri.matching.rule' },
      );
    }
    await accounts.notUpdated(
      individual,
      { accountNumber: {} },
      { ...FIELD, field: 'accountNumber', errorCode: VALUE },
    );
    expectStatus(await accounts.update(individual, { accountNumber: individual }), 200);
  });

  it.each<[string, unknown, string]>([
    ['accountName', 'x'.repeat(17), LENGTH],
    ['accountName', '', VALUE],
    ['accountName', '  ', VALUE],
    ['accountName', 5, VALUE],
    ['accountName', ['x'], VALUE],
    ['accountName', 'a\u0000', VALUE],
    ['billingPlanOid', {}, VALUE],
    ['billingPlanOid', '', VALUE],
    ['defaultTaxLotSelection', 'lifo', CHOICE],
    ['defaultTaxLotSelection', 'BEST', CHOICE],
    ['defaultTaxLotSelection', 'AVGC', CHOICE],
    ['defaultTaxLotSelection', false, CHOICE],
    ['trustedContacts', {}, VALUE],
    ['trustedContacts', 'Tom', VALUE],
    ['securityExclusion', {}, VALUE],
    ['issueExclusion', 'x', VALUE],
    ['sectorExclusions', 1, VALUE],
    ['initContributionDate', '2020-01-01', OTHER_TYPE],
    ['primaryBeneficiaries', shares('100'), OTHER_TYPE],
  ])('Update › %s › %j on an individual account [3.body]', async (field, value, errorCode) => {
    await accounts.notUpdated(individual, { [field]: value }, { ...FIELD, field, errorCode });
  });

  it('Update › beneficiaries › the empty lists of an account that has none [3.lists]', async () => {
    const nothing = { primaryBeneficiaries: [], contingentBeneficiaries: [] };
    expectStatus(await accounts.update(individual, nothing), 200);
  });

  it('Update › error list › every problem at once, shapes and rules [§1.errors]', async () => {
    const { P } = accounts.service.credentials.billingPlans;
    await accounts.notUpdated(
      ira,
      {
        accountNumber: 'RZ00000000',
        accountName: 'x'.repeat(17),
        billingPlanOid: P,
        defaultTaxLotSelection: 'FIFO',
        accountType: 'I',
        unknown: true,
        initContributionDate: '2020-01-01',
        primaryBeneficiaries: [beneficiary({ ssn: 'x', Title: 'Mr.' })],
        contingentBeneficiaries: shares('99'),
        trustedContacts: [omit(contact(), 'email', 'telephone')],
        issueExclusions: [{ exclusionStartDate: 'x' }],
      },
      { field: 'accountNumber', errorCode: 'uri.matching.rule' },
      { ...FIELD, field: 'accountName', errorCode: LENGTH },
      { ...RULE, field: 'billingPlanOid', errorCode: 'account.invalid.billing.plan' },
      { ...FIELD, field: 'defaultTaxLotSelection', errorCode: CHOICE },
      { ...FIELD, field: 'accountType', errorCode: 'not.updatable' },
      { type: 'SYNTAX', field: 'unknown' },
      { ...FIELD, field: 'initContributionDate', errorCode: OTHER_TYPE },
      { ...FIELD, field: 'ssn', errorCode: DIGITS },
      { type: 'SYNTAX', field: 'Title' },
      {
        ...RULE,
        field: 'contingentBeneficiaries',
        errorCode: 'account.beneficiary.share.rule',
      },
      { ...FIELD, field: 'email', errorCode: NULL },
      { ...FIELD, field: 'telephone', errorCode: NULL },
      { ...FIELD, field: 'exclusionStartDate', errorCode: DATE },
      { ...FIELD, field: 'exclusionValue', errorCode: NULL },
    );
  });
});

describe('accountName', () => {
  const taken = { ...RULE, field: 'accountName', errorCode: 'account.unique.name.rule' };

  it('Accounts › accountName › unique on update; its own name is no conflict [account.accountName §5.accountName limits.accountName]', async () => {
    const primaryAccountOwner = await accounts.service.member();
    await accounts.opened('I', { primaryAccountOwner, accountName: 'First' });
    const second = await accounts.opened('R', { primaryAccountOwner, accountName: 'Second' });
    for (const accountName of ['First', 'FIRST', ' first ']) {
      await accounts.notUpdated(second, { accountName }, taken);
    }
    for (const accountName of ['Second', 'SECOND', 'Second 2', 'Second  2', 'second 2']) {
      expect(await accounts.updated(second, { accountName })).toMatchObject({ accountName });
    }
  });

  it('Accounts › accountName › a name given up is free again [§5.accountName]', async () => {
    const primaryAccountOwner = await accounts.service.member();
    const first = await accounts.opened('I', { primaryAccountOwner, accountName: 'One' });
    await accounts.updated(first, { accountName: 'Two' });
    const second = await accounts.opened('I', { primaryAccountOwner, accountName: 'one' });
    await accounts.notUpdated(first, { accountName: 'One' }, taken);
    await accounts.updated(second, { accountName: 'Three' });
    await accounts.updated(first, { accountName: 'One' });
    await accounts.updated(second, { accountName: 'Two' });
  });

  it('Accounts › accountName › unique, also when two updates come at once [§5.accountName]', async () => {
    const primaryAccountOwner = await accounts.service.member();
    const numbers = [
      await accounts.opened('I', { primaryAccountOwner }),
      await accounts.opened('I', { primaryAccountOwner }),
      await accounts.opened('I', { primaryAccountOwner }),
    ];
    const answers = await Promise.all(
      numbers.map((number) => accounts.update(number, { accountName: 'Dream' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    for (const answer of answers) if (answer.status === 400) expectExactly(answer, [taken]);
  });
});

describe('Tax lots', () => {
  it('Update › defaultTaxLotSelection › every code of a taxable account [account.defaultTaxLotSelection §3.tax-lot-relief]', async () => {
    for (const method of METHODS.filter((one) => one !== 'AVGC')) {
      const body = { defaultTaxLotSelection: method };
      expect(await accounts.updated(individual, body)).toMatchObject(body);
    }
  });

  it('Update › defaultTaxLotSelection › a non-taxable account takes AVGC only [account.defaultTaxLotSelection §3.taxable]', async () => {
    for (const method of METHODS.filter((one) => one !== 'AVGC')) {
      await accounts.notUpdated(
        ira,
        { defaultTaxLotSelection: method },
        { ...FIELD, field: 'defaultTaxLotSelection', errorCode: CHOICE },
      );
    }
    expectStatus(await accounts.update(ira, { defaultTaxLotSelection: 'AVGC' }), 200);
  });

  it.each(['longTermTaxRate', 'shortTermTaxRate'])(
    'Update › %s › only with defaultTaxLotSelection in the same request [3.rates account.longTermTaxRate account.shortTermTaxRate]',
    async (field) => {
      await accounts.updated(individual, { defaultTaxLotSelection: 'WLFS', [field]: '10' });
      const problem = { ...FIELD, field, errorCode: VALUE };
      await accounts.notUpdated(individual, { [field]: '11' }, problem);
      await accounts.notUpdated(individual, { [field]: '11', accountName: name() }, problem);
      await accounts.notUpdated(
        individual,
        { [field]: '11', defaultTaxLotSelection: null },
        problem,
      );
      for (const method of ['FIFO', 'LGHL', 'HSTG']) {
        const body = { [field]: '11', defaultTaxLotSelection: method };
        await accounts.notUpdated(individual, body, problem);
      }
      for (const [rate, stored] of [
        ['0', '0'],
        ['100.0', '100'],
        [12.5, '12.5'],
      ]) {
        const body = { [field]: rate, defaultTaxLotSelection: 'WGFS' };
        expect(await accounts.updated(individual, body)).toMatchObject({ [field]: stored });
      }
      for (const rate of ['100.01', '-1', 'x', true, 101]) {
        const body = { [field]: rate, defaultTaxLotSelection: 'WGFS' };
        await accounts.notUpdated(individual, body, problem);
      }
      await accounts.notUpdated(
        ira,
        { [field]: '11', defaultTaxLotSelection: 'AVGC' },
        { ...FIELD, field, errorCode: OTHER_TYPE },
      );
    },
  );
});

describe('initContributionDate', () => {
  it('Update › initContributionDate › of a SIMPLE IRA [account.initContributionDate]', async () => {
    const number = await accounts.opened('9');
    const body = { initContributionDate: '2011-02-03' };
    expect(await accounts.updated(number, body)).toMatchObject(body);
    for (const date of ['2011-02-29', '3/2/2011', '', 2011]) {
      await accounts.notUpdated(
        number,
        { initContributionDate: date },
        { ...FIELD, field: 'initContributionDate', errorCode: DATE },
      );
    }
  });
});

describe('Lists of people', () => {
  it('Update › trustedContacts › replaces; the empty list removes all [3.lists account.trustedContacts]', async () => {
    const [tom, ann] = [contact({ relationship: 'S' }), contact({ firstName: 'Ann' })];
    const shown = { ...ann, relationship: null };
    const both = await accounts.updated(individual, { trustedContacts: [tom, ann] });
    expect(both['trustedContacts']).toEqual([tom, shown]);
    const one = await accounts.updated(individual, { trustedContacts: [ann] });
    expect(one['trustedContacts']).toEqual([shown]);
    const none = await accounts.updated(individual, { trustedContacts: [] });
    expect(none['trustedContacts']).toEqual([]);
  });

  it('Update › beneficiaries › each list is replaced by itself [3.lists account.primaryBeneficiaries account.contingentBeneficiaries]', async () => {
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

  it('Update › contingentBeneficiaries › only when primaryBeneficiaries is not empty [3.contingent account.contingentBeneficiaries]', async () => {
    const number = await accounts.opened('R');
    const problem = { ...FIELD, field: 'contingentBeneficiaries', errorCode: VALUE };
    const contingentBeneficiaries = shares('100');
    await accounts.notUpdated(number, { contingentBeneficiaries }, problem);
    const empty = { primaryBeneficiaries: [], contingentBeneficiaries };
    await accounts.notUpdated(number, empty, problem);
    const both = { primaryBeneficiaries: shares('100'), contingentBeneficiaries };
    await accounts.updated(number, both);
    // those that stay need primary ones too
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

  it('Update › beneficiaries › ssn may be spelled SSN, and is checked [beneficiary.ssn §1.spelling]', async () => {
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
  ])('Update › %s › rules of creation: %j [3.body]', async (list, item, field, errorCode) => {
    const problem = { ...FIELD, field, errorCode, message: expect.stringContaining(`${list}[0]`) };
    await accounts.notUpdated(ira, { [list]: [item] }, problem);
  });
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
    'Update › %s › replaces, omitted leaves, empty removes [3.exclusions account.securityExclusion account.issueExclusion account.sectorExclusion exclusion.*]',
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
    'Wire › aliases › %ss is the same list [§1.spelling account.securityExclusion account.issueExclusion account.sectorExclusion]',
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
    ['empty', { exclusionValue: '' }, 'exclusionValue', VALUE],
    ['blank', { exclusionValue: ' ' }, 'exclusionValue', VALUE],
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

  it('Members › ten-percent tickers › stay beside the list the client gives [§4.tickers]', async () => {
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
  });
});

describe('Billing plan', () => {
  const problem = { ...RULE, field: 'billingPlanOid', errorCode: 'account.invalid.billing.plan' };

  it('Accounts › billingPlanOid › an advisory plan of the firm [account.billingPlanOid §5.billingPlanOid]', async () => {
    const { planOid } = await accounts.service.otherFirm();
    const { B, P } = accounts.service.credentials.billingPlans;
    for (const billingPlanOid of [B, P, planOid, 'none', '../x']) {
      await accounts.notUpdated(individual, { billingPlanOid }, problem);
    }
  });

  it('Update › billingPlanOid › account level: that account alone [3.billing-level account.billingPlanOid]', async () => {
    const { service } = accounts;
    const primaryAccountOwner = await service.member();
    const [one, two] = [
      await accounts.opened('I', { primaryAccountOwner }),
      await accounts.opened('I', { primaryAccountOwner }),
    ];
    await service.advisoryPlan(service.credentials.firmId, '9902');
    expect(await accounts.updated(one, { billingPlanOid: 9902 })).toMatchObject({
      billingPlanOid: '9902',
    });
    expect(await accounts.read(two)).toMatchObject({
      billingPlanOid: service.credentials.billingPlans.A,
    });
  });

  it('Update › billingPlanOid › member level: all accounts of the member [3.billing-level account.billingPlanOid §5.billingPlanOid]', async () => {
    const { service } = accounts;
    const { firmId, planOid, client } = await service.otherFirm([], 'member');
    await service.advisoryPlan(firmId, '88');
    const [member, other] = [await service.member({}, client), await service.member({}, client)];
    const open = (primaryAccountOwner: string, fields: Body = {}): Promise<string> =>
      service.account({ billingPlanOid: planOid, primaryAccountOwner, ...fields }, client);
    const own = [
      await open(member),
      await open(member, { accountType: 'R' }),
      await open(member, { accountType: 'J', jointOwners: [other] }),
    ];
    // the billing owner of a joint account is its primary owner
    const foreign = [
      await open(other),
      await open(other, { accountType: 'J', jointOwners: [member] }),
    ];
    const plans = (numbers: string[]): Promise<unknown[]> =>
      Promise.all(
        numbers.map(async (number) => (await accounts.read(number, client))['billingPlanOid']),
      );
    const path = `${ACCOUNTS}/${String(own[1])}`;
    expectStatus(await client.put(path, { billingPlanOid: '88' }), 200);
    expect(await plans(own)).toEqual(['88', '88', '88']);
    expect(await plans(foreign)).toEqual([planOid, planOid]);
    expectStatus(await client.put(path, { billingPlanOid: planOid }), 200);
    expect(await plans(own)).toEqual([planOid, planOid, planOid]);
  });
});

describe('Who may update', () => {
  const change = (): Body => ({ accountName: name() });
  const grant = async (number: string, permission: string): Promise<string> => {
    const loginId = await accounts.service.member();
    const path = `${ACCOUNTS}/${number}/permissions`;
    const body = { loginId, permission };
    expectStatus(await accounts.service.client.post(path, body), 201);
    return loginId;
  };
  const forbidden = async (number: string, client: BrokerageClient): Promise<void> => {
    for (const body of [change(), { junk: 1 }]) {
      const answer = await expectUnchanged(accounts.service, () =>
        accounts.update(number, body, client),
      );
      expectExactly(answer, [{ type: 'FORBIDDEN' }], 403);
    }
  };

  it.each(['SV', 'DV', 'TR', 'MM', 'TM'])(
    'Permissions › %s may not update [§2.permissions]',
    async (permission) => {
      const login = await grant(individual, permission);
      await forbidden(individual, accounts.service.as(login));
    },
  );

  it('Permissions › AM may update, after revocation not any more [§2.permissions]', async () => {
    const { service } = accounts;
    const login = await grant(individual, 'AM');
    const manager = service.as(login);
    expectStatus(await accounts.update(individual, change(), manager), 200);
    const path = `${ACCOUNTS}/${individual}/permissions/${login}`;
    expectStatus(await service.client.put(path, { permission: 'DV' }), 200);
    await forbidden(individual, manager);
    expectStatus(await service.client.put(path, { permission: 'AM', alertLevel: 'all' }), 200);
    expectStatus(await accounts.update(individual, change(), manager), 200);
    expectStatus(await service.client.request('DELETE', path), 200);
    await forbidden(individual, manager);
  });

  it('Permissions › primary owner, joint owners and the firm rep may, a trustee may not [§2.permissions §2.at-creation]', async () => {
    const { owner, partner, trustee, service } = accounts;
    const joint = await accounts.opened('J');
    for (const login of [owner, partner]) {
      expectStatus(await accounts.update(joint, change(), service.as(login)), 200);
    }
    const { firmRep } = await accounts.unusedFirm();
    const corporate = await accounts.opened('A');
    expectStatus(await accounts.update(corporate, change(), service.as(firmRep)), 200);
    await forbidden(corporate, service.as(trustee));
    await forbidden(corporate, service.as(owner));
  });

  it('Permissions › a member without any, and unknown members, may not [§1.403]', async () => {
    const { service } = accounts;
    await forbidden(individual, service.as(await service.member()));
    await forbidden(individual, service.as('nobody-at-all'));
    for (const client of [service.auditor, service.backoffice, service.operator]) {
      await forbidden(individual, client);
    }
  });

  it("Wire › 404 › another firm's account and unknown ones, whatever is sent [§1.404]", async () => {
    const { client } = await accounts.service.otherFirm();
    const missing = ['RZ00000000', individual.toLowerCase(), 'x', 'R%20', '%00', `${individual}0`];
    for (const body of [change(), { junk: 1 }, []]) {
      const answer = await expectUnchanged(accounts.service, () =>
        accounts.update(individual, body, client),
      );
      expectExactly(answer, [{ type: 'NOT_FOUND' }], 404);
      for (const number of missing) {
        expectProblems(await accounts.update(number, body), [{ type: 'NOT_FOUND' }], 404);
      }
    }
  });
});

describe('Wire', () => {
  it('Wire › If-Match › a stale one is 412, the newest one goes [§1.412 §11.consistency]', async () => {
    const { service } = accounts;
    const path = `${ACCOUNTS}/${individual}`;
    const read = await service.client.get(path);
    const tag = read.headers.get('etag') ?? '';
    const first = await accounts.update(individual, { accountName: name() }, service.client, {
      'if-match': tag,
    });
    expectStatus(first, 200);
    const stale = await expectUnchanged(service, () =>
      accounts.update(individual, { accountName: name() }, service.client, { 'if-match': tag }),
    );
    expectProblems(stale, [{ type: 'PRECONDITION_FAILED' }], 412);
    const next = { 'if-match': first.headers.get('etag') ?? '' };
    expectStatus(
      await accounts.update(individual, { accountName: name() }, service.client, next),
      200,
    );
  });

  it('Wire › Idempotency-Key › the same update twice is one [§11.consistency]', async () => {
    const { service } = accounts;
    const headers = { 'idempotency-key': uniqueName('key') };
    const body = { accountName: name() };
    expectStatus(await accounts.update(individual, body, service.client, headers), 200);
    const again = await expectUnchanged(service, () =>
      accounts.update(individual, body, service.client, headers),
    );
    expectWritten(again, 200, `${ACCOUNTS}/${individual}`);
    const other = await expectUnchanged(service, () =>
      accounts.update(individual, { accountName: name() }, service.client, headers),
    );
    expectStatus(other, 422);
  });

  it('Wire › Idempotency-Key › the same creation twice is one account [§11.consistency]', async () => {
    const headers = { 'idempotency-key': uniqueName('key') };
    const body = await accounts.body('I');
    const post = () => accounts.service.client.post(ACCOUNTS, body, headers);
    const first = await post();
    expectStatus(first, 201);
    const again = await expectUnchanged(accounts.service, post);
    expectStatus(again, 201);
    expect(idOf(again)).toBe(idOf(first));
  });

  it('Restrictions › a restricted account may be updated [§5.allows]', async () => {
    const number = await accounts.opened('I');
    const body = { accountName: name() };
    expect(await accounts.updated(number, body)).toMatchObject({
      ...body,
      accountStatus: 'RESTRICTED',
    });
  });
});
