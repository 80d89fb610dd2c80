import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { CommandMetadata } from '#libs/platform/kernel';
import { Commands, CONSUMERS, parkedEvents } from '#libs/platform/service';

/** Has a consumer try parked events again, as soon as it comes to the request in the log. */
export class RetryParkedEventsCommand extends Command<OutcomeOf<typeof parkedEvents>> {
  constructor(
    readonly consumer: string,
    /** Of one event; default all that are parked. */
    readonly position: string | undefined,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(RetryParkedEventsCommand)
export class RetryParkedEventsHandler implements ICommandHandler<RetryParkedEventsCommand> {
  constructor(private readonly commands: Commands) {}

  execute({
    consumer,
    position,
    metadata,
  }: RetryParkedEventsCommand): Promise<OutcomeOf<typeof parkedEvents>> {
    const command = { kind: 'retry', consumer, position } as const;
    return this.commands.carryOut(parkedEvents, CONSUMERS, command, metadata);
  }
}
