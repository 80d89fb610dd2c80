import { defineEvents, type EventData, fieldsIn, ofFirm, textOf } from '#libs/platform/event-store';
import type { BillingEvent } from './domain/billing-plan.events.js';

const billingPlan = (data: EventData) => [{ name: 'billingPlanOid', value: textOf(data, 'oid') }];

/** How the events of stream `billingPlans-{firmId}` are stored. None holds personal data. */
export const billingEvents = defineEvents<BillingEvent>({
  'billing.PlanDefined': {
    history: {
      title: 'Billing plan defined',
      subjects: ofFirm,
      about: billingPlan,
      thing: (data) => textOf(data, 'oid'),
      begins: true,
      fields: fieldsIn('plan'),
    },
  },
  'billing.PlanChanged': {
    history: {
      title: 'Billing plan changed',
      subjects: ofFirm,
      about: billingPlan,
      thing: (data) => textOf(data, 'oid'),
      fields: fieldsIn('plan'),
    },
  },
});
