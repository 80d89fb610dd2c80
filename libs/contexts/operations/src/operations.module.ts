import { Module } from '@nestjs/common';
import { CallerController } from './http/caller.controller.js';
import { ConsumersController } from './http/consumers.controller.js';
import { ProjectionDirectory } from './projection-directory.js';
import { ProjectionsController } from './http/projections.controller.js';

@Module({
  controllers: [CallerController, ConsumersController, ProjectionsController],
  providers: [ProjectionDirectory],
})
export class OperationsModule {}
