import { Module } from '@nestjs/common';
import { BackofficeFolioTransactionsController } from './http/backoffice-folio-transactions.controller.js';
import { FolioTransactionsController } from './http/folio-transactions.controller.js';

/** Folio transactions: their routes. */
@Module({ controllers: [FolioTransactionsController, BackofficeFolioTransactionsController] })
export class TransactionsModule {}
