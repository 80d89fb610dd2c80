import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore, type OutcomeOf } from '#libs/platform/event-store';
import type { CommandMetadata, ExpectedRevision } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
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
export class ChangeMemberCommand extends Command<OutcomeOf<typeof memberDecider>> {
  constructor(
    readonly loginId: string,
    readonly change: UpdateMember | RequestIdentityCheck | RecordIdentityResult,
    readonly expectedRevision: ExpectedRevision | undefined,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(ChangeMemberCommand)
export class ChangeMemberHandler implements ICommandHandler<ChangeMemberCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
  ) {}

  async execute({ loginId, change, expectedRevision, metadata }: ChangeMemberCommand) {
    // Before If-Match is looked at: its 412 would tell that another firm has a member of this id.
    await requireMember(this.aggregates, loginId, change.firmId);
    return this.commands.carryOut(memberDecider, loginId, change, metadata, { expectedRevision });
  }
}
