import { Module } from '@nestjs/common';
import { AccountsModule } from '#libs/contexts/accounts';
import { EventSourcingModule } from '#libs/platform/service';
import { corporateActionEvents } from './corporate-action.events.js';
import {
  BackofficeCorporateActionsController,
  CorporateActionsController,
} from './corporate-actions.controller.js';
import { corporateActionDocuments } from './corporate-action.document.js';

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
})
export class CorporateActionsModule {}
