import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Payload } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { account } from '../domain/account.js';
import type { AddRestriction } from '../domain/commands.js';

/** Restricts an account for a reason of the firm ([restriction.managing]). */
export class AddRestrictionCommand extends UseCaseCommand<
  typeof account,
  Payload<AddRestriction> & { readonly accountNumber: string }
> {}

@CommandHandler(AddRestrictionCommand)
export class AddRestrictionHandler implements ICommandHandler<AddRestrictionCommand> {
  constructor(private readonly commands: CommandRunner) {}

  execute({ payload: { accountNumber, ...rest }, metadata }: AddRestrictionCommand) {
    const command = { type: 'AddRestriction', ...rest } as const;
    return this.commands.executeOrThrow(account, accountNumber, command, metadata);
  }
}
