import { Module } from '@nestjs/common';
import { closingCheck, AccountsModule } from '#libs/contexts/accounts';
import { EventSourcingModule } from '#libs/platform/service';
import { folioEvents } from './folio.events.js';
import { BackofficePositionsController, FoliosController } from './folios.controller.js';
import {
  DecideFolioClosing,
  LookAgainAtPositions,
  OpenFolios,
  positionsHeld,
} from './folio.reactions.js';
import { folioDocuments, FOLIOS_OF_ACCOUNT } from './folio.document.js';
import { CreateFolioHandler, UpdateFolioHandler } from './folio.handlers.js';

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
    UpdateFolioHandler,
    PositionsHeld,
    OpenFolios,
    DecideFolioClosing,
    LookAgainAtPositions,
  ],
  exports: [OpenFolios],
})
export class FoliosModule {}
