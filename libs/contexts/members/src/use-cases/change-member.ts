import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore } from '#libs/platform/event-store';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { requireMember } from '../access.js';
import {
  memberDecider,
  type RecordIdentityResult,
  type RequestIdentityCheck,
  type UpdateMember,
} from '../domain/index.js';

/** Changes a profile ([member.update]), repeats an identity check ([member.verifications]) or records its result ([back-office.verification]). */
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
    private readonly commands: CommandRunner,
  ) {}

  async execute({ payload, expectedRevision, metadata }: ChangeMemberCommand) {
    const { loginId, change } = payload;
    // before If-Match is checked: a 412 would reveal that another firm has a member with this id
    await requireMember(this.aggregates, loginId, change.firmId);
    return this.commands.executeOrThrow(memberDecider, loginId, change, metadata, {
      expectedRevision,
    });
  }
}
