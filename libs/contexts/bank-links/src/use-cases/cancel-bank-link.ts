import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, restrictionProblem } from '#libs/contexts/accounts';
import type { Payload } from '#libs/platform/kernel';
import { Commands, UseCaseCommand } from '#libs/platform/service';
import { BankLinkFacts } from '../bank-link-facts.js';
import type { CancelBankLink } from '../domain/bank-link.commands.js';
import { bankLink } from '../domain/bank-link.js';

/** Cancels a bank link ([bank-link.cancel]). */
export class CancelBankLinkCommand extends UseCaseCommand<
  typeof bankLink,
  Payload<CancelBankLink> & { readonly account: AccountView }
> {}

@CommandHandler(CancelBankLinkCommand)
export class CancelBankLinkHandler implements ICommandHandler<CancelBankLinkCommand> {
  constructor(
    private readonly commands: Commands,
    private readonly facts: BankLinkFacts,
  ) {}

  async execute({
    payload: { account, ...rest },
    metadata,
    expectedRevision,
  }: CancelBankLinkCommand) {
    const { bankLinkOid, input } = rest;
    const [owner, transactionsInProcess] = await Promise.all([
      this.facts.owner(account, input.ownerLoginId),
      this.facts.transactionsInProcess(bankLinkOid),
    ]);
    const restriction = restrictionProblem(account, 'bankLink');
    const facts = { ...owner, transactionsInProcess, restriction };
    const command = { type: 'CancelBankLink', ...rest, facts } as const;
    return this.commands.executeOrThrow(bankLink, bankLinkOid, command, metadata, {
      expectedRevision,
    });
  }
}
