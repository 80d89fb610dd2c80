import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore, type OutcomeOf } from '#libs/platform/event-store';
import type { Asked, CommandMetadata, ExpectedRevision } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import { memberDecider, type UpdateMember } from '../domain/index.js';
import { requireMember } from '../lookups.js';

/** Changes a member's profile ([member.update]). */
export class UpdateMemberCommand extends Command<OutcomeOf<typeof memberDecider>> {
  constructor(
    readonly asked: Asked<UpdateMember>,
    readonly expectedRevision: ExpectedRevision | undefined,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(UpdateMemberCommand)
export class UpdateMemberHandler implements ICommandHandler<UpdateMemberCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
  ) {}

  async execute({
    asked,
    expectedRevision,
    metadata,
  }: UpdateMemberCommand): Promise<OutcomeOf<typeof memberDecider>> {
    const { loginId, firmId } = asked;
    // Before If-Match is looked at: its 412 would tell that another firm has a member of this id.
    await requireMember(this.aggregates, loginId, firmId);
    const command = { type: 'UpdateMember', ...asked } as const;
    return this.commands.carryOut(memberDecider, loginId, command, metadata, { expectedRevision });
  }
}
