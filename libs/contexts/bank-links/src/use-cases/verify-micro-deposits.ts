import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore, isDryRun, type Outcome } from '#libs/platform/event-store';
import {
  businessNow,
  type Clock,
  type CommandMetadata,
  isNumericOid,
  isRefusal,
  type Refusal,
  refuse,
} from '#libs/platform/kernel';
import { CLOCK, Commands } from '#libs/platform/service';
import type { VerifyMicroDeposits } from '../domain/bank-link.commands.js';
import type { BankLinkEvent } from '../domain/bank-link.events.js';
import { bankLink } from '../domain/bank-link.js';
import { comparesAmounts, notInDryRun, verifyMicroDeposits } from '../domain/verification.js';
import { VerificationAttempts } from '../verification-attempts.js';

/** Verifies a link by the amounts of its micro-deposits ([bank-link.verify]). */
export class VerifyMicroDepositsCommand extends Command<Outcome<BankLinkEvent> | Refusal> {
  constructor(
    readonly bankLinkOid: string,
    readonly command: VerifyMicroDeposits,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

/** Where all checks before the amounts pass, an attempt at the bank account is used first; then the link decides. */
@CommandHandler(VerifyMicroDepositsCommand)
export class VerifyMicroDepositsHandler implements ICommandHandler<VerifyMicroDepositsCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
    private readonly attempts: VerificationAttempts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({
    bankLinkOid,
    command,
    metadata,
  }: VerifyMicroDepositsCommand): Promise<Outcome<BankLinkEvent> | Refusal> {
    const now = businessNow(this.clock, metadata.firmId);
    if (!isNumericOid(bankLinkOid)) {
      // an id no link can have: the checks before that one still come first
      const refusal = verifyMicroDeposits(command, undefined, now);
      if (!isRefusal(refusal)) throw new Error('a link that does not exist was verified');
      return refusal;
    }
    const { state } = await this.aggregates.load(bankLink, bankLinkOid);
    if (state && comparesAmounts(verifyMicroDeposits(command, state, now))) {
      const refusal = await this.attempts.take(state, metadata);
      if (refusal) return refusal;
      // whoever could try amounts out without using attempts would find them
      if (isDryRun()) return refuse(notInDryRun());
    }
    return this.commands.execute(bankLink, bankLinkOid, command, metadata);
  }
}
