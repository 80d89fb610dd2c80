import { Module } from '@nestjs/common';
import { BackofficeUnitValuesController } from './http/backoffice-unit-values.controller.js';
import { KnownUnitValues } from './known-unit-values.js';
import { PerformanceController } from './http/performance.controller.js';
import { RecordUnitValuesHandler } from './use-cases/record-unit-values.js';

/** Performance of folios: its routes and use cases. */
@Module({
  controllers: [PerformanceController, BackofficeUnitValuesController],
  providers: [KnownUnitValues, RecordUnitValuesHandler],
})
export class PerformanceModule {}
