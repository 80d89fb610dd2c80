import { Module } from '@nestjs/common';
import { EventSourcingModule } from '#libs/platform/service';
import { CallerController } from './http/caller.controller.js';
import { ConsumersController } from './http/consumers.controller.js';
import { ProjectionsController } from './http/projections.controller.js';
import { operationEvents } from './operations.registry.js';
import { ProjectionDirectory } from './projection-directory.js';
import { OperateProjectionHandler } from './use-cases/operate-projection.js';
import { ResolveParkedEventsHandler } from './use-cases/resolve-parked-events.js';

/** What operators do with the service itself. */
@Module({
  imports: [EventSourcingModule.forFeature({ events: [operationEvents] })],
  controllers: [CallerController, ConsumersController, ProjectionsController],
  providers: [OperateProjectionHandler, ResolveParkedEventsHandler, ProjectionDirectory],
})
export class OperationsModule {}
