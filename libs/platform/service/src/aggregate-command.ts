import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { HandleOptions, Outcome } from '#libs/platform/event-store';
import type { CommandMetadata, Decider, DomainEvent, Refusal } from '#libs/platform/kernel';
import { Commands } from './commands.js';

/**
 * A command to one aggregate, on the command bus: nearly every write of the service is one. What touches several streams has
 * a command class and a handler of its own.
 */
export class AggregateCommand<
  State = unknown,
  DomainCommand = unknown,
  E extends DomainEvent = DomainEvent,
> extends Command<Outcome<E, State> | Refusal> {
  constructor(
    readonly decider: Decider<State, DomainCommand, E>,
    /** Id of the aggregate, the stream's name without its category. */
    readonly id: string,
    readonly command: DomainCommand,
    readonly metadata: CommandMetadata,
    readonly options: HandleOptions = {},
  ) {
    super();
  }
}

/** The handler of all of them: load, decide, append, and what follows from the events. */
@CommandHandler(AggregateCommand)
export class AggregateCommandHandler implements ICommandHandler<AggregateCommand> {
  constructor(private readonly commands: Commands) {}

  execute({
    decider,
    id,
    command,
    metadata,
    options,
  }: AggregateCommand): Promise<Outcome | Refusal> {
    return this.commands.execute(decider, id, command, metadata, options);
  }
}
