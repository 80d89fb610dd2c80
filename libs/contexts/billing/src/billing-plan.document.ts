import { AggregateStore } from '#libs/platform/event-store';
import type { Projection } from '#libs/platform/read-models';
import type { BillingEvent } from './billing-plan.events.js';
import { billingPlans, evolvePlan, type PlanState } from './billing-plan.js';

/** A billing plan of a firm; `revision` is its entity tag. */
export type BillingPlanDocument = Readonly<PlanState & { firmId: string; oid: string }>;

export const PLANS_OF_FIRM = 'firm';

/** Id of a plan's document: oids are unique only within a firm. */
export function billingPlanId(firmId: string, oid: string): string {
  return `${firmId}/${oid}`;
}

/** Read model `billing.plan`, one document per firm and plan. */
export const billingPlanDocuments: Projection<BillingPlanDocument, BillingEvent> = {
  name: 'billing.plan',
  version: 1,
  indexes: [{ name: PLANS_OF_FIRM, fields: ['firmId', 'oid'] }],
  events: ['billing.PlanDefined', 'billing.PlanChanged'],
  documents: ({ data }) => [billingPlanId(data.firmId, data.oid)],
  history: {
    streams: (id) => [{ stream: AggregateStore.stream(billingPlans, id.split('/')[0] ?? '') }],
    fixed: { [PLANS_OF_FIRM]: 2 },
  },
  fold(document, event) {
    const { firmId, oid } = event.data;
    return { firmId, oid, ...evolvePlan(document, event) };
  },
};
