import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { endingOf, memberDecider } from '#libs/contexts/members';
import { eventOf } from '#libs/platform/event-store';
import { throwIfRefused } from '#libs/platform/http';
import type { MembershipState } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { DecideMembership } from '../reactions/decide-membership.js';

/** Ends the membership of a member without open accounts, or resumes it ([member.membership]). */
export class ChangeMembershipCommand extends UseCaseCommand<
  typeof memberDecider,
  {
    readonly firmId: string;
    readonly loginId: string;
    readonly transState: MembershipState;
  }
> {}

@CommandHandler(ChangeMembershipCommand)
export class ChangeMembershipHandler implements ICommandHandler<ChangeMembershipCommand> {
  constructor(
    private readonly commands: CommandRunner,
    private readonly membership: DecideMembership,
  ) {}

  async execute({ payload, metadata, expectedRevision }: ChangeMembershipCommand) {
    const { firmId, loginId, transState } = payload;
    const openAccounts = await this.membership.openAccounts(loginId);
    const command = { type: 'ChangeMembership', firmId, transState, openAccounts } as const;
    const outcome = await this.commands.executeOrThrow(memberDecider, loginId, command, metadata, {
      expectedRevision,
    });
    const begun = eventOf(outcome, 'member.MembershipEndBegun');
    const { member } = outcome.after.state;
    if (!begun && (transState === 'RM' || !member || endingOf(member) === undefined)) {
      return outcome;
    }
    const about = begun ? this.membership.metadataOf(begun) : metadata;
    return throwIfRefused(await this.membership.decide(loginId, about));
  }
}
