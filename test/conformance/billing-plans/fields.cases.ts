import { describe, expect, it } from '@jest/globals';
import { type FieldRow, titled } from '../../support/field-rows.js';
import { CHOICE, LENGTH, NULL, VALUE } from '../../support/problems.js';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import {
  advisory,
  assetFees,
  commission,
  folioFees,
  get,
  newOid,
  OTHER_TYPE,
  put,
  refused,
  service,
} from './set-up.js';

const TIER = { minAssetValue: '0', maxAssetValue: '1', basisPoints: '5' };

describe('Back office › billing plans', () => {
  it.each(
    titled([
      ['billingPlanType', undefined, NULL],
      ['billingPlanType', null, NULL],
      ['billingPlanType', 'X', CHOICE],
      ['billingPlanType', 'a', CHOICE],
      ['billingPlanType', true, CHOICE],
      ['name', undefined, NULL],
      ['name', null, NULL],
      ['name', '', NULL],
      ['name', 5, VALUE],
      ['name', 'x'.repeat(101), LENGTH],
      ['description', 'x'.repeat(1001), LENGTH],
      ['description', {}, VALUE],
      ['assetFees', 'x', VALUE],
      ['assetFees', [], VALUE],
      ['commissionFees', {}, VALUE],
      ['commissionFees', ['x'], VALUE],
      ['folioFees', folioFees(), OTHER_TYPE],
    ]),
  )(
    'Billing plan › %s › %s [billing-plan.billingPlanId billing-plan.billingPlanType billing-plan.name billing-plan.assetFees billing-plan.commissionFees billing-plan.folioFees]',
    async (field, _, value, errorCode) => {
      const answer = await refused(advisory({ [field]: value }));
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
    },
  );

  it.each(
    titled([
      ['assetFeeTiers', undefined, NULL],
      ['assetFeeTiers', null, NULL],
      ['assetFeeTiers', [], VALUE],
      ['assetFeeTiers', Array(101).fill(TIER), LENGTH],
      ['assetFeeTiers', 'x', VALUE],
      ['billingMode', undefined, NULL],
      ['billingMode', null, NULL],
      ['billingMode', 'X', CHOICE],
      ['billingMode', 'f', CHOICE],
      ['billingPeriodType', undefined, NULL],
      ['billingPeriodType', 'Y', CHOICE],
      ['billingPeriodType', 'm', CHOICE],
      ['billingPeriodValue', undefined, NULL],
      ['billingPeriodValue', null, NULL],
      ['billingPeriodValue', '2', CHOICE],
      ['billingPeriodValue', '30', CHOICE],
      ['billingPeriodValue', '03', CHOICE],
      ['billingPeriodValue', {}, VALUE],
      ['flatFee', '-1', VALUE],
      ['flatFee', 'free', VALUE],
      ['flatFee', '1.23456', VALUE],
      ['flatFee', 'Infinity', VALUE],
      ['flatFee', true, VALUE],
      ['tierType', undefined, NULL],
      ['tierType', 'T', CHOICE],
      ['tierType', 's', CHOICE],
    ]),
  )('Billing plan › assetFees › %s › %s [asset-fees.*]', async (field, _, value, errorCode) => {
    const answer = await refused(advisory({ assetFees: assetFees({ [field]: value }) }));
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
  });

  it.each([
    ['M', '1'],
    ['M', '3'],
    ['M', '12'],
    ['M', 12],
    ['D', '30'],
    ['D', '60'],
  ])(
    'Billing plan › billingPeriodValue › %s %s [asset-fees.billingPeriodType asset-fees.billingPeriodValue folio-fees.chargeFrequency]',
    async (billingPeriodType, value) => {
      for (const [billingMode, tierType] of [
        ['A', 'M'],
        ['F', 'S'],
      ]) {
        const period = { billingPeriodType, billingPeriodValue: value, billingMode, tierType };
        const oid = newOid();
        expectStatus(await put(oid, advisory({ assetFees: assetFees(period) })), 200);
        const expected = { ...period, billingPeriodValue: String(value) };
        expect(await get(oid)).toMatchObject({ assetFees: expected });
      }
    },
  );

  it.each([
    ['D', '1'],
    ['D', '12'],
    ['D', '90'],
    ['M', '6'],
    ['M', '60'],
  ])(
    'Billing plan › billingPeriodValue › not %s %s [asset-fees.billingPeriodValue folio-fees.chargeFrequency]',
    async (billingPeriodType, value) => {
      const period = { billingPeriodType, billingPeriodValue: value };
      const answer = await refused(advisory({ assetFees: assetFees(period) }));
      expectExactly(answer, [{ field: 'billingPeriodValue', errorCode: CHOICE }]);
    },
  );

  it.each(
    titled([
      ['orderType', undefined, NULL],
      ['orderType', 'X', CHOICE],
      ['orderType', 'w', CHOICE],
      ...['commission', 'additionalCommission', 'buyCommission', 'additionalBuyCommission'].map(
        (field): FieldRow => [field, '-1', VALUE],
      ),
      ...['sellCommission', 'additionalSellCommission'].map((field): FieldRow => [
        field,
        'x',
        VALUE,
      ]),
      ['tradeCountThreshold', '1.5', VALUE],
      ['buyTradeCountThreshold', '-1', VALUE],
      ['sellTradeCountThreshold', {}, VALUE],
    ]),
  )(
    'Billing plan › commissionFees › %s › %s [commission-fees.*]',
    async (field, _, value, errorCode) => {
      const commissionFees = [{ orderType: 'D' }, commission({ [field]: value })];
      const answer = await refused(advisory({ commissionFees }));
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
      expect(answer.body).toEqual([
        expect.objectContaining({ message: expect.stringContaining('commissionFees[1]') }),
      ]);
    },
  );

  it.each(
    titled([
      ['folioFee', undefined, NULL],
      ['folioFee', '-1', VALUE],
      ['folioFee', 'x', VALUE],
      ['folioFeeDiscount', '-0.01', VALUE],
      ['additionalFolioFee', true, VALUE],
      ['additionalFolioFeeDiscount', 'x', VALUE],
      ['baseNumberOfFolios', null, NULL],
      ['baseNumberOfFolios', '1.5', VALUE],
      ['baseNumberOfFolios', '-1', VALUE],
      ['chargeFrequency', '6', CHOICE],
      ['chargeFrequency', 'x', VALUE],
    ]),
  )(
    'Billing plan › folioFees › %s › %s [folio-fees.* asset-fees.billingPeriodValue folio-fees.chargeFrequency]',
    async (field, _, value, errorCode) => {
      const plan = { billingPlanType: 'P', name: 'P', folioFees: folioFees({ [field]: value }) };
      const answer = await expectUnchanged(service, () => put('502', plan));
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
    },
  );
});
