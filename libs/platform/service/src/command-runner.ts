import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  AggregateStore,
  type HandleOptions,
  isDryRun,
  type Outcome,
  type OutcomeOf,
} from '#libs/platform/event-store';
import {
  type CommandContext,
  type CommandSource,
  type Decider,
  type DomainEvent,
  type Precondition,
  isRefusal,
  type Refusal,
  throwIfRefused,
} from '#libs/platform/kernel';
import { ReactionRegistry } from './reaction.js';

/**
 * The command of a use case on Nest's command bus: the request to a decider, and who made it. Each use case that
 * needs facts has its own class; any other is a {@link DirectCommand}.
 * `OtherResult`: other results the handler may return, such as a refusal that the caller handles itself.
 */
export class UseCaseCommand<D, Payload, OtherResult = never> extends Command<
  OutcomeOf<D> | OtherResult
> {
  readonly metadata: CommandContext;
  /** Expected revision of the stream, from the `If-Match` header. */
  readonly expectedRevision: Precondition | undefined;

  /** @param by the request behind the command, or just what the command comes with */
  constructor(
    readonly payload: Payload,
    by: CommandSource | CommandContext,
    expectedRevision?: Precondition,
  ) {
    super();
    this.metadata = 'command' in by ? by.command : by;
    this.expectedRevision = 'command' in by ? by.ifMatch : expectedRevision;
  }
}

/**
 * A command that needs no facts from elsewhere, and so no handler of its own: it goes to its decider as it is.
 * If-Match of a request is about the stream; where it is about a part of it, pass `context.command`, and the decider judges it.
 */
export class DirectCommand<
  State = unknown,
  C = unknown,
  E extends DomainEvent = DomainEvent,
> extends UseCaseCommand<
  Decider<State, C, E>,
  { readonly decider: Decider<State, C, E>; readonly id: string; readonly command: C }
> {
  constructor(
    decider: Decider<State, C, E>,
    id: string,
    command: NoInfer<C>,
    by: CommandSource | CommandContext,
  ) {
    super({ decider, id, command }, by);
  }
}

export interface ExecuteOptions extends HandleOptions {
  /** Runs once events have been appended, in parallel with their reactions; the response waits for it. */
  readonly whileReacting?: (() => Promise<unknown>) | undefined;
}

/** Runs a command and the reactions to its events. Used by command handlers. */
@Injectable()
export class CommandRunner {
  readonly #appended = new Map<string, number>();
  #written: (position: bigint) => void = () => undefined;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly reactions: ReactionRegistry,
  ) {}

  /** Number of events appended by commands of this process, by type. */
  get appended(): ReadonlyMap<string, number> {
    return this.#appended;
  }

  /** Has a function told where the events of each command are, except of rows of an import: a read need not wait for those. */
  onWritten(written: (position: bigint) => void): void {
    this.#written = written;
  }

  /**
   * Calls {@link AggregateStore.handle}, then runs the reactions to the new events. The returned position covers both, so a read that waits
   * for it sees both. If a `SecondLook` undid the events, the command is refused. A command that left events before returns them again.
   */
  async execute<State, Command, E extends DomainEvent>(
    decider: Decider<State, Command, E>,
    id: string,
    command: Command,
    metadata: CommandContext,
    { whileReacting, ...options }: ExecuteOptions = {},
  ): Promise<Outcome<E, State> | Refusal> {
    const { stillAllowed } = metadata;
    const outcome = await this.aggregates.handle(decider, id, command, metadata, {
      ...options,
      stillAllowed,
    });
    if (isRefusal(outcome) || outcome.events.length === 0) return outcome;
    if (!outcome.repeated && !isDryRun()) {
      this.#count(outcome.events);
      if (metadata.place === undefined) this.#written(outcome.position);
    }
    const [followed] = await Promise.all([
      this.reactions.follow(outcome.events),
      whileReacting?.(),
    ]);
    if (isRefusal(followed)) return followed;
    return followed > outcome.position ? { ...outcome, position: followed } : outcome;
  }

  /** Like {@link CommandRunner.execute}, but a refusal ends the request. @throws RefusedException */
  async executeOrThrow<State, Command, E extends DomainEvent>(
    decider: Decider<State, Command, E>,
    id: string,
    command: NoInfer<Command>,
    metadata: CommandContext,
    options?: ExecuteOptions,
  ): Promise<Outcome<E, State>> {
    return throwIfRefused(await this.execute(decider, id, command, metadata, options));
  }

  /**
   * Like {@link CommandRunner.execute}, for a command that follows from an event and that no rule forbids. Returns the position it left.
   * @throws Error if it is refused
   */
  async executeUnrefused<State, Command, E extends DomainEvent>(
    decider: Decider<State, Command, E>,
    id: string,
    command: NoInfer<Command>,
    metadata: CommandContext,
  ): Promise<bigint> {
    const outcome = await this.execute(decider, id, command, metadata);
    if (!isRefusal(outcome)) return outcome.position;
    throw new Error(`a command to ${decider.category} was refused: ${outcome.kind}`);
  }

  #count(events: readonly DomainEvent[]): void {
    for (const { type } of events) this.#appended.set(type, (this.#appended.get(type) ?? 0) + 1);
  }
}

@CommandHandler(DirectCommand)
export class DirectCommandHandler implements ICommandHandler<DirectCommand> {
  constructor(private readonly runner: CommandRunner) {}

  execute({ payload: { decider, id, command }, metadata, expectedRevision }: DirectCommand) {
    return this.runner.executeOrThrow(decider, id, command, metadata, { expectedRevision });
  }
}
