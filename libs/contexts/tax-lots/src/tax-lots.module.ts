import { Module } from '@nestjs/common';
import { AccountsModule } from '#libs/contexts/accounts';
import { EventSourcingModule } from '#libs/platform/service';
import {
  BackofficeTaxLotsController,
  ReportedTaxLotsController,
} from './http/reported-tax-lots.controller.js';
import { taxDataDocuments, taxLotDocuments } from './read-models/tax-lot.document.js';
import { taxLotEvents } from './tax-lot.registry.js';
import { PutLotHandler } from './use-cases/put-lot.js';
import { SwitchTaxDataHandler } from './use-cases/switch-tax-data.js';

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
  providers: [PutLotHandler, SwitchTaxDataHandler],
})
export class TaxLotsModule {}
