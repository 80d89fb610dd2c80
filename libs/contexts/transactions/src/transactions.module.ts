import { Module } from '@nestjs/common';
import { FoliosModule } from '#libs/contexts/folios';
import { AccountsModule } from '#libs/contexts/accounts';
import { EventSourcingModule } from '#libs/platform/service';
import {
  BackofficeFolioTransactionsController,
  FolioTransactionsController,
} from './transactions.controller.js';
import { folioTransactionDocuments } from './transaction.document.js';
import { folioTransactionEvents } from './transaction.events.js';

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
})
export class TransactionsModule {}
