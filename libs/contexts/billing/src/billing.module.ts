import { Module } from '@nestjs/common';
import { BackofficeBillingPlansController } from './http/backoffice-billing-plans.controller.js';
import { BillingPlansController } from './http/billing-plans.controller.js';
import { PutBillingPlanHandler } from './use-cases/put-billing-plan.js';

/** Billing plans: their routes and use cases. */
@Module({
  controllers: [BillingPlansController, BackofficeBillingPlansController],
  providers: [PutBillingPlanHandler],
})
export class BillingModule {}
