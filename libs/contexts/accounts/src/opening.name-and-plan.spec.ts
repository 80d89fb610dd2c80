import { describe, expect, it } from '@jest/globals';
import { open } from '../test/account-fixtures.js';
import { TYPES } from '../test/account-types.js';
import { opened, refused } from '../test/decide.js';

describe('row accountName', () => {
  it('is unique among the accounts of the owner', () => {
    expect(refused(open('I', {}, { nameTaken: true }))).toEqual([
      'RULE accountName account.unique.name.rule',
    ]);
  });
});

describe('row accountType', () => {
  it.each(TYPES)('%s opens, and keeps its type', (type) => {
    expect(opened(type).accountType).toBe(type);
  });
});

describe('row billingPlanOid', () => {
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
