import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Payload } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import type { PutRtg } from '../domain/rtg.js';
import { rtgDecider } from '../rtg.decider.js';

/** Back office: defines or changes an RTG folio model ([back-office.rtgs]). */
export class PutRtgCommand extends UseCaseCommand<typeof rtgDecider, Payload<PutRtg>> {}

@CommandHandler(PutRtgCommand)
export class PutRtgHandler implements ICommandHandler<PutRtgCommand> {
  constructor(private readonly commands: CommandRunner) {}

  execute({ payload, metadata, expectedRevision }: PutRtgCommand) {
    const command = { type: 'PutRtg', ...payload } as const;
    return this.commands.executeOrThrow(rtgDecider, payload.oid, command, metadata, {
      expectedRevision,
    });
  }
}
