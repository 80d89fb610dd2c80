import { Module } from '@nestjs/common';
import { MembersModule } from '#libs/contexts/members';
import { AccountsModule } from '#libs/contexts/accounts';
import { BankLinksModule, BankLinkTransactions } from '#libs/contexts/bank-links';
import { EventSourcingModule } from '#libs/platform/service';
import { BankLinkDirectory, CashPending, PendingOnBankLink } from './cash.facts.js';
import { cashEvents } from './cash.events.js';
import {
  BackofficeCashTransactionsController,
  CashTransactionsController,
  CheckInstructionsController,
} from './cash.controller.js';
import {
  CancelReportedSeries,
  FollowBankLink,
  LookAgainAtCash,
  SeriesTimer,
} from './cash.reactions.js';
import { cashSeriesDocuments, cashTransactionDocuments } from './cash.document.js';
import { CreateTransactionHandler, ReportTransactionHandler } from './cash.handlers.js';

/** Money in and out of accounts. */
@Module({
  imports: [
    AccountsModule,
    BankLinksModule,
    MembersModule,
    EventSourcingModule.forFeature({
      events: [cashEvents],
      projections: [cashTransactionDocuments, cashSeriesDocuments],
    }),
  ],
  controllers: [
    CashTransactionsController,
    BackofficeCashTransactionsController,
    CheckInstructionsController,
  ],
  providers: [
    CreateTransactionHandler,
    ReportTransactionHandler,
    BankLinkDirectory,
    CashPending,
    { provide: BankLinkTransactions, useClass: PendingOnBankLink },
    FollowBankLink,
    LookAgainAtCash,
    CancelReportedSeries,
    SeriesTimer,
  ],
})
export class CashModule {}
