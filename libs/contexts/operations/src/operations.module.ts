import { Module } from '@nestjs/common';
import { EventSourcingModule } from '#libs/platform/service';
import { CallerController, ConsumersController } from './consumers.controller.js';

import { ProjectionsController } from './projections.controller.js';
import { operationEvents } from './projection-operation.events.js';
import { ProjectionDirectory } from './projections.queries.js';
import { OperateProjectionHandler } from './projections.handlers.js';

/** What operators do with the service itself. */
@Module({
  imports: [EventSourcingModule.forFeature({ events: [operationEvents] })],
  controllers: [CallerController, ConsumersController, ProjectionsController],
  providers: [OperateProjectionHandler, ProjectionDirectory],
})
export class OperationsModule {}
