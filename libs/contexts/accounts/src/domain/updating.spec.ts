import { describe, expect, it } from '@jest/globals';
import { type AccountType, AccountTypes, codesOf, Secret } from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import {
  ACCOUNT,
  beneficiary,
  contact,
  eventOf,
  memberFact,
  open,
  update,
} from '../../test/account-fixtures.js';
import { accepted, fold, history, refused } from '../../test/decide.js';
import { account } from './account.js';
import { accountNameKey } from './details.js';
import type { AccountEvent } from './events.js';
import { NOT_UPDATABLE } from './updating.js';
import type { Beneficiary } from './values.js';

const individual = history(open('I'));
const ira = history(
  open('R', {
    primaryBeneficiaries: [beneficiary('100')],
    contingentBeneficiaries: [beneficiary('100')],
  }),
);
const updated = (data: object): object => ({
  type: 'account.AccountUpdated',
  data: { accountNumber: ACCOUNT, primaryAccountOwner: 'jdoe', ...data },
});
const spec = specification(account);

describe('endpoint 3, row accountName', () => {
  it('changes the name, trimmed', () => {
    expect(accepted(update({ accountName: ' Travel ' }), individual)).toEqual([
      updated({ accountName: 'Travel', previousAccountName: 'Savings' }),
    ]);
  });

  it.each([
    ['', 'invalid.value'],
    ['x'.repeat(17), 'invalid.length'],
  ])('keeps the rules of creation: %j', (accountName, code) => {
    expect(refused(update({ accountName }), individual)).toEqual([`FIELD accountName ${code}`]);
  });

  it('is unique', () => {
    expect(refused(update({ accountName: 'Other' }, { nameTaken: true }), individual)).toEqual([
      'RULE accountName account.unique.name.rule',
    ]);
  });

  it('its own name is no conflict, also in another case', () => {
    spec
      .given(individual)
      .when(update({ accountName: 'Savings' }, { nameTaken: true }))
      .thenNothing();
    expect(accepted(update({ accountName: 'SAVINGS' }, { nameTaken: true }), individual)).toEqual([
      updated({ accountName: 'SAVINGS', previousAccountName: 'Savings' }),
    ]);
  });
});

describe('endpoint 3, row billingPlanOid', () => {
  const changed = (scope: string): object => ({
    type: 'account.BillingPlanChanged',
    data: {
      accountNumber: ACCOUNT,
      primaryAccountOwner: 'jdoe',
      billingPlanOid: '9002',
      previousBillingPlanOid: '9001',
      scope,
    },
  });

  it.each(['account', 'member'] as const)('moves at %s level, and says so', (billingLevel) => {
    expect(accepted(update({ billingPlanOid: '9002' }, { billingLevel }), individual)).toEqual([
      changed(billingLevel),
    ]);
  });

  it('moves an account that follows another one of its owner, once', () => {
    const follow = {
      type: 'ChangeBillingPlan',
      billingPlanOid: '9002',
      followedAccount: 'RB00000000',
    } as const;
    const events = accepted(follow, individual);
    expect(eventOf(events, 'account.BillingPlanChanged')).toMatchObject({
      scope: 'follows',
      followedAccount: 'RB00000000',
      previousBillingPlanOid: '9001',
    });
    spec
      .given([...individual, ...events])
      .when(follow)
      .thenNothing();
  });

  it('names an advisory plan of the firm', () => {
    const command = update({ billingPlanOid: '9002' }, { billingPlan: { billingPlanType: 'P' } });
    expect(refused(command, individual)).toEqual([
      'RULE billingPlanOid account.invalid.billing.plan',
    ]);
  });

  it('comes with other changes in one append', () => {
    const command = update({ accountName: 'Travel', billingPlanOid: '9002' });
    expect(accepted(command, individual)).toEqual([
      updated({ accountName: 'Travel', previousAccountName: 'Savings' }),
      changed('account'),
    ]);
  });
});

