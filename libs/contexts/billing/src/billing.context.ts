import { defineContext } from '#libs/platform/service';
import { billingEvents } from './billing.registry.js';
import {
  BackofficeBillingPlansController,
  BillingPlansController,
} from './http/billing-plans.controller.js';
import { billingPlanDocuments } from './read-models/billing-plan.document.js';
import { PutBillingPlanHandler } from './use-cases/put-billing-plan.js';

/** Billing plans of institutional firms. */
export const billing = defineContext({
  name: 'billing',
  events: [billingEvents],
  projections: [billingPlanDocuments],
  controllers: [BillingPlansController, BackofficeBillingPlansController],
  useCases: [PutBillingPlanHandler],
});
