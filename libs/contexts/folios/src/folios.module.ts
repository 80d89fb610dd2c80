import { Module } from '@nestjs/common';
import { BackofficePositionsController } from './backoffice-positions.controller.js';
import { FoliosController } from './folios.controller.js';

/** Folios: their routes. Every write is an `AggregateCommand`, every read a document. */
@Module({ controllers: [FoliosController, BackofficePositionsController] })
export class FoliosModule {}
