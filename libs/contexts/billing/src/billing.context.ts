import { defineContext } from '#libs/platform/service';
import { billingEvents } from './billing.registry.js';
import { BillingModule } from './billing.module.js';
import { billingPlanDocuments } from './read-models/billing-plan.document.js';

/** Billing plans of institutional firms. */
export const billing = defineContext({
  name: 'billing',
  events: [billingEvents],
  projections: [billingPlanDocuments],
  module: BillingModule,
});
