import { Module } from '@nestjs/common';
import { BackofficeCorporateActionsController } from './http/backoffice-corporate-actions.controller.js';
import { CorporateActionsController } from './http/corporate-actions.controller.js';
import { CastVotesHandler } from './use-cases/cast-votes.js';
import { PutActionHandler } from './use-cases/put-action.js';

/** Corporate actions: their routes and use cases. */
@Module({
  controllers: [CorporateActionsController, BackofficeCorporateActionsController],
  providers: [CastVotesHandler, PutActionHandler],
})
export class CorporateActionsModule {}
