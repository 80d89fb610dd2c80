import { describe, expect, it } from '@jest/globals';
import { fieldProblem, type Problem, ruleProblem } from '#libs/platform/kernel';
import {
  assetFees,
  defined,
  firm,
  plain,
  put,
  readAssetFees,
  withFees,
} from '../../test/billing-fixtures.js';
import type { AssetFeesInput } from './billing-plan.commands.js';

const tiers = (...pairs: [string, string][]): Partial<AssetFeesInput> => ({
  assetFeeTiers: pairs.map(([minAssetValue, maxAssetValue]) => ({
    minAssetValue,
    maxAssetValue,
    basisPoints: '10',
  })),
});

const tierProblem = (item: number, detail: string): Problem =>
  ruleProblem(
    'billing.asset.fee.tiers.rule',
    `assetFees.assetFeeTiers[${item}]: ${detail}`,
    'assetFeeTiers',
  );

describe('assetFees', () => {
  it('is kept in canonical form', () => {
    firm
      .given([])
      .when(put(withFees({})))
      .then([defined({ ...plain('A'), assetFees: readAssetFees })]);
  });

  it('absent for platform plans', () => {
    firm
      .given([])
      .when(put({ billingPlanType: 'P', name: 'Plan', assetFees }))
      .thenRefused([
        fieldProblem('assetFees', 'invalid.for.billing.plan.type', 'Not on a plan of type P.'),
      ]);
  });

  it.each([
    ['M', '1', true],
    ['M', '3', true],
    ['M', '12', true],
    ['M', '30', false],
    ['D', '30', true],
    ['D', '60', true],
    ['D', '1', false],
  ])('billingPeriodType %s with billingPeriodValue %s: %s', (type, value, good) => {
    const fees = { billingPeriodType: type, billingPeriodValue: value };
    const when = firm.given([]).when(put(withFees(fees)));
    if (good) when.thenState((plans) => expect(plans.get('1')?.plan.assetFees).toMatchObject(fees));
    else {
      const allowed = type === 'M' ? '1, 3, 12' : '30, 60';
      const message = `${allowed} with billingPeriodType ${type}`;
      when.thenRefused([fieldProblem('billingPeriodValue', 'invalid.choice', message)]);
    }
  });

  it('codes and amounts, all at once', () => {
    const fees = {
      assetFeeTiers: [],
      billingMode: 'X',
      billingPeriodType: 'Y',
      billingPeriodValue: null,
      flatFee: '-1',
      tierType: undefined,
    };
    firm
      .given([])
      .when(put(withFees(fees)))
      .thenRefused([
        fieldProblem('assetFeeTiers', 'invalid.value', '1 to 100 tiers'),
        fieldProblem('billingMode', 'invalid.choice'),
        fieldProblem('billingPeriodType', 'invalid.choice'),
        fieldProblem('billingPeriodValue', 'cannot.be.null'),
        fieldProblem('flatFee', 'invalid.value'),
        fieldProblem('tierType', 'cannot.be.null'),
      ]);
  });

  it.each<[string, [string, string][]]>([
    ['one without end', [['0', 'Infinity']]],
    [
      'each where the one before ends',
      [
        ['10', '20'],
        ['20', '30'],
      ],
    ],
    [
      'each a cent above the one before',
      [
        ['0', '99.99'],
        ['100', 'Infinity'],
      ],
    ],
  ])('tiers: %s', (_, pairs) => {
    firm
      .given([])
      .when(put(withFees(tiers(...pairs))))
      .thenState((plans) =>
        expect(plans.get('1')?.plan.assetFees?.assetFeeTiers).toHaveLength(pairs.length),
      );
  });

  it.each<[string, [string, string][], Problem[]]>([
    [
      'a gap',
      [
        ['0', '10'],
        ['11', '20'],
      ],
      [tierProblem(1, 'does not begin where the one before ends')],
    ],
    [
      'an overlap',
      [
        ['0', '10'],
        ['9', '20'],
      ],
      [tierProblem(1, 'does not begin where the one before ends')],
    ],
    [
      'an empty and a reversed one',
      [
        ['0', '0'],
        ['0', '5'],
        ['5', '4'],
      ],
      [
        tierProblem(0, 'does not end above its start'),
        tierProblem(2, 'does not end above its start'),
      ],
    ],
    [
      'one without end before the last',
      [
        ['0', 'Infinity'],
        ['1', '2'],
      ],
      [tierProblem(0, 'only the last tier may have no end')],
    ],
  ])('tiers: not %s', (_, pairs, problems) => {
    firm
      .given([])
      .when(put(withFees(tiers(...pairs))))
      .thenRefused(problems);
  });

  it('tiers: each field of each tier', () => {
    firm
      .given([])
      .when(
        put(
          withFees({
            assetFeeTiers: [
              { minAssetValue: 'Infinity', maxAssetValue: 'infinity', basisPoints: '10001' },
              {},
            ],
          }),
        ),
      )
      .thenRefused([
        fieldProblem('minAssetValue', 'invalid.value', 'assetFees.assetFeeTiers[0]'),
        fieldProblem('maxAssetValue', 'invalid.value', 'assetFees.assetFeeTiers[0]'),
        fieldProblem('basisPoints', 'invalid.value', 'assetFees.assetFeeTiers[0]'),
        fieldProblem('minAssetValue', 'cannot.be.null', 'assetFees.assetFeeTiers[1]'),
        fieldProblem('maxAssetValue', 'cannot.be.null', 'assetFees.assetFeeTiers[1]'),
        fieldProblem('basisPoints', 'cannot.be.null', 'assetFees.assetFeeTiers[1]'),
      ]);
  });
});
