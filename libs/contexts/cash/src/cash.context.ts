import { BANK_LINK_TRANSACTIONS } from '#libs/contexts/bank-links';
import { defineContext } from '#libs/platform/service';
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
export const cashTransactions = defineContext({
  name: 'cash',
  events: [cashEvents],
  projections: [cashTransactionDocuments, cashSeriesDocuments],
  controllers: [
    CashTransactionsController,
    BackofficeCashTransactionsController,
    CheckInstructionsController,
  ],
  useCases: [CancelTransactionHandler, CreateTransactionHandler, ReportTransactionHandler],
  providers: [
    BankLinkDirectory,
    CashPending,
    { provide: BANK_LINK_TRANSACTIONS, useClass: PendingOnBankLink },
  ],
  exports: [BANK_LINK_TRANSACTIONS],
  reactions: [FollowBankLink, LookAgainAtCash, CancelReportedSeries],
  timers: [SeriesTimer],
});