describe('endpoint 3, rows defaultTaxLotSelection, longTermTaxRate, shortTermTaxRate', () => {
  const weighted = history(
    open('I', { defaultTaxLotSelection: 'WLFS', longTermTaxRate: '15', shortTermTaxRate: '30.5' }),
  );

  it('changes method and rates', () => {
    const input = { defaultTaxLotSelection: 'WGFS', longTermTaxRate: '20.00' } as const;
    expect(accepted(update(input), weighted)).toEqual([
      updated({ defaultTaxLotSelection: 'WGFS', longTermTaxRate: '20' }),
    ]);
  });

  it('rates end with the method they belong to', () => {
    expect(accepted(update({ defaultTaxLotSelection: 'FIFO' }), weighted)).toEqual([
      updated({ defaultTaxLotSelection: 'FIFO', longTermTaxRate: null, shortTermTaxRate: null }),
    ]);
    expect(accepted(update({ defaultTaxLotSelection: 'FIFO' }), individual)).toEqual([
      updated({ defaultTaxLotSelection: 'FIFO' }),
    ]);
  });

  it.each(['longTermTaxRate', 'shortTermTaxRate'] as const)(
    '%s needs the method in the same request',
    (field) => {
      expect(refused(update({ [field]: '10' }), weighted)).toEqual([
        `FIELD ${field} invalid.value`,
      ]);
      expect(refused(update({ defaultTaxLotSelection: 'LIFO', [field]: '10' }), weighted)).toEqual([
        `FIELD ${field} invalid.value`,
      ]);
      expect(refused(update({ [field]: '10' }), ira)).toEqual([
        `FIELD ${field} invalid.for.account.type`,
      ]);
    },
  );

  it('the method fits the taxability', () => {
    for (const [events, method] of [
      [individual, 'AVGC'],
      [ira, 'FIFO'],
    ] as const) {
      expect(refused(update({ defaultTaxLotSelection: method }), events)).toEqual([
        'FIELD defaultTaxLotSelection invalid.choice',
      ]);
    }
  });
});

describe('endpoint 3, billing per member', () => {
  const facts = { billingLevel: 'member', managesAll: false } as const;

  it('is for callers who may manage all accounts that follow', () => {
    expect(refused(update({ billingPlanOid: '9002' }, facts), history(open('I')))).toEqual([
      'FORBIDDEN',
    ]);
  });

  it('a plan that is no other one moves nothing', () => {
    expect(accepted(update({ billingPlanOid: '9001' }, facts), history(open('I')))).toEqual([]);
  });
});

describe('endpoint 3, row initContributionDate', () => {
  it('changes for a SIMPLE IRA', () => {
    expect(accepted(update({ initContributionDate: '2019-01-02' }), history(open('9')))).toEqual([
      updated({ initContributionDate: '2019-01-02' }),
    ]);
  });

  it('is not in the future', () => {
    expect(refused(update({ initContributionDate: '2026-03-03' }), history(open('9')))).toEqual([
      'FIELD initContributionDate invalid.date',
    ]);
  });

  it('belongs to no other type', () => {
    expect(refused(update({ initContributionDate: '2019-01-02' }), ira)).toEqual([
      'FIELD initContributionDate invalid.for.account.type',
    ]);
  });
});

describe('endpoint 3, beneficiaries', () => {
  it('a list replaces the list there was', () => {
    const list = [beneficiary('50'), beneficiary('50', { firstName: 'Ann' })];
    const state = fold([...ira, ...accepted(update({ primaryBeneficiaries: list }), ira)]);
    expect(state.details.primaryBeneficiaries?.map((one) => one.firstName)).toEqual(['Ben', 'Ann']);
  });

  it('empty lists remove all entries', () => {
    const input = { primaryBeneficiaries: [], contingentBeneficiaries: [] };
    expect(accepted(update(input), ira)).toEqual([updated(input)]);
  });

  it('contingent ones do not stay behind without primary ones', () => {
    expect(refused(update({ primaryBeneficiaries: [] }), ira)).toEqual([
      'FIELD contingentBeneficiaries invalid.value',
    ]);
  });

  it('contingent ones come only where primary ones are, in the request or before', () => {
    const contingentBeneficiaries = [beneficiary('100')];
    const none = history(open('R'));
    expect(refused(update({ contingentBeneficiaries }), none)).toEqual([
      'FIELD contingentBeneficiaries invalid.value',
    ]);
    expect(
      accepted(
        update({ contingentBeneficiaries, primaryBeneficiaries: [beneficiary('100')] }),
        none,
      ),
    ).toHaveLength(1);
  });

  it('shares add up to 100', () => {
    expect(refused(update({ primaryBeneficiaries: [beneficiary('99')] }), ira)).toEqual([
      'RULE primaryBeneficiaries account.beneficiary.share.rule',
    ]);
  });

  it('the same list is no event; another number is', () => {
    const same = [beneficiary('100.0', { ssn: Secret.of('123456780') })];
    const other = [beneficiary('100', { ssn: Secret.of('123456781') })];
    spec
      .given(ira)
      .when(update({ primaryBeneficiaries: same }))
      .thenNothing();
    expect(accepted(update({ primaryBeneficiaries: other }), ira)).toHaveLength(1);
  });

  it.each(codesOf(AccountTypes).filter((type) => AccountTypes[type].taxable))(
    'do not belong to type %s',
    (type: AccountType) => {
      expect(
        refused(update({ primaryBeneficiaries: [beneficiary('100')] }), history(open(type))),
      ).toEqual(['FIELD primaryBeneficiaries invalid.for.account.type']);
    },
  );
});

