import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, restrictionProblem } from '#libs/contexts/accounts';
import type { Asked } from '#libs/platform/kernel';
import { Commands, UseCaseCommand } from '#libs/platform/service';
import { folioBook, type SetTargetWeights } from '../domain/folio-book.js';

/** Replaces the target weights of a folio ([folio.weights]). */
export class SetTargetWeightsCommand extends UseCaseCommand<
  typeof folioBook,
  Asked<SetTargetWeights> & { readonly account: AccountView }
> {}

@CommandHandler(SetTargetWeightsCommand)
export class SetTargetWeightsHandler implements ICommandHandler<SetTargetWeightsCommand> {
  constructor(private readonly commands: Commands) {}

  execute({ asked: { account, ...asked }, metadata, expectedRevision }: SetTargetWeightsCommand) {
    const facts = { restriction: restrictionProblem(account, 'targetWeights') };
    const command = { type: 'SetTargetWeights', ...asked, expectedRevision, facts } as const;
    return this.commands.carryOut(folioBook, asked.accountNumber, command, metadata);
  }
}
