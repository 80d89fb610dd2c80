import { defineContext } from '#libs/platform/service';
import { OperationsModule } from './operations.module.js';
import { operationEvents } from './operations.registry.js';

/** What operators do with the service itself. */
export const operations = defineContext({
  name: 'operations',
  events: [operationEvents],
  projections: [],
  module: OperationsModule,
});
