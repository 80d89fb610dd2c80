import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore, isDryRun } from '#libs/platform/event-store';
import { type Caller, throwIfRefused } from '#libs/platform/http';
import { businessNow, type Clock, isNumericOid, type Money, refuse } from '#libs/platform/kernel';
import {
  CLOCK,
  CommandRunner,
  type Platform,
  PLATFORM,
  UseCaseCommand,
} from '#libs/platform/service';
import { BankLinkFacts } from '../bank-link-facts.js';
import type { OperationInput, VerifyMicroDeposits } from '../domain/bank-link.commands.js';
import { bankLink } from '../domain/bank-link.js';
import { bankLinkRules } from '../domain/bank-link-rules.js';
import type { LinkIds } from '../domain/bank-link.events.js';
import { comparesAmounts, verifyMicroDeposits } from '../domain/verification.js';
import { MicroDepositAmounts } from '../micro-deposits.js';
import { VerificationAttempts } from '../verification-attempts.js';

/** Verifies a link by the amounts of its micro-deposits ([bank-link.verify]). */
export class VerifyMicroDepositsCommand extends UseCaseCommand<typeof bankLink, Verification> {}

interface Verification extends LinkIds {
  readonly input: OperationInput;
  readonly amounts: readonly [Money, Money];
  readonly caller: Caller;
}

/** Once all checks before the amounts pass, uses up an attempt at the bank account before the link decides. */
@CommandHandler(VerifyMicroDepositsCommand)
export class VerifyMicroDepositsHandler implements ICommandHandler<VerifyMicroDepositsCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly facts: BankLinkFacts,
    private readonly amounts: MicroDepositAmounts,
    private readonly attempts: VerificationAttempts,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async execute({ payload, metadata, expectedRevision }: VerifyMicroDepositsCommand) {
    const { accountNumber, bankLinkOid, input, amounts, caller } = payload;
    const command: VerifyMicroDeposits = {
      type: 'VerifyMicroDeposits',
      accountNumber,
      bankLinkOid,
      input,
      expectedRevision,
      amountsKey: this.amounts.key(bankLinkOid, amounts),
      attempts: this.platform.config.microDepositAttempts,
      facts: await this.facts.verification(accountNumber, input.ownerLoginId, caller),
    };
    const now = businessNow(this.clock, metadata.firmId);
    if (!isNumericOid(bankLinkOid)) {
      // no link has such an id, but earlier checks come first
      throwIfRefused(verifyMicroDeposits(command, undefined, now));
      throw new Error(`bank link ${bankLinkOid} can't exist`);
    }
    const { state } = await this.aggregates.load(bankLink, bankLinkOid);
    if (state && comparesAmounts(verifyMicroDeposits(command, state, now))) {
      await this.attempts.take(state, metadata);
      // otherwise amounts could be guessed without using attempts
      if (isDryRun()) throwIfRefused(refuse(bankLinkRules.broken('banklink.amounts.dry.run.rule')));
    }
    return this.commands.executeOrThrow(bankLink, bankLinkOid, command, metadata);
  }
}
