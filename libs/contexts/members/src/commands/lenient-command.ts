import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore, type HandleOptions, type Outcome } from '#libs/platform/event-store';
import type {
  Clock,
  CommandMetadata,
  Decider,
  DomainEvent,
  Problem,
  Refusal,
} from '#libs/platform/kernel';
import { CLOCK, Commands } from '#libs/platform/service';
import { dryRun, refusalOf } from './dry-run.js';

/** A command to one aggregate whose request may have had problems of shape: those and the rules' are answered in one list. */
export class LenientCommand<
  State = unknown,
  DomainCommand = unknown,
  E extends DomainEvent = DomainEvent,
> extends Command<Outcome<E> | Refusal> {
  constructor(
    readonly decider: Decider<State, DomainCommand, E>,
    readonly id: string,
    readonly command: DomainCommand,
    readonly shape: readonly Problem[],
    readonly metadata: CommandMetadata,
    readonly options: HandleOptions = {},
  ) {
    super();
  }
}

/** Carries out a {@link LenientCommand}. */
@CommandHandler(LenientCommand)
export class LenientCommandHandler implements ICommandHandler<LenientCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute(sent: LenientCommand): Promise<Outcome | Refusal> {
    const { decider, id, command, shape, metadata, options } = sent;
    if (shape.length > 0) {
      const { state } = await this.aggregates.load(decider, id);
      const refusal = refusalOf(dryRun(decider, state, command, this.clock, metadata), shape);
      if (refusal !== undefined) return refusal;
    }
    return this.commands.execute(decider, id, command, metadata, options);
  }
}
