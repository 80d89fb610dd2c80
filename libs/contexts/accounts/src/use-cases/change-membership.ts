import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { memberDecider } from '#libs/contexts/members';
import type { MembershipState } from '#libs/platform/kernel';
import { Commands, UseCaseCommand } from '#libs/platform/service';
import { People } from '../people.js';

/** Ends the membership of a member without open accounts, or resumes it ([member.membership]). */
export class ChangeMembershipCommand extends UseCaseCommand<
  typeof memberDecider,
  {
    readonly firmId: string;
    readonly loginId: string;
    readonly transState: MembershipState;
    /** Position the accounts must not be older than. */
    readonly present?: bigint | undefined;
  }
> {}

@CommandHandler(ChangeMembershipCommand)
export class ChangeMembershipHandler implements ICommandHandler<ChangeMembershipCommand> {
  constructor(
    private readonly commands: Commands,
    private readonly people: People,
  ) {}

  async execute({ payload, metadata, expectedRevision }: ChangeMembershipCommand) {
    const { firmId, loginId, transState, present = 0n } = payload;
    const openAccounts: string[] = [];
    const open = this.people.openAccounts(loginId, present);
    for await (const accountNumber of open) openAccounts.push(accountNumber);
    const command = { type: 'ChangeMembership', firmId, transState, openAccounts } as const;
    return this.commands.executeOrThrow(memberDecider, loginId, command, metadata, {
      expectedRevision,
    });
  }
}
