import { Module } from '@nestjs/common';
import { BackofficeTaxLotsController } from './http/backoffice-tax-lots.controller.js';
import { ReportedTaxLotsController } from './http/reported-tax-lots.controller.js';

/** Reported tax lots: their routes. */
@Module({ controllers: [ReportedTaxLotsController, BackofficeTaxLotsController] })
export class TaxLotsModule {}
