import { Module } from '@nestjs/common';
import { BackofficeBillingPlansController } from './http/backoffice-billing-plans.controller.js';
import { BillingPlansController } from './http/billing-plans.controller.js';

/** Billing plans: their routes. */
@Module({ controllers: [BillingPlansController, BackofficeBillingPlansController] })
export class BillingModule {}
