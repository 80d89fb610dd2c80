import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore, type OutcomeOf } from '#libs/platform/event-store';
import type { CommandMetadata, ExpectedRevision } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import { memberDecider, type RecordIdentityResult } from '../domain/index.js';
import { requireMember } from '../lookups.js';

/** Back office: records the answer to an identity check ([back-office.verification]). */
export class RecordIdentityResultCommand extends Command<OutcomeOf<typeof memberDecider>> {
  constructor(
    readonly loginId: string,
    readonly result: RecordIdentityResult['result'],
    readonly expectedRevision: ExpectedRevision | undefined,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(RecordIdentityResultCommand)
export class RecordIdentityResultHandler implements ICommandHandler<RecordIdentityResultCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
  ) {}

  async execute({
    loginId,
    result,
    expectedRevision,
    metadata,
  }: RecordIdentityResultCommand): Promise<OutcomeOf<typeof memberDecider>> {
    await requireMember(this.aggregates, loginId);
    const command = { type: 'RecordIdentityResult', result } as const;
    return this.commands.carryOut(memberDecider, loginId, command, metadata, { expectedRevision });
  }
}
