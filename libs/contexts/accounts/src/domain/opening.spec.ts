import { describe, expect, it } from '@jest/globals';
import {
  type AccountType,
  AccountTypes,
  codesOf,
  type TaxLotMethod,
  TaxLotMethods,
} from '#libs/platform/kernel';
import { countingIds } from '#libs/platform/testing';
import {
  ACCOUNT,
  beneficiary,
  contact,
  eventOf,
  memberFact,
  minor,
  open,
} from '../../test/account-fixtures.js';
import { accepted, refused } from '../../test/decide.js';
import { newAccountNumber } from './opening.js';

const TYPES = codesOf(AccountTypes);
const ofClass = (...classes: string[]): AccountType[] =>
  TYPES.filter((type) => classes.includes(AccountTypes[type].class));
const CORPORATE = ofClass('corporate');
const PERSONAL = TYPES.filter((type) => !CORPORATE.includes(type));
const RETIREMENT = ofClass('retirement');
const TAXABLE = TYPES.filter((type) => AccountTypes[type].taxable);
const WITH_JOINT_OWNERS = ofClass('joint', 'trust');
const others = (types: readonly AccountType[]): AccountType[] =>
  TYPES.filter((type) => !types.includes(type));
const opened = (...args: Parameters<typeof open>): ReturnType<typeof details> =>
  details(accepted(open(...args)));
const details = (events: ReturnType<typeof accepted>) => eventOf(events, 'account.AccountOpened');

describe('row accountName', () => {
  it('is required', () => {
    expect(refused(open('I', { accountName: undefined }))).toEqual([
      'FIELD accountName cannot.be.null',
    ]);
  });

  it.each(['A', 'x'.repeat(16), ' Trip & Fun #1! ', 'Ünïcode 日本'])('takes %j', (accountName) => {
    expect(opened('I', { accountName }).accountName).toBe(accountName.trim());
  });

  it.each([
    ['', 'invalid.value'],
    ['   ', 'invalid.value'],
    ['x'.repeat(17), 'invalid.length'],
  ])('has 1 to 16 characters, unlike %j', (accountName, code) => {
    expect(refused(open('I', { accountName }))).toEqual([`FIELD accountName ${code}`]);
  });

  it.each(['a\u0000b', 'a\tb', 'a\ud800b'])('is printable, unlike %j', (accountName) => {
    expect(refused(open('I', { accountName }))).toEqual(['FIELD accountName invalid.value']);
  });

  it('is unique among the accounts of the owner', () => {
    expect(refused(open('I', {}, { nameTaken: true }))).toEqual([
      'RULE accountName account.unique.name.rule',
    ]);
  });
});

describe('row accountType', () => {
  it('is required', () => {
    expect(refused(open(null))).toEqual(['FIELD accountType cannot.be.null']);
  });

  it.each(TYPES)('%s opens, and keeps its type', (type) => {
    expect(opened(type).accountType).toBe(type);
  });
});

describe('row billingPlanOid', () => {
  it('is required', () => {
    expect(refused(open('I', { billingPlanOid: undefined }))).toEqual([
      'FIELD billingPlanOid cannot.be.null',
    ]);
  });

  it('names a plan of the firm', () => {
    expect(refused(open('I', {}, { billingPlan: undefined }))).toEqual([
      'RULE billingPlanOid account.invalid.billing.plan',
    ]);
  });

  it('is one of those the accounts of the owner have, where the firm bills per member', () => {
    expect(opened('I', {}, { memberPlans: ['9000', '9001'] }).billingPlanOid).toBe('9001');
    expect(refused(open('I', {}, { memberPlans: ['9000'] }))).toEqual([
      'RULE billingPlanOid account.invalid.billing.plan',
    ]);
    const facts = { memberPlans: ['9000'], billingPlan: { billingPlanType: 'B' } };
    expect(refused(open('I', {}, facts))).toEqual([
      'RULE billingPlanOid account.invalid.billing.plan',
    ]);
  });

  it.each(['B', 'P'])('names an advisory plan, not one of type %s', (billingPlanType) => {
    expect(refused(open('I', {}, { billingPlan: { billingPlanType } }))).toEqual([
      'RULE billingPlanOid account.invalid.billing.plan',
    ]);
  });
});

