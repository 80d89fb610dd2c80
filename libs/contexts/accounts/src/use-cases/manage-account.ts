import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ActingPersons } from '#libs/contexts/members';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { RequestContext } from '#libs/platform/http';
import type { Asked, CommandMetadata } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import type { AccountView } from '../account-access.js';
import { account } from '../domain/account.js';
import type {
  AddRestriction,
  ChangePermission,
  GrantPermission,
  RemoveRestriction,
  RevokePermission,
} from '../domain/commands.js';
import { People } from '../people.js';

/** Restricts an account for a reason of the firm ([restriction.managing]). */
export class AddRestrictionCommand extends Command<OutcomeOf<typeof account>> {
  constructor(
    readonly accountNumber: string,
    readonly asked: Asked<AddRestriction>,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(AddRestrictionCommand)
export class AddRestrictionHandler implements ICommandHandler<AddRestrictionCommand> {
  constructor(private readonly commands: Commands) {}

  execute({ accountNumber, asked, metadata }: AddRestrictionCommand) {
    const command = { type: 'AddRestriction', ...asked } as const;
    return this.commands.carryOut(account, accountNumber, command, metadata);
  }
}

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
