import { Module } from '@nestjs/common';
import { BackofficePositionsController } from './backoffice-positions.controller.js';
import { FoliosController } from './folios.controller.js';
import { PositionsHeld } from './positions-held.js';

/** Folios: their routes. Every write is an `AggregateCommand`, every read a document. */
@Module({
  controllers: [FoliosController, BackofficePositionsController],
  providers: [PositionsHeld],
})
export class FoliosModule {}