it('rows branchCode and repCode are kept', () => {
  expect(opened('I', { branchCode: 'B1', repCode: 'R1' })).toMatchObject({
    branchCode: 'B1',
    repCode: 'R1',
  });
});

describe('row defaultTaxLotSelection', () => {
  it.each(TAXABLE)('defaults to LGHL for taxable type %s', (type) => {
    expect(opened(type).defaultTaxLotSelection).toBe('LGHL');
  });

  it.each(RETIREMENT)('defaults to AVGC for non-taxable type %s', (type) => {
    expect(opened(type).defaultTaxLotSelection).toBe('AVGC');
  });

  it.each(codesOf(TaxLotMethods))('%s is for one kind of account', (method: TaxLotMethod) => {
    const [right, wrong] = method === 'AVGC' ? (['R', 'I'] as const) : (['I', 'R'] as const);
    expect(opened(right, { defaultTaxLotSelection: method }).defaultTaxLotSelection).toBe(method);
    expect(refused(open(wrong, { defaultTaxLotSelection: method }))).toEqual([
      'FIELD defaultTaxLotSelection invalid.choice',
    ]);
  });
});

describe.each(['longTermTaxRate', 'shortTermTaxRate'] as const)('row %s', (field) => {
  it.each(['0', '0.0', '100.0', '12.345'])('takes %s with WLFS', (rate) => {
    const kept = opened('I', { defaultTaxLotSelection: 'WLFS', [field]: rate })[field];
    expect(Number(kept)).toBe(Number(rate));
  });

  it.each(['100.01', '-1', 'x', '1e1'])('refuses %s', (rate) => {
    expect(refused(open('I', { defaultTaxLotSelection: 'WGFS', [field]: rate }))).toEqual([
      `FIELD ${field} invalid.value`,
    ]);
  });

  it.each(['FIFO', undefined] as const)('is no input of method %s', (defaultTaxLotSelection) => {
    expect(refused(open('I', { defaultTaxLotSelection, [field]: '10' }))).toEqual([
      `FIELD ${field} invalid.value`,
    ]);
  });

  it.each(RETIREMENT)('does not belong to non-taxable type %s', (type) => {
    expect(refused(open(type, { [field]: '10' }))).toEqual([
      `FIELD ${field} invalid.for.account.type`,
    ]);
  });
});

describe('row primaryAccountOwner', () => {
  it('is required', () => {
    expect(refused(open('I', { primaryAccountOwner: undefined }))).toEqual([
      'FIELD primaryAccountOwner cannot.be.null',
    ]);
  });

  it.each(PERSONAL)('is a member for type %s', (type) => {
    expect(refused(open(type, {}, { member: undefined }))).toEqual([
      'RULE primaryAccountOwner account.invalid.primary.owner',
    ]);
  });

  it.each(CORPORATE)('is a corporate firm for type %s', (type) => {
    expect(refused(open(type, {}, { corporateFirm: undefined }))).toEqual([
      'RULE primaryAccountOwner account.invalid.primary.owner',
    ]);
  });

  it('of another firm does not exist', () => {
    const member = memberFact('jdoe', { firmId: '999' });
    expect(refused(open('I', {}, { member }))).toEqual([
      'RULE primaryAccountOwner account.invalid.primary.owner',
    ]);
  });

  it('is no firm rep', () => {
    const member = memberFact('jdoe', { isFirmRep: true });
    expect(refused(open('I', {}, { member }))).toEqual([
      'RULE primaryAccountOwner account.invalid.primary.owner',
    ]);
  });

  it('has not failed the identity check, but may still wait for its result', () => {
    expect(refused(open('I', {}, { member: memberFact('jdoe', { cipStatus: 'FAILED' }) }))).toEqual(
      ['RULE primaryAccountOwner account.invalid.primary.owner'],
    );
    expect(
      opened('I', {}, { member: memberFact('jdoe', { cipStatus: 'PENDING_NEW' }) }),
    ).toMatchObject({ primaryAccountOwner: 'jdoe' });
  });

  it('is looked for even when the account type is unknown', () => {
    expect(refused(open(null, {}, { member: undefined }))).toEqual([
      'FIELD accountType cannot.be.null',
      'RULE primaryAccountOwner account.invalid.primary.owner',
    ]);
  });

  it('a firm has at most one corporate account', () => {
    const { facts } = open('A');
    const corporateFirm = { ...facts.corporateFirm!, hasAccount: true };
    expect(refused(open('A', {}, { corporateFirm }))).toEqual([
      'RULE primaryAccountOwner account.firm.single.account.rule',
    ]);
  });
});

