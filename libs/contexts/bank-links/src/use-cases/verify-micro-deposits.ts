import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore, isDryRun } from '#libs/platform/event-store';
import { type Caller, throwIfRefused } from '#libs/platform/http';
import {
  type Asked,
  businessNow,
  type Clock,
  isNumericOid,
  type Money,
  refuse,
} from '#libs/platform/kernel';
import { CLOCK, Commands, type Platform, PLATFORM, UseCaseCommand } from '#libs/platform/service';
import { BankLinkFacts } from '../bank-link-facts.js';
import type { VerifyMicroDeposits } from '../domain/bank-link.commands.js';
import { bankLink } from '../domain/bank-link.js';
import { comparesAmounts, notInDryRun, verifyMicroDeposits } from '../domain/verification.js';
import { MicroDepositAmounts } from '../micro-deposits.js';
import { VerificationAttempts } from '../verification-attempts.js';

/** Verifies a link by the amounts of its micro-deposits ([bank-link.verify]). */
export class VerifyMicroDepositsCommand extends UseCaseCommand<typeof bankLink, Verification> {}

interface Verification extends Omit<Asked<VerifyMicroDeposits>, 'amountsKey' | 'attempts'> {
  readonly amounts: readonly [Money, Money];
  readonly caller: Caller;
}

/** Where all checks before the amounts pass, an attempt at the bank account is used first; then the link decides. */
@CommandHandler(VerifyMicroDepositsCommand)
export class VerifyMicroDepositsHandler implements ICommandHandler<VerifyMicroDepositsCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
    private readonly facts: BankLinkFacts,
    private readonly amounts: MicroDepositAmounts,
    private readonly attempts: VerificationAttempts,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async execute({ asked: verification, metadata }: VerifyMicroDepositsCommand) {
    const { amounts, caller, ...asked } = verification;
    const { accountNumber, bankLinkOid, input } = asked;
    const command: VerifyMicroDeposits = {
      type: 'VerifyMicroDeposits',
      ...asked,
      amountsKey: this.amounts.key(bankLinkOid, amounts),
      attempts: this.platform.config.microDepositAttempts,
      facts: await this.facts.verification(accountNumber, input.ownerLoginId, caller),
    };
    const now = businessNow(this.clock, metadata.firmId);
    if (!isNumericOid(bankLinkOid)) {
      // an id no link can have: the checks before that one still come first
      throwIfRefused(verifyMicroDeposits(command, undefined, now));
      throw new Error('a link that does not exist was verified');
    }
    const { state } = await this.aggregates.load(bankLink, bankLinkOid);
    if (state && comparesAmounts(verifyMicroDeposits(command, state, now))) {
      await this.attempts.take(state, metadata);
      // whoever could try amounts out without using attempts would find them
      if (isDryRun()) throwIfRefused(refuse(notInDryRun()));
    }
    return this.commands.carryOut(bankLink, bankLinkOid, command, metadata);
  }
}
