import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { RequestContext } from '#libs/platform/http';
import type { CommandMetadata } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import type { AccountView } from '../account-access.js';
import { account } from '../domain/account.js';
import type { GrantPermission } from '../domain/commands.js';
import { People } from '../people.js';

/** Gives a login id of the firm a permission ([permission.managing]). */
export class GrantPermissionCommand extends Command<OutcomeOf<typeof account>> {
  constructor(
    readonly account: AccountView,
    readonly input: GrantPermission['input'],
    readonly by: Pick<RequestContext, 'caller' | 'present' | 'ifMatch'>,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(GrantPermissionCommand)
export class GrantPermissionHandler implements ICommandHandler<GrantPermissionCommand> {
  constructor(
    private readonly commands: Commands,
    private readonly people: People,
  ) {}

  async execute({ account: on, input, by, metadata }: GrantPermissionCommand) {
    const { caller, present, ifMatch: expectedRevision } = by;
    const { accountNumber, firmId } = on;
    const facts = { loginKnown: await this.people.isLoginOf(firmId, input.loginId, present) };
    const command = { type: 'GrantPermission', input, caller, facts } as const;
    return this.commands.carryOut(account, accountNumber, command, metadata, { expectedRevision });
  }
}