describe('row jointOwners', () => {
  it.each(WITH_JOINT_OWNERS)('is required for type %s', (type) => {
    for (const jointOwners of [undefined, []]) {
      expect(refused(open(type, { jointOwners }))).toEqual(['FIELD jointOwners cannot.be.null']);
    }
  });

  it.each(others(WITH_JOINT_OWNERS))('does not belong to type %s', (type) => {
    const jointOwners = [memberFact('rroe')];
    expect(refused(open(type, { jointOwners: ['rroe'] }, { jointOwners }))).toEqual([
      'FIELD jointOwners invalid.for.account.type',
    ]);
  });

  it('an empty list says as much as none', () => {
    expect(opened('I', { jointOwners: [] }).jointOwners).toEqual([]);
  });

  it('keeps the order of the request', () => {
    const jointOwners = [memberFact('two'), memberFact('one')];
    expect(opened('J', { jointOwners: ['one', 'two'] }, { jointOwners }).jointOwners).toEqual([
      'one',
      'two',
    ]);
  });

  it.each([
    ['is unknown', ['nobody'], memberFact('rroe')],
    ['belongs to another firm', ['rroe'], memberFact('rroe', { firmId: '999' })],
    ['is a firm rep', ['rroe'], memberFact('rroe', { isFirmRep: true })],
    ['failed the identity check', ['rroe'], memberFact('rroe', { cipStatus: 'FAILED' })],
    ['is the primary owner', ['jdoe'], memberFact('jdoe')],
    ['is the primary owner in capitals', ['JDOE'], memberFact('jdoe')],
    ['is named twice', ['rroe', 'RROE'], memberFact('rroe')],
  ])('refuses one who %s', (_, jointOwners, member) => {
    expect(refused(open('J', { jointOwners }, { jointOwners: [member] }))).toEqual([
      'RULE jointOwners account.invalid.joint.owner',
    ]);
  });
});

describe('row initContributionDate', () => {
  it('is kept for a SIMPLE IRA that exists', () => {
    const data = opened('9', { initContributionDate: '2020-05-06' });
    expect(data.initContributionDate).toBe('2020-05-06');
    expect(data.newSimpleIra).toBeUndefined();
  });

  it('is no later than today in New York', () => {
    const late = '2026-03-03T03:00:00.000Z';
    const on = (initContributionDate: string) => open('9', { initContributionDate });
    expect(details(accepted(on('2026-03-02'), [], late)).newSimpleIra).toBeUndefined();
    expect(refused(on('2026-03-03'), [], late)).toEqual([
      'FIELD initContributionDate invalid.date',
    ]);
  });

  it('defaults to the day in New York, which marks a new SIMPLE IRA', () => {
    const late = accepted(open('9'), [], '2026-03-03T03:00:00.000Z');
    expect(details(late)).toMatchObject({ initContributionDate: '2026-03-02', newSimpleIra: true });
  });

  it.each(others(['9']))('does not belong to type %s', (type) => {
    expect(refused(open(type, { initContributionDate: '2020-05-06' }))).toEqual([
      'FIELD initContributionDate invalid.for.account.type',
    ]);
  });
});

it.each(TYPES)('row trustedContacts belongs to type %s', (type) => {
  expect(opened(type, { trustedContacts: [contact] }).trustedContacts).toEqual([contact]);
});

describe('row primaryBeneficiaries', () => {
  it.each(RETIREMENT)('belongs to type %s', (type) => {
    const data = opened(type, { primaryBeneficiaries: [beneficiary('100')] });
    expect(data.primaryBeneficiaries?.[0]?.sharePct).toBe('100.00');
    expect(data.primaryBeneficiaries?.[0]?.ssn.reveal()).toBe('123456780');
  });

  it.each(others(RETIREMENT))('does not belong to type %s', (type) => {
    expect(refused(open(type, { primaryBeneficiaries: [beneficiary('100')] }))).toEqual([
      'FIELD primaryBeneficiaries invalid.for.account.type',
    ]);
  });
});

