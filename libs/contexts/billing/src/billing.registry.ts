import { defineEvents, type EventData, fieldsIn, ofFirm, textOf } from '#libs/platform/event-store';
import type { BillingEvent } from './domain/billing-plan.events.js';

const ofPlan = {
  subjects: ofFirm,
  about: (data: EventData) => [{ name: 'billingPlanOid', value: textOf(data, 'oid') }],
  thing: (data: EventData) => textOf(data, 'oid'),
  fields: fieldsIn('plan'),
};

/** Events of streams `billingPlans-{firmId}`. None contains personal data. */
export const billingEvents = defineEvents<BillingEvent>({
  'billing.PlanDefined': { history: { title: 'Billing plan defined', ...ofPlan, begins: true } },
  'billing.PlanChanged': { history: { title: 'Billing plan changed', ...ofPlan } },
});
