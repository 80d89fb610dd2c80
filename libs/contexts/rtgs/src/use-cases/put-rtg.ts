import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Asked } from '#libs/platform/kernel';
import { Commands, UseCaseCommand } from '#libs/platform/service';
import type { PutRtg } from '../domain/rtg.js';
import { rtgDecider } from '../rtg.decider.js';

/** Back office: defines or changes an RTG folio model ([back-office.rtgs]). */
export class PutRtgCommand extends UseCaseCommand<typeof rtgDecider, Asked<PutRtg>> {}

@CommandHandler(PutRtgCommand)
export class PutRtgHandler implements ICommandHandler<PutRtgCommand> {
  constructor(private readonly commands: Commands) {}

  execute({ asked, metadata, expectedRevision }: PutRtgCommand) {
    const command = { type: 'PutRtg', ...asked } as const;
    return this.commands.carryOut(rtgDecider, asked.oid, command, metadata, { expectedRevision });
  }
}