describe('row contingentBeneficiaries', () => {
  it('stands behind primary ones', () => {
    const list = [beneficiary('100')];
    expect(
      opened('R', { primaryBeneficiaries: list, contingentBeneficiaries: list }),
    ).toHaveProperty('contingentBeneficiaries.length', 1);
  });

  it.each([undefined, []])('is refused when the primary ones are %j', (primaryBeneficiaries) => {
    const contingentBeneficiaries = [beneficiary('100')];
    expect(refused(open('R', { primaryBeneficiaries, contingentBeneficiaries }))).toEqual([
      'FIELD contingentBeneficiaries invalid.value',
    ]);
  });

  it('is not judged when the primary ones are unreadable', () => {
    const command = open(
      'R',
      { contingentBeneficiaries: [beneficiary('100')] },
      {},
      {
        unreadable: ['primaryBeneficiaries'],
        problems: [{ type: 'VALIDATION_FIELD', field: 'ssn', errorCode: 'cannot.be.null' }],
      },
    );
    expect(refused(command)).toEqual(['FIELD ssn cannot.be.null']);
  });

  it.each(others(RETIREMENT))('does not belong to type %s', (type) => {
    expect(refused(open(type, { contingentBeneficiaries: [beneficiary('100')] }))).toContain(
      'FIELD contingentBeneficiaries invalid.for.account.type',
    );
  });
});

describe('beneficiary rows sharePct and dateOfBirth', () => {
  it.each([['0.01', '99.99'], ['33.33', '33.33', '33.34'], ['100'], ['50', '50.00']])(
    'takes shares %s %s',
    (...shares) => {
      const primaryBeneficiaries = shares.map((share) => beneficiary(share));
      expect(opened('S', { primaryBeneficiaries }).primaryBeneficiaries).toHaveLength(
        shares.length,
      );
    },
  );

  it.each([['99.99'], ['50', '50.01'], ['33.33', '33.33', '33.33']])(
    'the shares of a list add up to 100, unlike %s %s',
    (...shares) => {
      const list = shares.map((share) => beneficiary(share));
      const primaryBeneficiaries = list;
      expect(refused(open('S', { primaryBeneficiaries }))).toEqual([
        'RULE primaryBeneficiaries account.beneficiary.share.rule',
      ]);
      const contingentBeneficiaries = list;
      expect(
        refused(open('S', { primaryBeneficiaries: [beneficiary('100')], contingentBeneficiaries })),
      ).toEqual(['RULE contingentBeneficiaries account.beneficiary.share.rule']);
    },
  );

  it.each(['0', '0.00', '0.001', '100.01', '33.333', '-5', 'half'])('refuses share %s', (share) => {
    const primaryBeneficiaries = [beneficiary(share), beneficiary('100')];
    expect(refused(open('S', { primaryBeneficiaries }))).toEqual(['FIELD sharePct invalid.value']);
  });

  it('a birth is not in the future', () => {
    const primaryBeneficiaries = [beneficiary('100', { dateOfBirth: '2026-03-03' })];
    expect(refused(open('S', { primaryBeneficiaries }))).toEqual([
      'FIELD dateOfBirth invalid.date',
    ]);
  });
});

describe('row minor', () => {
  it('is required for a custodial account', () => {
    expect(refused(open('U', { minor: undefined }))).toEqual(['FIELD minor cannot.be.null']);
  });

  it('is kept with its number', () => {
    expect(opened('U').minor?.ssn.reveal()).toBe('123456789');
  });

  it.each(others(['U']))('does not belong to type %s', (type) => {
    expect(refused(open(type, { minor }))).toEqual(['FIELD minor invalid.for.account.type']);
  });

  it.each([
    ['2005-03-03', 'NY'],
    ['2008-03-03', 'KY'],
    ['2026-03-02', 'CA'],
  ])('may be born on %s in %s', (dateOfBirth, state) => {
    expect(opened('U', { minor: { ...minor, dateOfBirth, state } }).minor).toBeDefined();
  });

  it.each([
    ['2005-03-02', 'NY'],
    ['2008-03-02', 'KY'],
  ])('is of age when born on %s in %s', (dateOfBirth, state) => {
    expect(refused(open('U', { minor: { ...minor, dateOfBirth, state } }))).toEqual([
      'RULE dateOfBirth account.minor.age.rule',
    ]);
  });

  it('is not born in the future', () => {
    expect(refused(open('U', { minor: { ...minor, dateOfBirth: '2026-03-03' } }))).toEqual([
      'FIELD dateOfBirth invalid.date',
    ]);
  });
});

