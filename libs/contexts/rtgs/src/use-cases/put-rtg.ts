import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { Asked, CommandMetadata, ExpectedRevision } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import type { PutRtg } from '../domain/rtg.commands.js';
import { rtgDecider } from '../rtg.decider.js';

/** Back office: defines or changes an RTG folio model ([back-office.rtgs]). */
export class PutRtgCommand extends Command<OutcomeOf<typeof rtgDecider>> {
  constructor(
    readonly asked: Asked<PutRtg>,
    readonly expectedRevision: ExpectedRevision | undefined,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(PutRtgCommand)
export class PutRtgHandler implements ICommandHandler<PutRtgCommand> {
  constructor(private readonly commands: Commands) {}

  execute({
    asked,
    expectedRevision,
    metadata,
  }: PutRtgCommand): Promise<OutcomeOf<typeof rtgDecider>> {
    const command = { type: 'PutRtg', ...asked } as const;
    return this.commands.carryOut(rtgDecider, asked.oid, command, metadata, { expectedRevision });
  }
}
