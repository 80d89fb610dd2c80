import { Module } from '@nestjs/common';
import { MembersModule } from '#libs/contexts/members';
import { AttentionModule, LinkedAccounts } from '#libs/contexts/attention';
import { closingCheck, AccountsModule } from '#libs/contexts/accounts';
import { businessNow } from '#libs/platform/kernel';
import { EventSourcingModule } from '#libs/platform/service';
import {
  ActiveBankLinks,
  ClearAttempts,
  DecideCancellation,
  depositsUnderWay,
  ExpirySweep,
  LookAgainAtBankLink,
  MicroDepositItems,
  ReleaseBankAccount,
  SendMicroDeposits,
} from './bank-link.reactions.js';
import { BankAccountOwner, BankLinkFacts, VerificationAttempts } from './bank-link.facts.js';
import { bankLinkEvents, limitEvents } from './bank-link.events.js';
import { statusAt } from './bank-link.js';
import {
  BackofficeMicroDepositsController,
  BankLinksController,
  OperatorBankLinksController,
  VerificationsController,
} from './bank-links.controller.js';
import {
  AchNetwork,
  MicroDepositAmounts,
  SandboxAchNetwork,
  SentMicroDeposits,
} from './micro-deposits.ports.js';
import { bankLinkDocuments, BankLinkIndex } from './bank-link.document.js';
import {
  CancelBankLinkHandler,
  CreateBankLinkHandler,
  UnlockBankAccountHandler,
  VerifyMicroDepositsHandler,
  VerifyOwnerHandler,
} from './bank-link.handlers.js';

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
    { provide: LinkedAccounts, useExisting: BankLinkFacts },
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
