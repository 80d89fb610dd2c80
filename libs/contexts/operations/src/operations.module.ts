import { Module } from '@nestjs/common';
import { CallerController } from './http/caller.controller.js';
import { ConsumersController } from './http/consumers.controller.js';
import { ProjectionDirectory } from './projection-directory.js';
import { ProjectionOperations } from './projection-operations.js';
import { ProjectionsController } from './http/projections.controller.js';
import { DropGenerationHandler } from './use-cases/drop-generation.js';
import { RebuildProjectionHandler } from './use-cases/rebuild-projection.js';
import { RetryParkedEventsHandler } from './use-cases/retry-parked-events.js';
import { SkipEventHandler } from './use-cases/skip-event.js';
import { SkipParkedEventHandler } from './use-cases/skip-parked-event.js';
import { SwitchGenerationHandler } from './use-cases/switch-generation.js';

@Module({
  controllers: [CallerController, ConsumersController, ProjectionsController],
  providers: [
    ProjectionDirectory,
    ProjectionOperations,
    DropGenerationHandler,
    RebuildProjectionHandler,
    RetryParkedEventsHandler,
    SkipEventHandler,
    SkipParkedEventHandler,
    SwitchGenerationHandler,
  ],
})
export class OperationsModule {}
