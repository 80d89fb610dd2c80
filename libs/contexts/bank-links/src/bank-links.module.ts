import { Module } from '@nestjs/common';
import { MembersModule } from '#libs/contexts/members';
import { AttentionModule } from '#libs/contexts/attention';
import { closingCheck, AccountsModule } from '#libs/contexts/accounts';
import { businessNow } from '#libs/platform/kernel';
import { EventSourcingModule } from '#libs/platform/service';
import { ActiveBankLinks } from './active-bank-links.js';
import { BankAccountOwner } from './bank-account-claims.js';
import { BankLinkFacts } from './bank-link-facts.js';
import { bankLinkEvents, limitEvents } from './bank-link.registry.js';
import { statusAt } from './domain/bank-link.state.js';
import { ExpirySweep } from './expiry-sweep.js';
import {
  BackofficeMicroDepositsController,
  BankLinksController,
  OperatorBankLinksController,
} from './http/bank-links.controller.js';
import { VerificationsController } from './http/verifications.controller.js';
import {
  AchNetwork,
  MicroDepositAmounts,
  SandboxAchNetwork,
  SentMicroDeposits,
} from './micro-deposits.js';
import {
  ClearAttempts,
  depositsUnderWay,
  LookAgainAtBankLink,
  MicroDepositItems,
  ReleaseBankAccount,
  SendMicroDeposits,
} from './reactions/bank-link.reactions.js';
import { DecideCancellation } from './reactions/decide-cancellation.js';
import { bankLinkDocuments, BankLinkIndex } from './read-models/bank-link.document.js';
import { CancelBankLinkHandler } from './use-cases/cancel-bank-link.js';
import { CreateBankLinkHandler } from './use-cases/create-bank-link.js';
import { UnlockBankAccountHandler } from './use-cases/unlock-bank-account.js';
import { VerifyMicroDepositsHandler } from './use-cases/verify-micro-deposits.js';
import { VerifyOwnerHandler } from './use-cases/verify-owner.js';
import { VerificationAttempts } from './verification-attempts.js';

/** Micro-deposits that are being sent or await confirmation. */
const PendingDeposits = closingCheck(
  bankLinkDocuments,
  BankLinkIndex.Account,
  (link, clock) =>
    link.verification === undefined &&
    statusAt(link, businessNow(clock, link.firmId)) === 'A' &&
    depositsUnderWay(link.bankLinkOid),
);

/** Bank accounts that money moves to and from. */
@Module({
  imports: [
    AccountsModule,
    AttentionModule,
    MembersModule,
    EventSourcingModule.forFeature({
      events: [bankLinkEvents, limitEvents],
      projections: [bankLinkDocuments],
    }),
  ],
  controllers: [
    BankLinksController,
    VerificationsController,
    BackofficeMicroDepositsController,
    OperatorBankLinksController,
  ],
  providers: [
    CreateBankLinkHandler,
    CancelBankLinkHandler,
    VerifyMicroDepositsHandler,
    VerifyOwnerHandler,
    UnlockBankAccountHandler,
    ActiveBankLinks,
    BankLinkFacts,
    MicroDepositAmounts,
    VerificationAttempts,
    PendingDeposits,
    SentMicroDeposits,
    { provide: AchNetwork, useClass: SandboxAchNetwork },
    LookAgainAtBankLink,
    SendMicroDeposits,
    DecideCancellation,
    ReleaseBankAccount,
    MicroDepositItems,
    ClearAttempts,
    ExpirySweep,
    BankAccountOwner,
  ],
  exports: [ActiveBankLinks, SentMicroDeposits],
})
export class BankLinksModule {}
