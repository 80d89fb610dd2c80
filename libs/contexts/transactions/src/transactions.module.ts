import { Module } from '@nestjs/common';
import { BackofficeFolioTransactionsController } from './http/backoffice-folio-transactions.controller.js';
import { FolioTransactionsController } from './http/folio-transactions.controller.js';
import { PutTransactionHandler } from './use-cases/put-transaction.js';

/** Folio transactions: their routes and use cases. */
@Module({
  controllers: [FolioTransactionsController, BackofficeFolioTransactionsController],
  providers: [PutTransactionHandler],
})
export class TransactionsModule {}
