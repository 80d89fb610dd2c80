import { describe, expect, it } from '@jest/globals';
import { NULL, VALUE } from '../../support/problems.js';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import {
  advisory,
  assetFees,
  type Body,
  commission,
  get,
  newOid,
  numbers,
  OTHER_TYPE,
  put,
  refused,
  service,
} from './set-up.js';

const TIERS = 'billing.asset.fee.tiers.rule';

describe('Back office › billing plans', () => {
  const inTiers = (...tiers: Body[]): Body =>
    advisory({ assetFees: assetFees({ assetFeeTiers: tiers }) });
  const tier = (
    minAssetValue: unknown,
    maxAssetValue: unknown,
    basisPoints: unknown = '1',
  ): Body => ({
    minAssetValue,
    maxAssetValue,
    basisPoints,
  });

  it.each<[string, string, unknown, string]>([
    ['minAssetValue', 'missing', undefined, NULL],
    ['minAssetValue', 'null', null, NULL],
    ['minAssetValue', 'negative', '-1', VALUE],
    ['minAssetValue', 'no number', 'x', VALUE],
    ['minAssetValue', 'infinite', 'Infinity', VALUE],
    ['maxAssetValue', 'missing', undefined, NULL],
    ['maxAssetValue', 'another spelling', 'infinity', VALUE],
    ['maxAssetValue', 'wrong type', [], VALUE],
    ['basisPoints', 'missing', undefined, NULL],
    ['basisPoints', 'negative', '-1', VALUE],
    ['basisPoints', 'over 10000', '10001', VALUE],
    ['basisPoints', 'five decimals', '1.00001', VALUE],
  ])(
    'Billing plan › tier › %s › %s [asset-fees.assetFeeTiers]',
    async (field, _, value, errorCode) => {
      const answer = await refused(inTiers({ ...tier('0', '10'), [field]: value }));
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
      expect(answer.body).toEqual([
        expect.objectContaining({ message: expect.stringContaining('assetFeeTiers[0]') }),
      ]);
    },
  );

  it('Billing plan › tiers › JSON numbers as written, the last may end at Infinity [asset-fees.assetFeeTiers request.numbers]', async () => {
    const oid = newOid();
    const body = inTiers(tier(0, 1000.5, 12.25), tier('1000.51', 'Infinity', '0'));
    expectStatus(await put(oid, body), 200);
    const { assetFees: shown } = (await get(oid)) as { assetFees: { assetFeeTiers: unknown } };
    expect(numbers(shown.assetFeeTiers)).toEqual([
      { minAssetValue: 0, maxAssetValue: 1000.5, basisPoints: 12.25 },
      { minAssetValue: 1000.51, maxAssetValue: 'Infinity', basisPoints: 0 },
    ]);
  });

  it.each<[string, Body[]]>([
    ['a gap', [tier('0', '10'), tier('11', '20')]],
    ['overlap', [tier('0', '10'), tier('9', '20')]],
    ['backwards', [tier('10', '5')]],
    ['empty', [tier('10', '10')]],
    ['Infinity before the last', [tier('0', 'Infinity'), tier('10', '20')]],
  ])('Billing plan › tiers › %s [asset-fees.assetFeeTiers]', async (_, tiers) => {
    const answer = await refused(inTiers(...tiers));
    expectExactly(answer, [{ type: 'VALIDATION_RULE', field: 'assetFeeTiers', errorCode: TIERS }]);
  });

  it('Billing plan › commissionFees › W, D, L and A, each once [commission-fees.orderType]', async () => {
    const fees = ['W', 'D', 'L', 'A'].map((orderType) => commission({ orderType }));
    const oid = newOid();
    expectStatus(await put(oid, advisory({ commissionFees: fees })), 200);
    expect(numbers(await get(oid))).toMatchObject({ commissionFees: numbers(fees) });
    const twice = await refused(advisory({ commissionFees: [commission(), commission()] }));
    expectExactly(twice, [{ field: 'orderType', errorCode: VALUE }]);
  });

  it('Billing plan › commissionFees only for A, folioFees only for P, assetFees never for P [billing-plan.assetFees billing-plan.commissionFees billing-plan.folioFees]', async () => {
    const brokerage = { billingPlanType: 'B', name: 'B', commissionFees: [commission()] };
    expectExactly(await expectUnchanged(service, () => put('501', brokerage)), [
      { type: 'VALIDATION_FIELD', field: 'commissionFees', errorCode: OTHER_TYPE },
    ]);
    const platform = {
      billingPlanType: 'P',
      name: 'P',
      assetFees: assetFees(),
      commissionFees: [commission()],
    };
    expectExactly(await expectUnchanged(service, () => put('502', platform)), [
      { field: 'assetFees', errorCode: OTHER_TYPE },
      { field: 'commissionFees', errorCode: OTHER_TYPE },
    ]);
  });
});
