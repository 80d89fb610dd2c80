import { describe, expect, it } from '@jest/globals';
import { projectionSpecification, specification } from '#libs/platform/testing';
import { put, readAssetFees } from '../test/billing-fixtures.js';
import { type BillingPlanDocument, billingPlanDocuments } from './billing-plan.document.js';
import { toBillingPlanResponse } from './billing-plan.dto.js';
import type { BillingEvent, BillingPlan } from './billing-plan.events.js';
import { billingPlans } from './billing-plan.js';

const advisory: BillingPlan = {
  billingPlanType: 'A',
  name: 'Advice',
  description: null,
  assetFees: readAssetFees,
  commissionFees: [{ commission: '4.95', tradeCountThreshold: '10', orderType: 'W' }],
};

const platform: BillingPlan = {
  billingPlanType: 'P',
  name: 'Platform',
  description: 'Yearly',
  folioFees: { folioFee: '100.00', baseNumberOfFolios: '3', chargeFrequency: '12' },
};

const event = (type: BillingEvent['type'], oid: string, plan: BillingPlan): BillingEvent => ({
  type,
  data: { firmId: '900001', oid, plan },
});

const history = [
  event('billing.PlanDefined', '1', advisory),
  event('billing.PlanDefined', '2', platform),
  event('billing.PlanChanged', '1', { ...advisory, name: 'More advice' }),
];

function fold(events: readonly BillingEvent[]): ReadonlyMap<string, BillingPlanDocument> {
  let folded: ReadonlyMap<string, unknown> = new Map();
  projectionSpecification(billingPlanDocuments)
    .given(events)
    .thenDocuments((documents) => (folded = documents));
  return folded as ReadonlyMap<string, BillingPlanDocument>;
}

describe('read model billing.plan', () => {
  it('the plan with its type in both spellings; what does not apply is absent', () => {
    const documents = fold(history);
    expect(toBillingPlanResponse(documents.get('900001/1')!)).toEqual({
      ...advisory,
      billingPlanId: '1',
      billingType: 'A',
      name: 'More advice',
    });
    expect(toBillingPlanResponse(documents.get('900001/2')!)).toEqual({
      ...platform,
      billingPlanId: '2',
      billingType: 'P',
    });
  });

  it('always equals the state of the decider, including the entity tag', () => {
    for (let length = 0; length <= history.length; length++) {
      const events = history.slice(0, length);
      const plans = events.reduce(billingPlans.evolve, billingPlans.initial);
      const documents = fold(events);
      expect(documents.size).toBe(plans.size);
      for (const [oid, plan] of plans) {
        expect(documents.get(`900001/${oid}`)).toEqual({ firmId: '900001', oid, ...plan });
      }
    }
    expect(fold(history).get('900001/1')?.revision).toBe(1);
    expect(fold(history).get('900001/2')?.revision).toBe(0);
  });

  it('what GET shows can be sent back by the back office and changes nothing', () => {
    for (const document of fold(history).values()) {
      specification(billingPlans)
        .given(history)
        .when(put(toBillingPlanResponse(document), document.oid))
        .thenNothing();
    }
  });
});
