import { describe, expect, it } from '@jest/globals';
import {
  fieldProblem,
  notFound,
  preconditionFailed,
  type Problem,
  ruleProblem,
} from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import type { AssetFeesInput, BillingPlanInput, PutBillingPlan } from './billing-plan.commands.js';
import type { BillingEvent, BillingPlan } from './billing-plan.events.js';
import { advisoryPlan, billingPlans } from './billing-plans.js';

const firmId = '900001';
const firm = specification(billingPlans);

function put(input: BillingPlanInput, oid = '1', firmType = 'L'): PutBillingPlan {
  return { type: 'PutBillingPlan', firmId, oid, input, facts: { firm: { firmType } } };
}

function defined(plan: BillingPlan, oid = '1'): BillingEvent {
  return { type: 'billing.PlanDefined', data: { firmId, oid, plan } };
}

const plain = (billingPlanType: 'A' | 'B' | 'P'): BillingPlan => ({
  billingPlanType,
  name: 'Plan',
  description: null,
});

const assetFees = {
  assetFeeTiers: [
    { minAssetValue: '0', maxAssetValue: '100000', basisPoints: '75' },
    { minAssetValue: '100000', maxAssetValue: 'Infinity', basisPoints: '50.50' },
  ],
  billingMode: 'A',
  billingPeriodType: 'M',
  billingPeriodValue: '3',
  flatFee: '25',
  tierType: 'M',
} satisfies AssetFeesInput;

const readAssetFees: BillingPlan['assetFees'] = {
  assetFeeTiers: [
    { minAssetValue: '0.00', maxAssetValue: '100000.00', basisPoints: '75' },
    { minAssetValue: '100000.00', maxAssetValue: 'Infinity', basisPoints: '50.5' },
  ],
  billingMode: 'A',
  billingPeriodType: 'M',
  billingPeriodValue: '3',
  flatFee: '25.00',
  tierType: 'M',
};

const withFees = (fees: Partial<AssetFeesInput>): BillingPlanInput => ({
  billingPlanType: 'A',
  name: 'Plan',
  assetFees: { ...assetFees, ...fees },
});

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

