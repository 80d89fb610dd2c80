import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore, type OutcomeOf } from '#libs/platform/event-store';
import { throwIfRefused } from '#libs/platform/http';
import { type CommandMetadata, isNumericOid, notFound } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import { bankAccount } from '../domain/bank-account.js';
import { bankLink } from '../domain/bank-link.js';
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

  async execute({
    bankLinkOid,
    metadata,
  }: UnlockBankAccountCommand): Promise<OutcomeOf<typeof bankAccount>> {
    const known = isNumericOid(bankLinkOid)
      ? await this.aggregates.load(bankLink, bankLinkOid)
      : undefined;
    const link = throwIfRefused(known?.state ?? notFound());
    const { accountNumber } = link;
    const command = { type: 'UnlockAttempts', bankLinkOid, accountNumber } as const;
    return this.commands.carryOut(bankAccount, this.attempts.keyOf(link), command, metadata);
  }
}
