import { Module } from '@nestjs/common';
import { MembersModule } from '#libs/contexts/members';
import { EventSourcingModule } from '#libs/platform/service';
import { billingEvents } from './billing-plan.events.js';
import {
  BackofficeBillingPlansController,
  BillingPlansController,
} from './billing-plans.controller.js';
import { billingPlanDocuments } from './billing-plan.document.js';

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
})
export class BillingModule {}
