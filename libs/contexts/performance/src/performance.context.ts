import { defineContext } from '#libs/platform/service';
import {
  BackofficeUnitValuesController,
  PerformanceController,
} from './http/performance.controller.js';
import { performanceEvents } from './performance.registry.js';
import { unitValuesDocuments } from './read-models/unit-values.document.js';
import { RecordUnitValuesHandler } from './use-cases/record-unit-values.js';

/** How folios did: their unit values, as the back office records them. */
export const performance = defineContext({
  name: 'performance',
  events: [performanceEvents],
  projections: [unitValuesDocuments],
  controllers: [PerformanceController, BackofficeUnitValuesController],
  useCases: [RecordUnitValuesHandler],
});
