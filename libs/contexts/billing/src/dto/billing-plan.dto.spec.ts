import { describe, expect, it } from '@jest/globals';
import { parseJsonText, readBody } from '#libs/platform/http';
import { PutBillingPlanDto } from './billing-plan.dto.js';

const NOW = '2026-03-02T15:00:00.000Z';

const read = (text: string) => readBody(PutBillingPlanDto, parseJsonText(text), NOW);

const MISSING = 'The field is missing or null';

describe('body of PUT /backoffice/firms/{firmId}/billingplans/{oid}', () => {
  it('JSON numbers are taken as written where decimal strings are specified', () => {
    const text = `{"billingPlanId":1,"billingPlanType":"A","name":" Plan ","assetFees":{
      "assetFeeTiers":[{"minAssetValue":0,"maxAssetValue":"Infinity","basisPoints":50.50}],
      "billingMode":"F","billingPeriodType":"D","billingPeriodValue":30,"tierType":"S"},
      "commissionFees":[{"orderType":"W","commission":4.95,"tradeCountThreshold":10}],"folioFees":null}`;
    expect(read(text)).toEqual({
      value: {
        billingPlanId: '1',
        billingPlanType: 'A',
        name: 'Plan',
        assetFees: {
          assetFeeTiers: [{ minAssetValue: '0', maxAssetValue: 'Infinity', basisPoints: '50.5' }],
          billingMode: 'F',
          billingPeriodType: 'D',
          billingPeriodValue: '30',
          tierType: 'S',
        },
        commissionFees: [{ orderType: 'W', commission: '4.95', tradeCountThreshold: '10' }],
      },
      problems: [],
    });
  });

  it('maxAssetValue is a decimal string, a JSON number or Infinity', () => {
    const read = (maxAssetValue: string) => {
      const tier = `{"minAssetValue":0,"maxAssetValue":${maxAssetValue},"basisPoints":1}`;
      const body = parseJsonText(`{"name":"P","assetFees":{"assetFeeTiers":[${tier}],
        "billingMode":"F","billingPeriodType":"D","billingPeriodValue":30,"tierType":"S"}}`);
      const { value, problems } = readBody(PutBillingPlanDto, body, NOW);
      return problems[0]?.errorCode ?? value.assetFees?.assetFeeTiers?.[0]?.maxAssetValue;
    };
    expect(['"100000.50"', '100000.50', '100000', '1e5', '"Infinity"'].map(read)).toEqual([
      '100000.5',
      '100000.5',
      '100000',
      '100000',
      'Infinity',
    ]);
    const wrong = ['"infinity"', '"-Infinity"', '"1e5"', '"many"', '""', 'true'];
    expect(wrong.map(read)).toEqual(wrong.map(() => 'invalid.value'));
    expect(read('null')).toBe('cannot.be.null');
  });

  it('tells every problem at once, at every depth, with its place', () => {
    const { problems } = read(`{"type":"A","billingType":"Z","assetFees":{
      "assetFeeTiers":[{"minAssetValue":"0","maxAssetValue":"1","basisPoints":"1"},{"min":"1"}],
      "billingMode":null},"commissionFees":[{"orderType":"X"}],"folioFees":[]}`);
    expect(problems.map(({ field, errorCode, message }) => [field, errorCode, message])).toEqual(
      expect.arrayContaining([
        ['type', undefined, undefined],
        ['name', 'cannot.be.null', undefined],
        ['min', undefined, expect.stringMatching(/^assetFees\.assetFeeTiers\[1\]: /)],
        ['minAssetValue', 'cannot.be.null', `assetFees.assetFeeTiers[1]: ${MISSING}`],
        ['billingMode', 'cannot.be.null', `assetFees: ${MISSING}`],
        ['orderType', 'invalid.choice', 'commissionFees[0]: one of W, D, L, A'],
        ['folioFees', 'invalid.value', 'an object'],
      ]),
    );
    expect(problems).toHaveLength(13);
  });
});
