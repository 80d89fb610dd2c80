import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ActingPersons } from '#libs/contexts/members';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { RequestContext } from '#libs/platform/http';
import type { CommandMetadata } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import { account } from '../domain/account.js';
import type { ChangePermission, RemoveRestriction, RevokePermission } from '../domain/commands.js';

/**
 * Does what the API client of the firm, acting for itself, may do where others may not: changes the permission of a login id or takes
 * it away ([permission.managing], [permission.owners]), lifts a restriction ([restriction.managing]).
 */
export class ManageAccountCommand extends Command<OutcomeOf<typeof account>> {
  constructor(
    readonly accountNumber: string,
    readonly asked:
      | Omit<ChangePermission, 'caller'>
      | Omit<RevokePermission, 'caller'>
      | Omit<RemoveRestriction, 'caller'>,
    readonly by: Pick<RequestContext, 'caller' | 'present' | 'ifMatch'>,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(ManageAccountCommand)
export class ManageAccountHandler implements ICommandHandler<ManageAccountCommand> {
  constructor(
    private readonly commands: Commands,
    private readonly persons: ActingPersons,
  ) {}

  async execute({ accountNumber, asked, by, metadata }: ManageAccountCommand) {
    const caller = { ...by.caller, firmItself: await this.persons.isFirmItself(by) };
    const command = { ...asked, caller };
    return this.commands.carryOut(account, accountNumber, command, metadata, {
      expectedRevision: by.ifMatch,
    });
  }
}
