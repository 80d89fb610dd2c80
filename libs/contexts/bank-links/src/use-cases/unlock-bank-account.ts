import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore } from '#libs/platform/event-store';
import { throwIfRefused } from '#libs/platform/http';
import { notFound } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { bankAccount } from '../domain/bank-account.js';
import { findBankLink } from '../bank-link-facts.js';
import { VerificationAttempts } from '../verification-attempts.js';

/** Operator: forgets the wrong attempts at a bank account, on all links of its owner to it ([bank-link.limit]). */
export class UnlockBankAccountCommand extends UseCaseCommand<
  typeof bankAccount,
  { readonly bankLinkOid: string }
> {}

@CommandHandler(UnlockBankAccountCommand)
export class UnlockBankAccountHandler implements ICommandHandler<UnlockBankAccountCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly attempts: VerificationAttempts,
  ) {}

  async execute({ payload: { bankLinkOid }, metadata }: UnlockBankAccountCommand) {
    const link = throwIfRefused((await findBankLink(this.aggregates, bankLinkOid)) ?? notFound());
    const { accountNumber } = link;
    const command = { type: 'UnlockAttempts', bankLinkOid, accountNumber } as const;
    return this.commands.executeOrThrow(bankAccount, this.attempts.keyOf(link), command, metadata);
  }
}
