import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decimalOf } from '#libs/platform/kernel';
import { eventsOf } from '#libs/platform/testing';
import { put } from '../test/billing-fixtures.js';
import type { BillingEvent } from './billing-plan.events.js';
import { billingPlans, type BillingPlans, type PutBillingPlan } from './billing-plan.js';

/** Sorted edges make contiguous tiers, unsorted ones do not. */
const tiers = fc
  .record({
    edges: fc.array(fc.nat({ max: 1_000_000 }), { minLength: 2, maxLength: 5 }),
    sorted: fc.boolean(),
    open: fc.option(fc.nat({ max: 4 })),
  })
  .map(({ edges, sorted, open }) => {
    const line = sorted ? [...edges].sort((a, b) => a - b) : edges;
    return line.slice(1).map((end, index) => ({
      minAssetValue: String(line[index]),
      maxAssetValue: index === open ? 'Infinity' : String(end),
      basisPoints: '10',
    }));
  });

const assetFees = fc.record({
  assetFeeTiers: tiers,
  billingMode: fc.constant('F'),
  billingPeriodType: fc.constant('D'),
  billingPeriodValue: fc.constant('30'),
  tierType: fc.constantFrom('M', 'S'),
});

const folioFees = fc.constant({ folioFee: '1', baseNumberOfFolios: '1' });

const name = fc.constantFrom('One', 'Two');

const requiredKeys = ['billingPlanType', 'name'] as const;

const body = fc.oneof(
  fc.record(
    { billingPlanType: fc.constantFrom('A', 'B'), name, assetFees },
    { requiredKeys: [...requiredKeys] },
  ),
  fc.record(
    { billingPlanType: fc.constant('P'), name, folioFees },
    { requiredKeys: [...requiredKeys] },
  ),
);

const oid = fc.constantFrom('1', '2', '3', 'constructor');

const command = fc.tuple(body, oid).map(([body, oid]) => put(body, oid));

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

  it('stored tiers are in order and leave no gap', () => {
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
