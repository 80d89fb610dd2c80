import { Module } from '@nestjs/common';
import { AccountsModule } from '#libs/contexts/accounts';
import { EventSourcingModule } from '#libs/platform/service';
import { BackofficeTaxLotsController, ReportedTaxLotsController } from './tax-lots.controller.js';
import { taxDataDocuments, taxLotDocuments } from './tax-lot.document.js';
import { taxLotEvents } from './tax-lot.events.js';

/** Closed tax lots that were reported to the tax processing provider. */
@Module({
  imports: [
    AccountsModule,
    EventSourcingModule.forFeature({
      events: [taxLotEvents],
      projections: [taxLotDocuments, taxDataDocuments],
    }),
  ],
  controllers: [ReportedTaxLotsController, BackofficeTaxLotsController],
})
export class TaxLotsModule {}
