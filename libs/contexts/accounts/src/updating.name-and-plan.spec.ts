import { describe, expect, it } from '@jest/globals';
import { ACCOUNT, eventOf, open, update } from '../test/account-fixtures.js';
import { accepted, history, refused } from '../test/decide.js';
import { individual, spec, updated } from '../test/updating.js';
import { accountNameKey } from './opening.js';

describe('update of accountName [account.accountName]', () => {
  it('changes the name', () => {
    expect(accepted(update({ accountName: 'Travel' }), individual)).toEqual([
      updated({ accountName: 'Travel', previousAccountName: 'Savings' }),
    ]);
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

describe('update of billingPlanOid [account.billingPlanOid]', () => {
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

describe('billing per member [account.billing-level]', () => {
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

it.each([
  ['Savings', ' sAVINGS '],
  ['My  Plan', 'my plan'],
  ['Café', 'Cafe\u0301'],
  ['Plan', 'Pl\u200ban'],
  ['Plan', 'Plan\ufe0f'],
  ['Plan', '\u3164Pl\u115fan\uffa0'],
  ['Plan B', 'Plan\u2800B'],
  ['Plan B', 'Plan\u00a0\u3000B'],
  ['Plan 4', 'Ｐｌａｎ\u3000４'],
  ['é', 'e\u0301'],
  ['é', 'e\u200d\u0301'],
  ['office', 'oﬃce'],
  ['Straße', 'STRASSE'],
  ['ΟΔΟΣ', 'οδος'],
])('names %j and %j are the same', (a, b) => {
  expect(accountNameKey(a)).toBe(accountNameKey(b));
});