describe('row w9BackupWithholding', () => {
  it.each(['C', 'N'] as const)('keeps %s', (w9BackupWithholding) => {
    expect(opened('I', { w9BackupWithholding }).w9BackupWithholding).toBe(w9BackupWithholding);
  });

  it('is N when null', () => {
    expect(opened('I').w9BackupWithholding).toBe('N');
  });
});

describe('row trustees', () => {
  it.each(CORPORATE)('is required for type %s', (type) => {
    for (const trustees of [undefined, []]) {
      expect(refused(open(type, { trustees }))).toEqual(['FIELD trustees cannot.be.null']);
    }
  });

  it.each(PERSONAL)('does not belong to type %s', (type) => {
    const trustees = [{ loginId: 'trustee1', firmId: '501' }];
    expect(refused(open(type, { trustees: ['trustee1'] }, { trustees }))).toEqual([
      'FIELD trustees invalid.for.account.type',
    ]);
  });

  it.each([
    ['unknown', ['nobody'], '501'],
    ['of another firm', ['trustee1'], '999'],
    ['named twice', ['trustee1', 'trustee1'], '501'],
  ])('refuses one %s', (_, trustees, firmId) => {
    const known = [{ loginId: 'trustee1', firmId }];
    expect(refused(open('A', { trustees }, { trustees: known }))).toEqual([
      'RULE trustees account.invalid.trustee',
    ]);
  });
});

describe('row accountRegistrationInfo', () => {
  const types = ofClass('corporate', 'trust');

  it.each(types)('is required for type %s', (type) => {
    expect(refused(open(type, { accountRegistrationInfo: undefined }))).toEqual([
      'FIELD accountRegistrationInfo cannot.be.null',
    ]);
  });

  it.each(others(types))('does not belong to type %s', (type) => {
    expect(refused(open(type, { accountRegistrationInfo: 'Doe' }))).toEqual([
      'FIELD accountRegistrationInfo invalid.for.account.type',
    ]);
  });
});

describe('row taxClassification', () => {
  it.each(['A', 'F'] as const)('is required for type %s', (type) => {
    expect(refused(open(type, { taxClassification: undefined }))).toEqual([
      'FIELD taxClassification cannot.be.null',
    ]);
  });

  it.each([
    ['A', 'S'],
    ['A', 'C'],
    ['F', 'S'],
    ['F', 'C'],
    ['F', 'P'],
  ] as const)('type %s takes %s', (type, taxClassification) => {
    expect(opened(type, { taxClassification }).taxClassification).toBe(taxClassification);
  });

  it('P is for an LLC only', () => {
    expect(refused(open('A', { taxClassification: 'P' }))).toEqual([
      'FIELD taxClassification invalid.choice',
    ]);
  });

  it.each(others(['A', 'F']))('does not belong to type %s', (type) => {
    expect(refused(open(type, { taxClassification: 'S' }))).toEqual([
      'FIELD taxClassification invalid.for.account.type',
    ]);
  });
});

