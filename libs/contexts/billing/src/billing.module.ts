import { Module } from '@nestjs/common';
import { MembersModule } from '#libs/contexts/members';
import { EventSourcingModule } from '#libs/platform/service';
import { billingEvents } from './billing.registry.js';
import {
  BackofficeBillingPlansController,
  BillingPlansController,
} from './http/billing-plans.controller.js';
import { billingPlanDocuments } from './read-models/billing-plan.document.js';
import { PutBillingPlanHandler } from './use-cases/put-billing-plan.js';

/** Billing plans of institutional firms. */
@Module({
  imports: [
    MembersModule,
    EventSourcingModule.forFeature({
      events: [billingEvents],
      projections: [billingPlanDocuments],
    }),
  ],
  controllers: [BillingPlansController, BackofficeBillingPlansController],
  providers: [PutBillingPlanHandler],
})
export class BillingModule {}
