import { Module } from '@nestjs/common';
import { BackofficeFolioTransactionsController } from './backoffice-folio-transactions.controller.js';
import { FolioTransactionsController } from './folio-transactions.controller.js';

/** Folio transactions: their routes. */
@Module({ controllers: [FolioTransactionsController, BackofficeFolioTransactionsController] })
export class TransactionsModule {}
