import { defineContext } from '#libs/platform/service';
import { unitValuesDocuments } from './read-models/unit-values.document.js';
import { performanceEvents } from './performance.registry.js';
import { PerformanceModule } from './performance.module.js';

/** How folios did: their unit values, as the back office records them. */
export const performance = defineContext({
  name: 'performance',
  events: [performanceEvents],
  projections: [unitValuesDocuments],
  module: PerformanceModule,
});
