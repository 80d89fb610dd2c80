import { describe, it } from '@jest/globals';
import { fieldProblem } from '#libs/platform/kernel';
import { defined, firm, plain, put } from '../../test/billing-fixtures.js';
import type { BillingPlanInput } from './billing-plan.commands.js';

describe('folioFees', () => {
  const platform = (folioFees: BillingPlanInput['folioFees']): BillingPlanInput => ({
    billingPlanType: 'P',
    name: 'Plan',
    folioFees: folioFees ?? null,
  });

  it('is kept in canonical form; chargeFrequency is always 12', () => {
    const fees = {
      folioFee: '100',
      folioFeeDiscount: '0.0',
      additionalFolioFee: '9.5',
      additionalFolioFeeDiscount: '1',
      baseNumberOfFolios: '3',
    };
    const read = {
      folioFee: '100.00',
      folioFeeDiscount: '0.00',
      additionalFolioFee: '9.50',
      additionalFolioFeeDiscount: '1.00',
      baseNumberOfFolios: '3',
      chargeFrequency: '12',
    };
    const expected = [defined({ ...plain('P'), folioFees: read })];
    firm
      .given([])
      .when(put(platform(fees)))
      .then(expected);
    firm
      .given([])
      .when(put(platform({ ...fees, chargeFrequency: '12' })))
      .then(expected);
    firm
      .given([])
      .when(put(platform({ ...fees, chargeFrequency: '6' })))
      .thenRefused([fieldProblem('chargeFrequency', 'invalid.choice', 'always 12')]);
  });

  it('amounts and counts, all at once', () => {
    firm
      .given([])
      .when(
        put(platform({ folioFee: 'x', baseNumberOfFolios: '1.5', additionalFolioFee: '1.00001' })),
      )
      .thenRefused([
        fieldProblem('folioFee', 'invalid.value'),
        fieldProblem('baseNumberOfFolios', 'invalid.value'),
        fieldProblem('additionalFolioFee', 'invalid.value'),
      ]);
    firm
      .given([])
      .when(put(platform({})))
      .thenRefused([
        fieldProblem('folioFee', 'cannot.be.null'),
        fieldProblem('baseNumberOfFolios', 'cannot.be.null'),
      ]);
  });

  it.each(['A', 'B'])('only for type P, not %s', (billingPlanType) => {
    firm
      .given([])
      .when(put({ ...platform({}), billingPlanType }))
      .thenRefused([
        fieldProblem(
          'folioFees',
          'invalid.for.billing.plan.type',
          `Not on a plan of type ${billingPlanType}.`,
        ),
      ]);
  });
});

describe('an item of commissionFees', () => {
  const advisory = (commissionFees: BillingPlanInput['commissionFees']): BillingPlanInput => ({
    billingPlanType: 'A',
    name: 'Plan',
    commissionFees: commissionFees ?? null,
  });

  it('takes every field of the table for each type of order', () => {
    const fees = (['W', 'D', 'L', 'A'] as const).map((orderType) => ({
      orderType,
      commission: '4.95',
      additionalCommission: '1.00',
      buyCommission: '2.00',
      additionalBuyCommission: '0.005',
      sellCommission: '3.00',
      additionalSellCommission: '0.00',
      tradeCountThreshold: '10',
      buyTradeCountThreshold: '0',
      sellTradeCountThreshold: '5',
    }));
    firm
      .given([])
      .when(put(advisory(fees)))
      .then([defined({ ...plain('A'), commissionFees: fees })]);
  });

  it('codes, amounts and counts, all at once; one item for each type of order', () => {
    firm
      .given([])
      .when(
        put(
          advisory([
            { orderType: 'W', commission: '1,00' },
            { orderType: 'W', tradeCountThreshold: '-1' },
            { orderType: 'S' },
            {},
          ]),
        ),
      )
      .thenRefused([
        fieldProblem('commission', 'invalid.value', 'commissionFees[0]'),
        fieldProblem('tradeCountThreshold', 'invalid.value', 'commissionFees[1]'),
        fieldProblem('orderType', 'invalid.value', 'commissionFees[1]: is there more than once'),
        fieldProblem('orderType', 'invalid.choice', 'commissionFees[2]'),
        fieldProblem('orderType', 'cannot.be.null', 'commissionFees[3]'),
      ]);
    firm
      .given([])
      .when(put(advisory(Array.from({ length: 5 }, () => ({ orderType: 'W' })))))
      .thenRefused([fieldProblem('commissionFees', 'invalid.length', 'at most 4 items')]);
  });

  it.each(['B', 'P'])('applies only to type A, not %s', (billingPlanType) => {
    firm
      .given([])
      .when(put({ ...advisory([{ orderType: 'W' }]), billingPlanType }))
      .thenRefused([
        fieldProblem(
          'commissionFees',
          'invalid.for.billing.plan.type',
          `Not on a plan of type ${billingPlanType}.`,
        ),
      ]);
  });
});
