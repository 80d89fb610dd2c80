import { defineContext } from '#libs/platform/service';
import { AchNetwork } from './ach-network.js';
import { BankAccountOwner } from './bank-account-claims.js';
import { BankLinkFacts } from './bank-link-facts.js';
import { bankLinkEvents, limitEvents } from './bank-link.registry.js';
import { DepositsUnderWay } from './deposits-under-way.js';
import { ExpirySweep } from './expiry-sweep.js';
import { BackofficeMicroDepositsController } from './http/backoffice-micro-deposits.controller.js';
import { BankLinksController } from './http/bank-links.controller.js';
import { OperatorBankLinksController } from './http/operator-bank-links.controller.js';
import { VerificationsController } from './http/verifications.controller.js';
import { MicroDepositAmounts } from './micro-deposit-amounts.js';
import { ClearAttempts } from './reactions/clear-attempts.js';
import { MicroDepositItems } from './reactions/micro-deposit-items.js';
import { SendMicroDeposits } from './reactions/micro-deposits.reaction.js';
import { ReleaseBankAccount } from './reactions/release-bank-account.js';
import { bankLinkDocuments } from './read-models/bank-link.document.js';
import { SandboxAchNetwork } from './sandbox-ach-network.js';
import { SentMicroDeposits } from './sent-micro-deposits.js';
import { CancelBankLinkHandler } from './use-cases/cancel-bank-link.js';
import { CreateBankLinkHandler } from './use-cases/create-bank-link.js';
import { UnlockBankAccountHandler } from './use-cases/unlock-bank-account.js';
import { VerifyMicroDepositsHandler } from './use-cases/verify-micro-deposits.js';
import { VerifyOwnerHandler } from './use-cases/verify-owner.js';
import { VerificationAttempts } from './verification-attempts.js';

/** Bank accounts that money moves to and from. */
export const bankLinks = defineContext({
  name: 'bank-links',
  events: [bankLinkEvents, limitEvents],
  projections: [bankLinkDocuments],
  controllers: [
    BankLinksController,
    VerificationsController,
    BackofficeMicroDepositsController,
    OperatorBankLinksController,
  ],
  useCases: [
    CreateBankLinkHandler,
    CancelBankLinkHandler,
    VerifyMicroDepositsHandler,
    VerifyOwnerHandler,
    UnlockBankAccountHandler,
  ],
  providers: [
    BankLinkFacts,
    MicroDepositAmounts,
    VerificationAttempts,
    DepositsUnderWay,
    SentMicroDeposits,
    { provide: AchNetwork, useClass: SandboxAchNetwork },
  ],
  exports: [SentMicroDeposits],
  reactions: [SendMicroDeposits, ReleaseBankAccount, MicroDepositItems, ClearAttempts],
  timers: [ExpirySweep],
  reservationOwners: [BankAccountOwner],
});