describe('endpoint 3, row trustedContacts', () => {
  const events = history(open('I', { trustedContacts: [contact] }));

  it('a list replaces the list there was, an empty one removes it, none leaves it', () => {
    const other = { ...contact, firstName: 'Ida' };
    expect(accepted(update({ trustedContacts: [other] }), events)).toEqual([
      updated({ trustedContacts: [other] }),
    ]);
    expect(accepted(update({ trustedContacts: [] }), events)).toEqual([
      updated({ trustedContacts: [] }),
    ]);
    expect(accepted(update({ trustedContacts: [contact] }), events)).toEqual([]);
  });
});

describe('endpoint 3, exclusion lists', () => {
  const item = {
    exclusionStartDate: '2026-01-01',
    exclusionEndDate: '2026-12-31',
    exclusionValue: 'IBM',
  };

  it.each(['securityExclusion', 'issueExclusion', 'sectorExclusion'] as const)(
    '%s: a list replaces, an empty list removes, an omitted one leaves',
    (list) => {
      const set = accepted(update({ [list]: [item] }), individual);
      expect(set).toEqual([updated({ [list]: [item] })]);
      const after = [...individual, ...set];
      const renamed = [...after, ...accepted(update({ accountName: 'Travel' }), after)];
      expect(fold(renamed).exclusions[list]).toEqual([item]);
      expect(accepted(update({ [list]: [item] }), after)).toEqual([]);
      expect(accepted(update({ [list]: [] }), after)).toEqual([updated({ [list]: [] })]);
    },
  );

  it('an exclusion does not end before it starts', () => {
    const wrong = { ...item, exclusionEndDate: '2025-12-31' };
    expect(refused(update({ issueExclusion: [wrong] }), individual)).toEqual([
      'FIELD exclusionEndDate invalid.date',
    ]);
  });

  it("an owner's companies stay apart from the client's list", () => {
    const events = history(open('I', {}, { member: memberFact('jdoe', { tickers: ['KO'] }) }));
    const state = fold([...events, ...accepted(update({ securityExclusion: [item] }), events)]);
    expect(state.exclusions.securityExclusion).toEqual([item]);
    expect(state.ownerExclusions).toEqual([{ loginId: 'jdoe', tickers: ['KO'] }]);
  });
});

describe("owner's companies", () => {
  const apply = (loginId: string, ...tickers: string[]) =>
    ({ type: 'ApplyOwnerExclusions', loginId, tickers }) as const;
  const joint = history(open('J'));

  it('replace those the same owner had', () => {
    const events = [...joint, ...accepted(apply('rroe', 'PEP', 'KO', 'KO'), joint)];
    expect(fold(events).ownerExclusions).toEqual([{ loginId: 'rroe', tickers: ['KO', 'PEP'] }]);
    spec
      .given(events)
      .when(apply('rroe', 'PEP', 'KO'))
      .thenNothing();
    const after = [...events, ...accepted(apply('rroe'), events)];
    expect(fold(after).ownerExclusions).toEqual([{ loginId: 'rroe', tickers: [] }]);
  });

  it('are none of an account somebody does not own', () => {
    spec.given(joint).when(apply('advisor', 'KO')).thenNothing();
  });
});

describe('what no update changes', () => {
  it.each(NOT_UPDATABLE)('%s is not updatable', (field) => {
    expect(refused(update({}, {}, { notUpdatable: [field] }), individual)).toEqual([
      `FIELD ${field} not.updatable`,
    ]);
  });

  it('the account number of the body is that of the path', () => {
    expect(refused(update({ accountNumber: 'RZ00000000' }), individual)).toEqual([
      'RULE accountNumber uri.matching.rule',
    ]);
    spec
      .given(individual)
      .when(update({ accountNumber: ACCOUNT }))
      .thenNothing();
  });
});

