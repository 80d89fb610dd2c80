import { Module } from '@nestjs/common';
import { AchNetwork } from './ach-network.js';
import { BackofficeMicroDepositsController } from './http/backoffice-micro-deposits.controller.js';
import { BankAccountOwner } from './bank-account-claims.js';
import { BankLinkFacts } from './bank-link-facts.js';
import { BankLinksController } from './http/bank-links.controller.js';
import { CreateBankLinkHandler } from './use-cases/create-bank-link.js';
import { ExpirySweep } from './expiry-sweep.js';
import { MicroDepositAmounts } from './micro-deposit-amounts.js';
import { MicroDepositItems } from './reactions/micro-deposit-items.js';
import { SendMicroDeposits } from './reactions/micro-deposits.reaction.js';
import { OperatorBankLinksController } from './http/operator-bank-links.controller.js';
import { SandboxAchNetwork } from './sandbox-ach-network.js';
import { ClearAttempts } from './reactions/clear-attempts.js';
import { ReleaseBankAccount } from './reactions/release-bank-account.js';
import { VerificationAttempts } from './verification-attempts.js';
import { CancelBankLinkHandler } from './use-cases/cancel-bank-link.js';
import { UnlockBankAccountHandler } from './use-cases/unlock-bank-account.js';
import { VerifyOwnerHandler } from './use-cases/verify-owner.js';
import { SentMicroDeposits } from './sent-micro-deposits.js';
import { VerificationsController } from './http/verifications.controller.js';
import { VerifyMicroDepositsHandler } from './use-cases/verify-micro-deposits.js';
import { DepositsUnderWay } from './deposits-under-way.js';

/** Bank links: routes, the ACH network, and what follows from their events. */
@Module({
  controllers: [
    BankLinksController,
    VerificationsController,
    BackofficeMicroDepositsController,
    OperatorBankLinksController,
  ],
  providers: [
    BankLinkFacts,
    MicroDepositAmounts,
    CreateBankLinkHandler,
    VerificationAttempts,
    CancelBankLinkHandler,
    VerifyMicroDepositsHandler,
    VerifyOwnerHandler,
    UnlockBankAccountHandler,
    ClearAttempts,
    BankAccountOwner,
    ReleaseBankAccount,
    SendMicroDeposits,
    MicroDepositItems,
    ExpirySweep,
    DepositsUnderWay,
    SentMicroDeposits,
    { provide: AchNetwork, useClass: SandboxAchNetwork },
  ],
  exports: [SentMicroDeposits],
})
export class BankLinksModule {}
