import { Module } from '@nestjs/common';
import { BackofficeCorporateActionsController } from './http/backoffice-corporate-actions.controller.js';
import { CorporateActionsController } from './http/corporate-actions.controller.js';

/** Corporate actions: their routes. */
@Module({ controllers: [CorporateActionsController, BackofficeCorporateActionsController] })
export class CorporateActionsModule {}
