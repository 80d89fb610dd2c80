import { defineEvents } from '#libs/platform/event-store';
import type { BillingEvent } from './domain/billing-plan.events.js';

/** How the events of stream `billingPlans-{firmId}` are stored. None holds personal data. */
export const billingEvents = defineEvents<BillingEvent>({
  'billing.PlanDefined': { version: 1 },
  'billing.PlanChanged': { version: 1 },
});
