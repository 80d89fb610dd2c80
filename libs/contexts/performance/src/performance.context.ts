import { defineContext } from '#libs/platform/service';
import {
  BackofficeUnitValuesController,
  PerformanceController,
} from './http/performance.controller.js';
import { performanceEvents } from './performance.registry.js';
import { unitValuesDocuments } from './read-models/unit-values.document.js';
import { RecordUnitValuesHandler } from './use-cases/record-unit-values.js';

/** Performance of folios: their unit values, as recorded by the back office. */
export const performance = defineContext({
  name: 'performance',
  events: [performanceEvents],
  projections: [unitValuesDocuments],
  controllers: [PerformanceController, BackofficeUnitValuesController],
  useCases: [RecordUnitValuesHandler],
});
