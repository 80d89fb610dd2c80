import { Module } from '@nestjs/common';
import { AccountsModule } from '#libs/contexts/accounts';
import { EventSourcingModule } from '#libs/platform/service';
import { corporateActionEvents } from './corporate-action.registry.js';
import {
  BackofficeCorporateActionsController,
  CorporateActionsController,
} from './http/corporate-actions.controller.js';
import { corporateActionDocuments } from './read-models/corporate-action.document.js';
import { CastVotesHandler } from './use-cases/cast-votes.js';
import { PutActionHandler } from './use-cases/put-action.js';

/** Corporate actions of accounts, and the votes on them. */
@Module({
  imports: [
    AccountsModule,
    EventSourcingModule.forFeature({
      events: [corporateActionEvents],
      projections: [corporateActionDocuments],
    }),
  ],
  controllers: [CorporateActionsController, BackofficeCorporateActionsController],
  providers: [CastVotesHandler, PutActionHandler],
})
export class CorporateActionsModule {}
