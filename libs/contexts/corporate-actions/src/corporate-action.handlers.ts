import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, restrictionProblem } from '#libs/contexts/accounts';
import type { Payload } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { actionId, type CastVotes, corporateAction, type PutAction } from './corporate-action.js';

/** Back office: defines or changes a corporate action ([back-office.corporateactions]). */
export class PutActionCommand extends UseCaseCommand<
  typeof corporateAction,
  Omit<PutAction, 'type'>
> {}

@CommandHandler(PutActionCommand)
export class PutActionHandler implements ICommandHandler<PutActionCommand> {
  constructor(private readonly commands: CommandRunner) {}

  execute({ payload, metadata, expectedRevision }: PutActionCommand) {
    const id = actionId(payload.accountNumber, payload.notifid);
    const command = { type: 'PutAction', ...payload } as const;
    return this.commands.executeOrThrow(corporateAction, id, command, metadata, {
      expectedRevision,
    });
  }
}

/** Casts or changes votes on a corporate action ([vote.cast]). */
export class CastVotesCommand extends UseCaseCommand<
  typeof corporateAction,
  Payload<CastVotes> & { readonly account: AccountView }
> {}

@CommandHandler(CastVotesCommand)
export class CastVotesHandler implements ICommandHandler<CastVotesCommand> {
  constructor(private readonly commands: CommandRunner) {}

  execute({ payload: { account, ...rest }, metadata, expectedRevision }: CastVotesCommand) {
    const facts = { restriction: restrictionProblem(account, 'vote') };
    const command = { type: 'CastVotes', ...rest, facts } as const;
    const id = actionId(rest.accountNumber, rest.notifid);
    return this.commands.executeOrThrow(corporateAction, id, command, metadata, {
      expectedRevision,
    });
  }
}
