import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore, type OutcomeOf } from '#libs/platform/event-store';
import { throwIfRefused } from '#libs/platform/http';
import { type CommandMetadata, notFound } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import { bankAccount } from '../domain/bank-account.js';
import { findBankLink } from '../find-bank-link.js';
import { VerificationAttempts } from '../verification-attempts.js';

/** An operator: forgets the wrong attempts at the bank account of a link, on all links of its owner to that account ([bank-link.limit]). */
export class UnlockBankAccountCommand extends Command<OutcomeOf<typeof bankAccount>> {
  constructor(
    readonly bankLinkOid: string,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(UnlockBankAccountCommand)
export class UnlockBankAccountHandler implements ICommandHandler<UnlockBankAccountCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
    private readonly attempts: VerificationAttempts,
  ) {}

  async execute({ bankLinkOid, metadata }: UnlockBankAccountCommand) {
    const link = throwIfRefused((await findBankLink(this.aggregates, bankLinkOid)) ?? notFound());
    const { accountNumber } = link;
    const command = { type: 'UnlockAttempts', bankLinkOid, accountNumber } as const;
    return this.commands.carryOut(bankAccount, this.attempts.keyOf(link), command, metadata);
  }
}
