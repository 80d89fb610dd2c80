import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, restrictionProblem } from '#libs/contexts/accounts';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { Asked, CommandMetadata } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import type { SetTargetWeights } from '../domain/folio-book.commands.js';
import { folioBook } from '../domain/folio-book.js';
import { accountFact } from '../folio-lookup.js';

/** Replaces the target weights of a folio ([folio.weights]). */
export class SetTargetWeightsCommand extends Command<OutcomeOf<typeof folioBook>> {
  constructor(
    readonly account: AccountView,
    readonly asked: Asked<SetTargetWeights>,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(SetTargetWeightsCommand)
export class SetTargetWeightsHandler implements ICommandHandler<SetTargetWeightsCommand> {
  constructor(private readonly commands: Commands) {}

  execute({
    account,
    asked,
    metadata,
  }: SetTargetWeightsCommand): Promise<OutcomeOf<typeof folioBook>> {
    const restriction = restrictionProblem(account, 'targetWeights');
    const facts = { account: accountFact(account), restriction };
    const command = { type: 'SetTargetWeights', ...asked, facts } as const;
    return this.commands.carryOut(folioBook, account.accountNumber, command, metadata);
  }
}
