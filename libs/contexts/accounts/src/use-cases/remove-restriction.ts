import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ActingPersons } from '#libs/contexts/members';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { RequestContext } from '#libs/platform/http';
import type { CommandMetadata } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import { account } from '../domain/account.js';

/** Lifts a restriction, for firms with the entitlement `removeRestrictions` ([restriction.managing]). */
export class RemoveRestrictionCommand extends Command<OutcomeOf<typeof account>> {
  constructor(
    readonly accountNumber: string,
    readonly restrictionId: string,
    readonly by: Pick<RequestContext, 'caller' | 'present' | 'ifMatch'>,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(RemoveRestrictionCommand)
export class RemoveRestrictionHandler implements ICommandHandler<RemoveRestrictionCommand> {
  constructor(
    private readonly commands: Commands,
    private readonly persons: ActingPersons,
  ) {}

  async execute({
    accountNumber,
    restrictionId,
    by,
    metadata,
  }: RemoveRestrictionCommand): Promise<OutcomeOf<typeof account>> {
    const facts = { firmItself: await this.persons.isFirmItself(by) };
    const command = { type: 'RemoveRestriction', restrictionId, caller: by.caller, facts } as const;
    return this.commands.carryOut(account, accountNumber, command, metadata, {
      expectedRevision: by.ifMatch,
    });
  }
}