describe('specification "Billing plan": types and plans of a firm', () => {
  it('a firm may have many advisory plans but one brokerage plan and one platform plan', () => {
    const history = (['A', 'B', 'P'] as const).map((type) => defined(plain(type), type));
    const given = firm.given(history);
    given.when(put({ billingPlanType: 'A', name: 'Plan' }, '9')).then([defined(plain('A'), '9')]);
    given
      .when(put({ billingPlanType: 'B', name: 'Plan' }, '9'))
      .thenRefused([
        ruleProblem('billing.plan.single.brokerage.rule', 'The firm has a brokerage plan already.'),
      ]);
    given
      .when(put({ billingPlanType: 'P', name: 'Plan' }, '9'))
      .thenRefused([
        ruleProblem('billing.plan.single.platform.rule', 'The firm has a platform plan already.'),
      ]);
  });

  it('the type is spelled billingPlanType or billingType, or both alike', () => {
    firm
      .given([])
      .when(put({ billingType: 'B', name: 'Plan' }))
      .then([defined(plain('B'))]);
    firm
      .given([])
      .when(put({ billingPlanType: 'B', billingType: 'B', name: 'Plan' }))
      .then([defined(plain('B'))]);
    firm
      .given([])
      .when(put({ billingPlanType: 'B', billingType: 'A', name: 'Plan' }))
      .thenRefused([fieldProblem('billingType', 'invalid.value', 'Differs from billingPlanType.')]);
  });

  it('the type of a plan does not change', () => {
    firm
      .given([defined(plain('A'))])
      .when(put({ billingPlanType: 'P', name: 'Plan' }))
      .thenRefused([fieldProblem('billingPlanType', 'not.updatable')]);
  });

  it('a changed body is an update, an unchanged one no event', () => {
    const given = firm.given([defined({ ...plain('A'), assetFees: readAssetFees })]);
    given.when(put(withFees({}))).thenNothing();
    given.when(put(withFees({ flatFee: '25.00' }))).thenNothing();
    given.when(put({ ...withFees({}), description: ' Text ' })).then([
      {
        type: 'billing.PlanChanged',
        data: {
          firmId,
          oid: '1',
          plan: { ...plain('A'), description: 'Text', assetFees: readAssetFees },
        },
      },
    ]);
  });

  it('endpoint 6: a corporate firm is UNSUPPORTED, with the firm id', () => {
    firm
      .given([])
      .when(put({}, '1', 'G'))
      .thenRefused([
        {
          type: 'UNSUPPORTED',
          field: 'firmId',
          errorCode: 'unsupported.action.on.G.type.of.firm',
          message: 'Firm 900001 is a corporate firm; only institutional firms have billing plans.',
        },
      ]);
  });

  it('If-Match is the revision of the plan: other plans of the firm do not move it', () => {
    const given = firm.given([defined(plain('A'), '1'), defined(plain('A'), '2')]);
    const same = put({ billingPlanType: 'A', name: 'Plan' });
    given.when({ ...same, expectedRevision: 0 }).thenNothing();
    given
      .when({ ...same, expectedRevision: 1 })
      .thenRefused(preconditionFailed().problems, 'precondition_failed');
    given
      .when({ ...same, oid: '3', expectedRevision: 0 })
      .thenRefused(preconditionFailed().problems, 'precondition_failed');
  });

  it('the firm must exist', () => {
    firm
      .given([])
      .when({ ...put({}), facts: { firm: undefined } })
      .thenRefused(notFound().problems, 'not_found');
  });

  it('required fields, codes and lengths, all at once', () => {
    firm
      .given([])
      .when(put({ billingPlanId: '2', billingPlanType: 'Z', name: '', description: '\u0000' }))
      .thenRefused([
        ruleProblem(
          'uri.matching.rule',
          'The value differs from the one in the path.',
          'billingPlanId',
        ),
        fieldProblem('billingPlanType', 'invalid.choice'),
        fieldProblem('name', 'invalid.value'),
        fieldProblem('description', 'invalid.value'),
      ]);
    firm
      .given([])
      .when(put({ description: 'x'.repeat(1001) }, 'not an oid'))
      .thenRefused([
        fieldProblem('billingPlanId', 'invalid.value'),
        fieldProblem('billingPlanType', 'cannot.be.null'),
        fieldProblem('name', 'cannot.be.null'),
        fieldProblem('description', 'invalid.length', 'at most 1000'),
      ]);
  });

  it('what reading the body found wrong joins the list, each field once', () => {
    const unreadable = [
      fieldProblem('name', 'invalid.value'),
      fieldProblem('tierType', 'invalid.choice'),
    ];
    firm
      .given([])
      .when({
        ...put({
          billingPlanType: 'A',
          assetFees: { ...assetFees, tierType: null, flatFee: '-1' },
        }),
        problems: unreadable,
      })
      .thenRefused([...unreadable, fieldProblem('flatFee', 'invalid.value')]);
  });

  it('"billingPlanOid": only an advisory plan serves an account', () => {
    const plans = [defined(plain('A'), '1'), defined(plain('B'), '2')].reduce(
      billingPlans.evolve,
      billingPlans.initial,
    );
    expect(advisoryPlan(plans, '1')).toEqual(plain('A'));
    expect(advisoryPlan(plans, '2')).toBeUndefined();
    expect(advisoryPlan(plans, '3')).toBeUndefined();
  });
});

describe('specification "assetFees"', () => {
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
        fieldProblem('assetFeeTiers', 'invalid.length', '1 to 100 tiers'),
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

describe('specification "folioFees"', () => {
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

describe('specification "commissionFees item"', () => {
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
