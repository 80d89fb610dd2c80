import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { memberDecider } from '#libs/contexts/members';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { RequestContext } from '#libs/platform/http';
import type { CommandMetadata, MembershipState } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import { People } from '../people.js';

/** Ends the membership of a member who has no open account, or begins it again ([member.membership]). */
export class ChangeMembershipCommand extends Command<OutcomeOf<typeof memberDecider>> {
  constructor(
    readonly firmId: string,
    readonly loginId: string,
    readonly transState: MembershipState,
    readonly by: Pick<RequestContext, 'present' | 'ifMatch'>,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(ChangeMembershipCommand)
export class ChangeMembershipHandler implements ICommandHandler<ChangeMembershipCommand> {
  constructor(
    private readonly commands: Commands,
    private readonly people: People,
  ) {}

  async execute({ firmId, loginId, transState, by, metadata }: ChangeMembershipCommand) {
    const { present = 0n, ifMatch: expectedRevision } = by;
    const openAccounts: string[] = [];
    const open = this.people.openAccounts(loginId, present);
    for await (const accountNumber of open) openAccounts.push(accountNumber);
    const command = { type: 'ChangeMembership', firmId, transState, openAccounts } as const;
    return this.commands.carryOut(memberDecider, loginId, command, metadata, { expectedRevision });
  }
}
