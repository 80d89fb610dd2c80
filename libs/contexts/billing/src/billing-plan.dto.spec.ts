import { describe, expect, it } from '@jest/globals';
import { parseJsonText, readBody } from '#libs/platform/http';
import { assetFees, withFees } from '../test/billing-fixtures.js';
import { PutBillingPlanDto } from './billing-plan.dto.js';

const read = (body: object) =>
  readBody(PutBillingPlanDto, parseJsonText(JSON.stringify(body)), '2026-03-02T15:00:00.000Z');

const codes = (body: object) =>
  read(body).problems.map(({ field, errorCode, message }) => [field, errorCode, message ?? '']);

describe('body of PUT /backoffice/firms/{firmId}/billingplans/{oid}', () => {
  it('the type is spelled billingPlanType or billingType, or both alike', () => {
    const type = (types: object) => read({ name: 'Plan', ...types }).value.plan().billingPlanType;
    expect(type({ billingType: 'B' })).toBe('B');
    expect(type({ billingPlanType: 'B' })).toBe('B');
    expect(type({ billingPlanType: 'B', billingType: 'B' })).toBe('B');
    const problems = (types: object) => codes({ name: 'Plan', ...types });
    expect(problems({ billingPlanType: 'B', billingType: 'A' })).toEqual([
      ['billingType', 'invalid.value', 'It differs from billingPlanType.'],
    ]);
    expect(problems({})).toEqual([
      ['billingPlanType', 'cannot.be.null', 'It is required: one of A, P, B.'],
    ]);
    // an invalid value does not make the other spelling required
    expect(problems({ billingType: 'Z' })).toEqual([
      ['billingType', 'invalid.choice', 'It must be one of A, P, B.'],
    ]);
  });

  it('trailing zeros of an amount or a count are ignored', () => {
    const fees = withFees({ flatFee: '25.000000' });
    const commissionFees = [{ orderType: 'W', commission: '1', tradeCountThreshold: '10.00' }];
    const { problems, value } = read({ ...fees, commissionFees });
    expect(problems).toEqual([]);
    expect(JSON.parse(JSON.stringify(value))).toMatchObject({
      assetFees: { flatFee: '25.00' },
      commissionFees: [{ commission: '1.00', tradeCountThreshold: '10' }],
    });
  });

  it('an empty description is none; folio fees are charged every twelve months', () => {
    const folioFees = { folioFee: '100', baseNumberOfFolios: '3' };
    const body = { billingPlanType: 'P', name: 'Plan', description: ' ', folioFees };
    expect(read(body).value.plan()).toMatchObject({
      description: null,
      folioFees: { chargeFrequency: '12' },
    });
  });

  it('reports every problem at every depth, with its location', () => {
    const assets = {
      ...assetFees,
      assetFeeTiers: [{ minAssetValue: '0', maxAssetValue: '1', basisPoints: '1' }, { min: '1' }],
      billingMode: null,
      billingPeriodValue: '30',
    };
    const commissions = ['X', 'W', 'W'].map((orderType) => ({ orderType }));
    const body = { type: 'A', billingType: 'A', assetFees: assets, commissionFees: commissions };
    const place = expect.stringMatching(/^assetFees.assetFeeTiers\[1\]: /);
    expect(codes({ ...body, folioFees: { folioFee: '1', baseNumberOfFolios: '1' } })).toEqual([
      [
        'type',
        undefined,
        expect.stringMatching(/^No such field\. Known fields \(case-sensitive\): billingPlanId, /),
      ],
      ['name', 'cannot.be.null', 'It is required: 1 to 100 characters.'],
      ['min', undefined, place],
      ['minAssetValue', 'cannot.be.null', place],
      ['maxAssetValue', 'cannot.be.null', place],
      ['basisPoints', 'cannot.be.null', place],
      ['billingMode', 'cannot.be.null', expect.stringMatching(/^assetFees: /)],
      [
        'billingPeriodValue',
        'invalid.choice',
        'assetFees: It must be one of 1, 3, 12 with billingPeriodType M.',
      ],
      ['orderType', 'invalid.choice', 'commissionFees[0]: It must be one of W, D, L, A.'],
      ['orderType', 'invalid.value', 'commissionFees[2]: It is there twice.'],
      ['folioFees', 'invalid.for.billing.plan.type', 'A plan of type A does not have it.'],
    ]);
  });
});
