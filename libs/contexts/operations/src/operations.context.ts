import { defineContext } from '#libs/platform/service';
import { OperationsModule } from './operations.module.js';

/** What operators do with the service itself. */
export const operations = defineContext({
  name: 'operations',
  events: [],
  projections: [],
  module: OperationsModule,
});
