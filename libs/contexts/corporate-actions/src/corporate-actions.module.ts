import { Module } from '@nestjs/common';
import { BackofficeCorporateActionsController } from './backoffice-corporate-actions.controller.js';
import { CorporateActionsController } from './corporate-actions.controller.js';

/** Corporate actions: their routes. */
@Module({ controllers: [CorporateActionsController, BackofficeCorporateActionsController] })
export class CorporateActionsModule {}
