import { Module } from '@nestjs/common';
import { CallerController } from './caller.controller.js';
import { ConsumersController } from './consumers.controller.js';
import { ProjectionDirectory } from './projection-directory.js';
import { ProjectionsController } from './projections.controller.js';

@Module({
  controllers: [CallerController, ConsumersController, ProjectionsController],
  providers: [ProjectionDirectory],
})
export class OperationsModule {}
