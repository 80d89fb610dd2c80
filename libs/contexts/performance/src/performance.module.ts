import { Module } from '@nestjs/common';
import { BackofficeUnitValuesController } from './http/backoffice-unit-values.controller.js';
import { KnownUnitValues } from './known-unit-values.js';
import { PerformanceController } from './http/performance.controller.js';

/** Performance of folios: its routes. */
@Module({
  controllers: [PerformanceController, BackofficeUnitValuesController],
  providers: [KnownUnitValues],
})
export class PerformanceModule {}
