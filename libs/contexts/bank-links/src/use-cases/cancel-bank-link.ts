import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, restrictionProblem } from '#libs/contexts/accounts';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { Asked, CommandMetadata, ExpectedRevision } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import { BankLinkFacts } from '../bank-link-facts.js';
import type { CancelBankLink } from '../domain/bank-link.commands.js';
import { bankLink } from '../domain/bank-link.js';

/** Cancels a link of an account the caller may move money of ([bank-link.cancel]). */
export class CancelBankLinkCommand extends Command<OutcomeOf<typeof bankLink>> {
  constructor(
    readonly account: AccountView,
    readonly asked: Asked<CancelBankLink>,
    readonly expectedRevision: ExpectedRevision | undefined,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(CancelBankLinkCommand)
export class CancelBankLinkHandler implements ICommandHandler<CancelBankLinkCommand> {
  constructor(
    private readonly commands: Commands,
    private readonly facts: BankLinkFacts,
  ) {}

  async execute({ account, asked, expectedRevision, metadata }: CancelBankLinkCommand) {
    const { bankLinkOid, input } = asked;
    const [owner, transactionsInProcess] = await Promise.all([
      this.facts.owner(account, input.ownerLoginId),
      this.facts.transactionsInProcess(bankLinkOid),
    ]);
    const restriction = restrictionProblem(account, 'bankLink');
    const facts = { ...owner, transactionsInProcess, restriction };
    const command = { type: 'CancelBankLink', ...asked, facts } as const;
    return this.commands.carryOut(bankLink, bankLinkOid, command, metadata, { expectedRevision });
  }
}
