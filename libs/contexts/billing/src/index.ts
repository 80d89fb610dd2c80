export * from './domain/billing-plan.events.js';
export { billingPlans } from './domain/billing-plans.js';
export * from './read-models/billing-plan.document.js';
export * from './billing.registry.js';
export { billing } from './billing.context.js';
