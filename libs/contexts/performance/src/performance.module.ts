import { Module } from '@nestjs/common';
import { FoliosModule } from '#libs/contexts/folios';
import { AccountsModule } from '#libs/contexts/accounts';
import { EventSourcingModule } from '#libs/platform/service';
import { BackofficeUnitValuesController, PerformanceController } from './performance.controller.js';
import { performanceEvents } from './unit-values.events.js';
import { unitValuesDocuments } from './unit-values.document.js';

/** Performance of folios: their unit values, as recorded by the back office. */
@Module({
  imports: [
    AccountsModule,
    FoliosModule,
    EventSourcingModule.forFeature({
      events: [performanceEvents],
      projections: [unitValuesDocuments],
    }),
  ],
  controllers: [PerformanceController, BackofficeUnitValuesController],
})
export class PerformanceModule {}
