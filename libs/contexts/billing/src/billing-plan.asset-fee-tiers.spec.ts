import { describe, expect, it } from '@jest/globals';
import { type Problem, ruleProblem } from '#libs/platform/kernel';
import { defined, firm, plain, put, readAssetFees, withFees } from '../test/billing-fixtures.js';

const tiers = (...pairs: [string, string][]) => ({
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
  it('is stored in canonical form', () => {
    firm
      .given([])
      .when(put(withFees({})))
      .then([defined({ ...plain('A'), assetFees: readAssetFees })]);
  });

  it.each<[string, [string, string][]]>([
    ['one without end', [['0', 'Infinity']]],
    [
      'each where the previous one ends',
      [
        ['10', '20'],
        ['20', '30'],
      ],
    ],
    [
      'each a cent above the previous one',
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
      [tierProblem(1, 'It does not begin where the previous one ends.')],
    ],
    [
      'an overlap',
      [
        ['0', '10'],
        ['9', '20'],
      ],
      [tierProblem(1, 'It does not begin where the previous one ends.')],
    ],
    [
      'an empty and a reversed one',
      [
        ['0', '0'],
        ['0', '5'],
        ['5', '4'],
      ],
      [
        tierProblem(0, 'It does not end above its start.'),
        tierProblem(2, 'It does not end above its start.'),
      ],
    ],
    [
      'an open-ended one before the last',
      [
        ['0', 'Infinity'],
        ['1', '2'],
      ],
      [tierProblem(0, 'Only the last tier may have no end.')],
    ],
  ])('tiers: not %s', (_, pairs, problems) => {
    firm
      .given([])
      .when(put(withFees(tiers(...pairs))))
      .thenRefused(problems);
  });
});