describe('what a read shows, sent back', () => {
  const companies = (...tickers: string[]): AccountEvent => ({
    type: 'account.OwnerExclusionsApplied',
    data: { accountNumber: ACCOUNT, loginId: 'jdoe', tickers },
  });
  const excluded = (...values: string[]) => values.map((exclusionValue) => ({ exclusionValue }));

  it('leaves the companies of the owners theirs', () => {
    const director = [...individual, companies('IBM', 'KO')];
    spec
      .given(director)
      .when(update({ securityExclusion: excluded('IBM', 'KO') }))
      .thenNothing();
    const more = update({ securityExclusion: excluded('IBM', 'GE', 'KO') });
    expect(accepted(more, director)).toEqual([updated({ securityExclusion: excluded('GE') })]);
    const named = update({ securityExclusion: excluded('GE', 'KO') });
    expect(accepted(named, director)).toEqual([
      updated({ securityExclusion: excluded('GE', 'KO') }),
    ]);
    const dated = [{ exclusionValue: 'IBM', exclusionEndDate: '2030-01-01' }];
    expect(accepted(update({ securityExclusion: dated }), director)).toEqual([
      updated({ securityExclusion: dated }),
    ]);
  });

  it('keeps what the client named before the owner did', () => {
    const named = history(open('I'), update({ securityExclusion: excluded('IBM') }));
    spec
      .given([...named, companies('IBM')])
      .when(update({ securityExclusion: excluded('IBM') }))
      .thenNothing();
  });

  it('takes a masked tax number for that of the same person', () => {
    const masked = (sharePct: string, changes: Partial<Beneficiary> = {}): Beneficiary =>
      beneficiary(sharePct, { ssn: Secret.of('*****6780'), ...changes });
    spec
      .given(ira)
      .when(update({ primaryBeneficiaries: [masked('100')] }))
      .thenNothing();
    const ann = beneficiary('40', { firstName: 'Ann', ssn: Secret.of('123456781') });
    const [event] = accepted(update({ primaryBeneficiaries: [masked('60'), ann] }), ira);
    const { primaryBeneficiaries = [] } = eventOf([event!], 'account.AccountUpdated');
    expect(primaryBeneficiaries.map(({ ssn }) => ssn.reveal())).toEqual(['123456780', '123456781']);
    for (const other of [
      { firstName: 'Ann' },
      { lastName: 'Roe' },
      { dateOfBirth: '1980-01-30' },
      { ssn: Secret.of('*****6781') },
    ]) {
      const primaryBeneficiaries = [masked('100', other)];
      expect(refused(update({ primaryBeneficiaries }), ira)).toEqual([
        'FIELD ssn allows.only.digits',
      ]);
    }
  });
});

it('an update reports every problem at once', () => {
  const command = update(
    { accountName: '', accountNumber: 'RZ00000000', longTermTaxRate: '10' },
    {},
    {
      notUpdatable: ['minor', 'accountType'],
      unreadable: ['trustedContacts'],
      problems: [{ type: 'VALIDATION_FIELD', field: 'email', errorCode: 'cannot.be.null' }],
    },
  );
  expect(refused(command, individual)).toEqual([
    'FIELD accountName invalid.value',
    'FIELD accountType not.updatable',
    'FIELD email cannot.be.null',
    'FIELD longTermTaxRate invalid.value',
    'FIELD minor not.updatable',
    'RULE accountNumber uri.matching.rule',
  ]);
});

it('an unknown account is not found', () => {
  spec
    .given([])
    .when(update({ accountName: 'Travel' }))
    .thenRefused([{ type: 'NOT_FOUND', message: 'The resource does not exist.' }], 'not_found');
});

it.each([
  ['Savings', ' sAVINGS '],
  ['My  Plan', 'my plan'],
  ['Café', 'Cafe\u0301'],
  ['Plan', 'Pl\u200ban'],
])('names %j and %j are the same', (a, b) => {
  expect(accountNameKey(a)).toBe(accountNameKey(b));
});

describe('a rehearsal', () => {
  it('is refused without problems when the update would go through, else with all of them', () => {
    const rehearsal = { rehearsal: true } as const;
    expect(refused({ ...update({ accountName: 'Travel' }), ...rehearsal }, individual)).toEqual([]);
    expect(
      refused({ ...update({ accountName: '', billingPlanOid: '9' }), ...rehearsal }, individual),
    ).toEqual(['FIELD accountName invalid.value']);
  });

  it('of an opening likewise', () => {
    expect(refused({ ...open('I'), rehearsal: true })).toEqual([]);
    expect(refused({ ...open('I', {}, { nameTaken: true }), rehearsal: true })).toEqual([
      'RULE accountName account.unique.name.rule',
    ]);
  });
});
