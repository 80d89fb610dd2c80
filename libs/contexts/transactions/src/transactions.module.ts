import { Module } from '@nestjs/common';
import { FoliosModule } from '#libs/contexts/folios';
import { AccountsModule } from '#libs/contexts/accounts';
import { EventSourcingModule } from '#libs/platform/service';
import {
  BackofficeFolioTransactionsController,
  FolioTransactionsController,
} from './http/folio-transactions.controller.js';
import { folioTransactionDocuments } from './read-models/folio-transaction.document.js';
import { folioTransactionEvents } from './transaction.registry.js';
import { PutTransactionHandler } from './use-cases/put-transaction.js';

/** What happened in the folios of accounts, as reported by the back office. */
@Module({
  imports: [
    AccountsModule,
    FoliosModule,
    EventSourcingModule.forFeature({
      events: [folioTransactionEvents],
      projections: [folioTransactionDocuments],
    }),
  ],
  controllers: [FolioTransactionsController, BackofficeFolioTransactionsController],
  providers: [PutTransactionHandler],
})
export class TransactionsModule {}