describe('what opening leaves', () => {
  it('is events in one order: opened, restricted, permissions, exclusions of the owners', () => {
    const jointOwners = [memberFact('rroe', { tickers: ['IBM'] })];
    const member = memberFact('jdoe', { tickers: ['KO', 'PEP'] });
    const events = accepted(open('J', {}, { member, jointOwners }));
    expect(events.slice(1)).toEqual([
      {
        type: 'account.AccountRestricted',
        data: {
          accountNumber: ACCOUNT,
          primaryAccountOwner: 'jdoe',
          restrictionId: '1000000003',
          reasonCode: '020',
          restrictionType: 'CR',
        },
      },
      granted('advisor', 'AC', 'all', false),
      granted('jdoe', 'AM', 'all', true),
      granted('rroe', 'AM', 'all', true),
      {
        type: 'account.OwnerExclusionsApplied',
        data: { accountNumber: ACCOUNT, loginId: 'jdoe', tickers: ['KO', 'PEP'] },
      },
      {
        type: 'account.OwnerExclusionsApplied',
        data: { accountNumber: ACCOUNT, loginId: 'rroe', tickers: ['IBM'] },
      },
    ]);
    expect(details(events)).toMatchObject({
      firmId: '501',
      createdBy: 'advisor',
      requiredSigners: [
        { loginId: 'jdoe', itemId: '1000000001' },
        { loginId: 'rroe', itemId: '1000000002' },
      ],
    });
  });

  it('for a corporate account: firm rep signs and manages, trustees view', () => {
    const events = accepted(open('F'));
    expect(details(events).requiredSigners.map(({ loginId }) => loginId)).toEqual(['rep']);
    expect(details(events).firmRep).toBe('rep');
    expect(events.slice(2)).toEqual([
      granted('advisor', 'AC', 'all', false),
      granted('rep', 'AM', 'all', true),
      granted('trustee1', 'DV', 'none', false),
    ]);
  });

  it('an owner who opens the account alone is its creator', () => {
    expect(accepted(open('I', {}, { createdBy: 'jdoe' })).slice(2)).toEqual([
      granted('jdoe', 'AC', 'all', true),
    ]);
  });

  it.each(TYPES)('type %s has its required signers (decisions §5)', (type) => {
    const signers = opened(type).requiredSigners.map(({ loginId }) => loginId);
    const expected = CORPORATE.includes(type)
      ? ['rep']
      : WITH_JOINT_OWNERS.includes(type)
        ? ['jdoe', 'rroe']
        : ['jdoe'];
    expect(signers).toEqual(expected);
  });

  it('tickers of a corporate firm are exclusions', () => {
    const corporateFirm = { ...open('A').facts.corporateFirm!, tickers: ['IBM'] };
    const events = accepted(open('A', {}, { corporateFirm }));
    expect(eventOf(events, 'account.OwnerExclusionsApplied')).toMatchObject({
      loginId: '7001',
      tickers: ['IBM'],
    });
  });

  it('an account number is never opened twice', () => {
    expect(refused(open('I'), accepted(open('I')))).toEqual(['CONFLICT']);
  });
});

describe('every problem at once', () => {
  it('names all broken rules and keeps what was known before', () => {
    const command = open(
      'I',
      {
        accountName: 'x'.repeat(17),
        defaultTaxLotSelection: 'AVGC',
        longTermTaxRate: '101',
        jointOwners: ['rroe'],
        minor,
      },
      { billingPlan: undefined, member: undefined, nameTaken: true },
      {
        unreadable: ['w9BackupWithholding'],
        problems: [
          { type: 'VALIDATION_FIELD', field: 'w9BackupWithholding', errorCode: 'invalid.choice' },
        ],
      },
    );
    expect(refused(command)).toEqual([
      'FIELD accountName invalid.length',
      'FIELD defaultTaxLotSelection invalid.choice',
      'FIELD jointOwners invalid.for.account.type',
      'FIELD longTermTaxRate invalid.value',
      'FIELD longTermTaxRate invalid.value',
      'FIELD minor invalid.for.account.type',
      'FIELD w9BackupWithholding invalid.choice',
      'RULE accountName account.unique.name.rule',
      'RULE billingPlanOid account.invalid.billing.plan',
      'RULE primaryAccountOwner account.invalid.primary.owner',
    ]);
  });

  it('does not call an unreadable field missing', () => {
    const problems = [
      { type: 'VALIDATION_FIELD', field: 'firstName', errorCode: 'cannot.be.null' } as const,
    ];
    const command = open('U', { minor: undefined }, {}, { unreadable: ['minor'], problems });
    expect(refused(command)).toEqual(['FIELD firstName cannot.be.null']);
  });

  it('does not report a missing field that is reported already', () => {
    const problems = [
      { type: 'VALIDATION_FIELD', field: 'accountName', errorCode: 'cannot.be.null' } as const,
    ];
    expect(refused(open('I', { accountName: undefined }, {}, { problems }))).toEqual([
      'FIELD accountName cannot.be.null',
    ]);
  });
});

it('account numbers are R, a letter, eight of digits and capitals', () => {
  const ids = countingIds();
  for (let count = 0; count < 50; count++) {
    expect(newAccountNumber(ids)).toMatch(/^R[A-Z][0-9A-Z]{8}$/);
  }
});

function granted(
  loginId: string,
  permission: string,
  alertLevel: string,
  listOnReport: boolean,
): object {
  return {
    type: 'account.PermissionGranted',
    data: { accountNumber: ACCOUNT, loginId, permission, alertLevel, listOnReport },
  };
}
