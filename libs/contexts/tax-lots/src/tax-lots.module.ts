import { Module } from '@nestjs/common';
import { BackofficeTaxLotsController } from './http/backoffice-tax-lots.controller.js';
import { ReportedTaxLotsController } from './http/reported-tax-lots.controller.js';
import { PutLotHandler } from './use-cases/put-lot.js';
import { SwitchTaxDataHandler } from './use-cases/switch-tax-data.js';

/** Reported tax lots: their routes and use cases. */
@Module({
  controllers: [ReportedTaxLotsController, BackofficeTaxLotsController],
  providers: [PutLotHandler, SwitchTaxDataHandler],
})
export class TaxLotsModule {}
