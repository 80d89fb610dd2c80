import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, restrictionProblem } from '#libs/contexts/accounts';
import { eventOf } from '#libs/platform/event-store';
import { throwIfRefused } from '#libs/platform/http';
import type { Payload } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { BankLinkFacts } from '../bank-link-facts.js';
import type { CancelBankLink } from '../domain/bank-link.commands.js';
import { bankLink } from '../domain/bank-link.js';
import { DecideCancellation } from '../reactions/decide-cancellation.js';

/** Cancels a bank link ([bank-link.cancel]). */
export class CancelBankLinkCommand extends UseCaseCommand<
  typeof bankLink,
  Payload<CancelBankLink> & { readonly account: AccountView }
> {}

@CommandHandler(CancelBankLinkCommand)
export class CancelBankLinkHandler implements ICommandHandler<CancelBankLinkCommand> {
  constructor(
    private readonly commands: CommandRunner,
    private readonly facts: BankLinkFacts,
    private readonly cancellation: DecideCancellation,
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
    const outcome = await this.commands.executeOrThrow(bankLink, bankLinkOid, command, metadata, {
      expectedRevision,
    });
    const begun = eventOf(outcome, 'bankLink.CancellationBegun');
    if (!begun && outcome.after.state?.cancelling !== true) return outcome;
    const about = begun ? this.cancellation.metadataOf(begun) : metadata;
    return throwIfRefused(await this.cancellation.decide(bankLinkOid, about));
  }
}
