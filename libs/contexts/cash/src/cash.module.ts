import { Global, Module } from '@nestjs/common';
import { BANK_LINK_TRANSACTIONS } from '#libs/contexts/bank-links';
import { BackofficeCashTransactionsController } from './http/backoffice-cash-transactions.controller.js';
import { BANK_LINK_DIRECTORY, StreamBankLinkDirectory } from './bank-link-directory.js';
import {
  CancelReportedSeries,
  CashFollowUps,
  CheckNewTransaction,
  FollowBankLink,
} from './reactions/cash.reactions.js';
import { CashTransactionsController } from './http/cash-transactions.controller.js';
import { CheckInstructionsController } from './http/check-instructions.controller.js';
import { PendingOnBankLink } from './pending-on-bank-link.js';
import { SeriesTimer } from './series-timer.js';
import { CashPending } from './cash-pending.js';
import { CancelTransactionHandler } from './use-cases/cancel-transaction.js';
import { CreateTransactionHandler } from './use-cases/create-transaction.js';
import { ReportTransactionHandler } from './use-cases/report-transaction.js';

/** Providers that react to events. */
export const cashReactions = [FollowBankLink, CheckNewTransaction, CancelReportedSeries] as const;

/** Global, so that bank links learn of transactions on them without importing this context. */
@Global()
@Module({
  controllers: [
    CashTransactionsController,
    BackofficeCashTransactionsController,
    CheckInstructionsController,
  ],
  providers: [
    CancelTransactionHandler,
    CreateTransactionHandler,
    ReportTransactionHandler,
    CashFollowUps,
    ...cashReactions,
    SeriesTimer,
    CashPending,
    { provide: BANK_LINK_DIRECTORY, useClass: StreamBankLinkDirectory },
    { provide: BANK_LINK_TRANSACTIONS, useClass: PendingOnBankLink },
  ],
  exports: [BANK_LINK_TRANSACTIONS],
})
export class CashModule {}
