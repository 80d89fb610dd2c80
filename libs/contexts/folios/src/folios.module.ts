import { Module } from '@nestjs/common';
import { BackofficePositionsController } from './http/backoffice-positions.controller.js';
import { FoliosController } from './http/folios.controller.js';
import { PositionsHeld } from './positions-held.js';
import { CreateFolioHandler } from './use-cases/create-folio.js';
import { SetPositionsHandler } from './use-cases/set-positions.js';
import { SetTargetWeightsHandler } from './use-cases/set-target-weights.js';
import { UpdateFolioHandler } from './use-cases/update-folio.js';

/** Folios: their routes and use cases. */
@Module({
  controllers: [FoliosController, BackofficePositionsController],
  providers: [
    PositionsHeld,
    CreateFolioHandler,
    SetPositionsHandler,
    SetTargetWeightsHandler,
    UpdateFolioHandler,
  ],
})
export class FoliosModule {}
