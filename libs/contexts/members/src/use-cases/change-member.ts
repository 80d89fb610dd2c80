import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore } from '#libs/platform/event-store';
import { Commands, UseCaseCommand } from '#libs/platform/service';
import { requireMember } from '../access.js';
import {
  memberDecider,
  type RecordIdentityResult,
  type RequestIdentityCheck,
  type UpdateMember,
} from '../domain/index.js';

/**
 * Changes a member's profile ([member.update]), has a failed identity check made again ([member.verifications]), or records what came
 * of one ([back-office.verification]).
 */
export class ChangeMemberCommand extends UseCaseCommand<
  typeof memberDecider,
  {
    readonly loginId: string;
    readonly change: UpdateMember | RequestIdentityCheck | RecordIdentityResult;
  }
> {}

@CommandHandler(ChangeMemberCommand)
export class ChangeMemberHandler implements ICommandHandler<ChangeMemberCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
  ) {}

  async execute({ asked, expectedRevision, metadata }: ChangeMemberCommand) {
    const { loginId, change } = asked;
    // Before If-Match is looked at: its 412 would tell that another firm has a member of this id.
    await requireMember(this.aggregates, loginId, change.firmId);
    return this.commands.carryOut(memberDecider, loginId, change, metadata, { expectedRevision });
  }
}
