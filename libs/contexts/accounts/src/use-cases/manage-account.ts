import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { account } from '../domain/account.js';
import type { ChangePermission, RemoveRestriction, RevokePermission } from '../domain/commands.js';
import type { ByRequest } from '../opening-facts.js';

/**
 * Changes or revokes a permission ([permission.managing], [permission.owners]) or lifts a restriction ([restriction.managing]): the
 * commands for which the firm's API client, acting for itself, has additional rights.
 */
export class ManageAccountCommand extends UseCaseCommand<
  typeof account,
  {
    readonly accountNumber: string;
    readonly by: ByRequest;
    readonly what:
      | Omit<ChangePermission, 'caller'>
      | Omit<RevokePermission, 'caller'>
      | Omit<RemoveRestriction, 'caller'>;
  }
> {}

@CommandHandler(ManageAccountCommand)
export class ManageAccountHandler implements ICommandHandler<ManageAccountCommand> {
  constructor(private readonly commands: CommandRunner) {}

  async execute({ payload, metadata, expectedRevision }: ManageAccountCommand) {
    const { accountNumber, by, what } = payload;
    const command = { ...what, caller: by.caller };
    return this.commands.executeOrThrow(account, accountNumber, command, metadata, {
      expectedRevision,
    });
  }
}
