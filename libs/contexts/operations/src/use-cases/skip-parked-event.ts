import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { CommandMetadata } from '#libs/platform/kernel';
import { Commands, CONSUMERS, parkedEvents } from '#libs/platform/service';

/** Lets a consumer go on without a parked event, for good. */
export class SkipParkedEventCommand extends Command<OutcomeOf<typeof parkedEvents>> {
  constructor(
    readonly consumer: string,
    readonly position: string,
    readonly reason: string,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(SkipParkedEventCommand)
export class SkipParkedEventHandler implements ICommandHandler<SkipParkedEventCommand> {
  constructor(private readonly commands: Commands) {}

  execute({
    consumer,
    position,
    reason,
    metadata,
  }: SkipParkedEventCommand): Promise<OutcomeOf<typeof parkedEvents>> {
    const command = { kind: 'skip', consumer, position, reason } as const;
    return this.commands.carryOut(parkedEvents, CONSUMERS, command, metadata);
  }
}
