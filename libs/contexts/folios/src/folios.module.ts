import { Module } from '@nestjs/common';
import { closingCheck, AccountsModule } from '#libs/contexts/accounts';
import { EventSourcingModule } from '#libs/platform/service';
import { folioEvents } from './folio.registry.js';
import { BackofficePositionsController, FoliosController } from './http/folios.controller.js';
import { OpenFolios } from './open-folios.js';
import { DecideFolioClosing } from './reactions/decide-folio-closing.js';
import { LookAgainAtPositions, positionsHeld } from './reactions/look-again.js';
import { folioDocuments, FOLIOS_OF_ACCOUNT } from './read-models/folio.document.js';
import { CreateFolioHandler } from './use-cases/create-folio.js';
import { SetPositionsHandler } from './use-cases/set-positions.js';
import { SetTargetWeightsHandler } from './use-cases/set-target-weights.js';
import { UpdateFolioHandler } from './use-cases/update-folio.js';

const PositionsHeld = closingCheck(
  folioDocuments,
  FOLIOS_OF_ACCOUNT,
  (folio) => folio.positions.length > 0 && positionsHeld(folio),
);

/** Folios of accounts: settings, target weights, positions. */
@Module({
  imports: [
    AccountsModule,
    EventSourcingModule.forFeature({ events: [folioEvents], projections: [folioDocuments] }),
  ],
  controllers: [FoliosController, BackofficePositionsController],
  providers: [
    CreateFolioHandler,
    SetPositionsHandler,
    SetTargetWeightsHandler,
    UpdateFolioHandler,
    PositionsHeld,
    OpenFolios,
    DecideFolioClosing,
    LookAgainAtPositions,
  ],
  exports: [OpenFolios],
})
export class FoliosModule {}
