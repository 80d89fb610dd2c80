import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import type { AccountView } from '../account-access.js';
import { account } from '../domain/account.js';
import type { GrantPermission } from '../domain/commands.js';
import { type ByRequest, OpeningFactsLookup } from '../opening-facts.js';

/** Grants a permission to a login id of the firm ([permission.managing]). */
export class GrantPermissionCommand extends UseCaseCommand<
  typeof account,
  Pick<GrantPermission, 'input'> & { readonly account: AccountView; readonly by: ByRequest }
> {}

@CommandHandler(GrantPermissionCommand)
export class GrantPermissionHandler implements ICommandHandler<GrantPermissionCommand> {
  constructor(
    private readonly commands: CommandRunner,
    private readonly people: OpeningFactsLookup,
  ) {}

  async execute({ payload, metadata, expectedRevision }: GrantPermissionCommand) {
    const { input } = payload;
    const { caller, present } = payload.by;
    const { accountNumber, firmId } = payload.account;
    const facts = { loginKnown: await this.people.isLoginOf(firmId, input.loginId, present) };
    const command = { type: 'GrantPermission', input, caller, facts } as const;
    return this.commands.executeOrThrow(account, accountNumber, command, metadata, {
      expectedRevision,
    });
  }
}
