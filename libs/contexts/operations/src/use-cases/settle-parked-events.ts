import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Commands, CONSUMERS, parkedEvents, UseCaseCommand } from '#libs/platform/service';

type Asked = Extract<Parameters<typeof parkedEvents.decide>[0], { kind: 'retry' | 'skip' }>;

/** Has a consumer try parked events again, as soon as it comes to the request in the log, or go on without one for good. */
export class SettleParkedEventsCommand extends UseCaseCommand<typeof parkedEvents, Asked> {}

@CommandHandler(SettleParkedEventsCommand)
export class SettleParkedEventsHandler implements ICommandHandler<SettleParkedEventsCommand> {
  constructor(private readonly commands: Commands) {}

  execute({ asked, metadata }: SettleParkedEventsCommand) {
    return this.commands.carryOut(parkedEvents, CONSUMERS, asked, metadata);
  }
}
