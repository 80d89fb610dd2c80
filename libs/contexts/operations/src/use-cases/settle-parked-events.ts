import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { CommandMetadata } from '#libs/platform/kernel';
import { Commands, CONSUMERS, parkedEvents } from '#libs/platform/service';

type Asked = Extract<Parameters<typeof parkedEvents.decide>[0], { kind: 'retry' | 'skip' }>;

/** Has a consumer try parked events again, as soon as it comes to the request in the log, or go on without one for good. */
export class SettleParkedEventsCommand extends Command<OutcomeOf<typeof parkedEvents>> {
  constructor(
    readonly asked: Asked,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(SettleParkedEventsCommand)
export class SettleParkedEventsHandler implements ICommandHandler<SettleParkedEventsCommand> {
  constructor(private readonly commands: Commands) {}

  execute(command: SettleParkedEventsCommand): Promise<OutcomeOf<typeof parkedEvents>> {
    return this.commands.carryOut(parkedEvents, CONSUMERS, command.asked, command.metadata);
  }
}
