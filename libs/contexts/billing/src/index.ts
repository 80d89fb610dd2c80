export type { BillingEvent } from './billing-plan.events.js';
export { billingPlans } from './billing-plan.js';
export { BillingModule } from './billing.module.js';
