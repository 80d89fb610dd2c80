import { describe, expect, it } from '@jest/globals';
import { countingIds } from '#libs/platform/testing';
import { ACCOUNT, eventOf, memberFact, open } from '../test/account-fixtures.js';
import { CORPORATE, TYPES, WITH_JOINT_OWNERS } from '../test/account-types.js';
import { accepted, details, opened, refused } from '../test/decide.js';
import { newAccountNumber } from './opening.js';

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

  it.each(TYPES)('type %s has its required signers [restriction.lift]', (type) => {
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
  it('names all broken rules', () => {
    const input = { longTermTaxRate: '10' };
    const facts = { billingPlan: undefined, member: undefined, nameTaken: true };
    expect(refused(open('I', input, facts))).toEqual([
      'FIELD longTermTaxRate invalid.value',
      'RULE accountName account.unique.name.rule',
      'RULE billingPlanOid account.invalid.billing.plan',
      'RULE primaryAccountOwner account.invalid.primary.owner',
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
