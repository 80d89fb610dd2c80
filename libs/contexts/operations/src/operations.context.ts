import { defineContext } from '#libs/platform/service';
import { CallerController } from './http/caller.controller.js';
import { ConsumersController } from './http/consumers.controller.js';
import { ProjectionsController } from './http/projections.controller.js';
import { operationEvents } from './operations.registry.js';
import { ProjectionDirectory } from './projection-directory.js';
import { ProjectionOperations } from './projection-operations.js';
import { DropGenerationHandler } from './use-cases/drop-generation.js';
import { RebuildProjectionHandler } from './use-cases/rebuild-projection.js';
import { RetryParkedEventsHandler } from './use-cases/retry-parked-events.js';
import { SkipEventHandler } from './use-cases/skip-event.js';
import { SkipParkedEventHandler } from './use-cases/skip-parked-event.js';
import { SwitchGenerationHandler } from './use-cases/switch-generation.js';

/** What operators do with the service itself. */
export const operations = defineContext({
  name: 'operations',
  events: [operationEvents],
  projections: [],
  controllers: [CallerController, ConsumersController, ProjectionsController],
  useCases: [
    DropGenerationHandler,
    RebuildProjectionHandler,
    RetryParkedEventsHandler,
    SkipEventHandler,
    SkipParkedEventHandler,
    SwitchGenerationHandler,
  ],
  providers: [ProjectionDirectory, ProjectionOperations],
});
