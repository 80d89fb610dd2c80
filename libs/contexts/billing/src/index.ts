export type { BillingEvent } from './domain/billing-plan.events.js';
export { billingPlans } from './domain/billing-plans.js';
export { billingEvents } from './billing.registry.js';
export { BillingModule } from './billing.module.js';
