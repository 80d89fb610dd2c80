import { Module } from '@nestjs/common';
import { MembersModule } from '#libs/contexts/members';
import { AccountsModule } from '#libs/contexts/accounts';
import { BankLinksModule } from '#libs/contexts/bank-links';
import { EventSourcingModule } from '#libs/platform/service';
import { BankLinkDirectory } from './bank-link-directory.js';
import { cashEvents } from './cash.registry.js';
import {
  BackofficeCashTransactionsController,
  CashTransactionsController,
} from './http/cash-transactions.controller.js';
import { CheckInstructionsController } from './http/check-instructions.controller.js';
import { CashPending, PendingOnBankLink } from './money-under-way.js';
import {
  CancelReportedSeries,
  FollowBankLink,
  LookAgainAtCash,
} from './reactions/cash.reactions.js';
import { cashSeriesDocuments } from './read-models/cash-series.document.js';
import { cashTransactionDocuments } from './read-models/cash-transaction.document.js';
import { SeriesTimer } from './series-timer.js';
import { CancelTransactionHandler } from './use-cases/cancel-transaction.js';
import { CreateTransactionHandler } from './use-cases/create-transaction.js';
import { ReportTransactionHandler } from './use-cases/report-transaction.js';

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
    CancelTransactionHandler,
    CreateTransactionHandler,
    ReportTransactionHandler,
    BankLinkDirectory,
    CashPending,
    PendingOnBankLink,
    FollowBankLink,
    LookAgainAtCash,
    CancelReportedSeries,
    SeriesTimer,
  ],
})
export class CashModule {}
