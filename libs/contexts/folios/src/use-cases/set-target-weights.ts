import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, restrictionProblem } from '#libs/contexts/accounts';
import type { Payload } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { folioBook, type SetTargetWeights } from '../domain/folio-book.js';

/** Replaces the target weights of a folio ([folio.weights]). */
export class SetTargetWeightsCommand extends UseCaseCommand<
  typeof folioBook,
  Payload<SetTargetWeights> & { readonly account: AccountView }
> {}

@CommandHandler(SetTargetWeightsCommand)
export class SetTargetWeightsHandler implements ICommandHandler<SetTargetWeightsCommand> {
  constructor(private readonly commands: CommandRunner) {}

  execute({ payload: { account, ...rest }, metadata, expectedRevision }: SetTargetWeightsCommand) {
    const facts = { restriction: restrictionProblem(account, 'targetWeights') };
    const command = { type: 'SetTargetWeights', ...rest, expectedRevision, facts } as const;
    return this.commands.executeOrThrow(folioBook, rest.accountNumber, command, metadata);
  }
}
