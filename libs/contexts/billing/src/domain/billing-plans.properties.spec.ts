import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decimalOf } from '#libs/platform/kernel';
import { eventsOf } from '#libs/platform/testing';
import type { BillingPlanInput, PutBillingPlan } from './billing-plan.commands.js';
import type { BillingEvent } from './billing-plan.events.js';
import { type BillingPlans, billingPlans } from './billing-plans.js';

const amount = fc.oneof(fc.nat({ max: 1_000_000 }).map(String), fc.constantFrom('Infinity', 'x'));

/** Edges in order make contiguous tiers, edges in disorder do not. */
const tiers = fc.array(amount, { minLength: 2, maxLength: 5 }).chain((edges) =>
  fc.boolean().map((sorted) => {
    const line = sorted ? [...new Set(edges)].sort((a, b) => Number(a) - Number(b)) : edges;
    return line.slice(1).map((maxAssetValue, index) => ({
      minAssetValue: line[index] ?? '0',
      maxAssetValue,
      basisPoints: '10',
    }));
  }),
);

const input: fc.Arbitrary<BillingPlanInput> = fc.record(
  {
    billingPlanType: fc.constantFrom('A', 'B', 'P'),
    name: fc.constantFrom('One', 'Two'),
    assetFees: fc.record({
      assetFeeTiers: tiers,
      billingMode: fc.constant('F'),
      billingPeriodType: fc.constant('D'),
      billingPeriodValue: fc.constant('30'),
      tierType: fc.constantFrom('M', 'S'),
    }),
    folioFees: fc.constant({ folioFee: '1', baseNumberOfFolios: '1' }),
  },
  { requiredKeys: ['billingPlanType', 'name'] },
);

const command = fc.record({
  type: fc.constant('PutBillingPlan' as const),
  firmId: fc.constant('900001'),
  oid: fc.constantFrom('1', '2', '3', 'constructor'),
  input,
  facts: fc.constant({ firm: { firmType: 'L' } }),
}) satisfies fc.Arbitrary<PutBillingPlan>;

const run = (commands: readonly PutBillingPlan[]): BillingEvent[] =>
  eventsOf(billingPlans, commands);

const fold = (events: readonly BillingEvent[]): BillingPlans =>
  events.reduce(billingPlans.evolve, billingPlans.initial);

describe('any list of commands on the billing plans of a firm', () => {
  it('one brokerage and one platform plan at most, and a plan keeps its type', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 30 }), (commands) => {
        const events = run(commands);
        const types = [...fold(events).values()].map(({ plan }) => plan.billingPlanType);
        expect(types.filter((type) => type === 'B').length).toBeLessThanOrEqual(1);
        expect(types.filter((type) => type === 'P').length).toBeLessThanOrEqual(1);
        const kept = new Map<string, string>();
        for (const { data } of events) {
          const { billingPlanType } = data.plan;
          expect(kept.get(data.oid) ?? billingPlanType).toBe(billingPlanType);
          kept.set(data.oid, billingPlanType);
        }
      }),
    );
  });

  it('tiers that are kept are in order and leave no gap', () => {
    let seen = 0;
    fc.assert(
      fc.property(fc.array(command, { maxLength: 20 }), (commands) => {
        for (const { data } of run(commands)) {
          const kept = data.plan.assetFees?.assetFeeTiers ?? [];
          kept.forEach((tier, index) => {
            seen += 1;
            const next = kept[index + 1];
            if (tier.maxAssetValue === 'Infinity') {
              expect(next).toBeUndefined();
              return;
            }
            const end = decimalOf(tier.maxAssetValue);
            expect(end.greaterThan(tier.minAssetValue)).toBe(true);
            if (!next) return;
            const gap = decimalOf(next.minAssetValue).minus(end);
            expect(['0', '0.01']).toContain(gap.toFixed());
          });
        }
      }),
    );
    expect(seen).toBeGreaterThan(0);
  });

  it('each command sent twice leaves the same events', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 20 }), (commands) => {
        expect(run(commands.flatMap((next) => [next, next]))).toEqual(run(commands));
      }),
    );
  });
});
