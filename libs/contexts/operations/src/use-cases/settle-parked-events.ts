import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Commands, CONSUMERS, parkedEvents, UseCaseCommand } from '#libs/platform/service';

type Settlement = Extract<Parameters<typeof parkedEvents.decide>[0], { kind: 'retry' | 'skip' }>;

/** Requests that a consumer retries parked events, or skips one permanently. It does so when it reads the request in the log. */
export class SettleParkedEventsCommand extends UseCaseCommand<typeof parkedEvents, Settlement> {}

@CommandHandler(SettleParkedEventsCommand)
export class SettleParkedEventsHandler implements ICommandHandler<SettleParkedEventsCommand> {
  constructor(private readonly commands: Commands) {}

  execute({ payload: settlement, metadata }: SettleParkedEventsCommand) {
    return this.commands.executeOrThrow(parkedEvents, CONSUMERS, settlement, metadata);
  }
}
