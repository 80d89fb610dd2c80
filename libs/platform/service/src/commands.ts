import { Injectable } from '@nestjs/common';
import { Command } from '@nestjs/cqrs';
import {
  AggregateStore,
  type HandleOptions,
  isDryRun,
  type Outcome,
  type OutcomeOf,
} from '#libs/platform/event-store';
import {
  type CommandMetadata,
  type Decider,
  type DomainEvent,
  type ExpectedRevision,
  isRefusal,
  type Refusal,
} from '#libs/platform/kernel';
import { commandMetadata, type RequestContext, throwIfRefused } from '#libs/platform/http';
import { UnchangedStreams } from './idempotency.js';
import { ReactionRegistry } from './reaction-registry.js';

/**
 * The command of a use case on Nest's bus: what a caller asks of a decider, and who asks. Each use case has a class of its own.
 * `Besides`: what it answers beside the outcome, such as a refusal that a caller looks at itself.
 */
export class UseCaseCommand<D, Asked, Besides = never> extends Command<OutcomeOf<D> | Besides> {
  readonly metadata: CommandMetadata;
  /** What the stream has to be at, header `If-Match`. */
  readonly expectedRevision: ExpectedRevision | undefined;

  /** @param by the request that asks for it; the metadata alone where none does */
  constructor(
    readonly asked: Asked,
    by: RequestContext | CommandMetadata,
    expectedRevision?: ExpectedRevision,
  ) {
    super();
    this.metadata = 'disclose' in by ? commandMetadata(by) : by;
    this.expectedRevision = 'disclose' in by ? by.ifMatch : expectedRevision;
  }
}

/** How a command is carried out, and what with it. */
export interface ExecuteOptions extends HandleOptions {
  /** Once the command has left its events: what the answer waits for, beside the reactions to them. */
  readonly alongside?: (() => Promise<unknown>) | undefined;
}

/** What command handlers use: carries out a command and what follows from its events. */
@Injectable()
export class Commands {
  readonly #unchanged: UnchangedStreams;
  readonly #appended = new Map<string, number>();

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly reactions: ReactionRegistry,
  ) {
    this.#unchanged = new UnchangedStreams(aggregates);
  }

  /** How many events of each type the commands of this process have left. */
  get appended(): ReadonlyMap<string, number> {
    return this.#appended;
  }

  /**
   * {@link AggregateStore.handle}, then the reactions to its events. The position answered covers both, so a read that waits
   * for it sees both. What an earlier attempt of the command left, or found to be so already, is answered as then.
   */
  async execute<State, Command, E extends DomainEvent>(
    decider: Decider<State, Command, E>,
    id: string,
    command: Command,
    metadata: CommandMetadata,
    { alongside, ...options }: ExecuteOptions = {},
  ): Promise<Outcome<E, State> | Refusal> {
    const { attempt, commandId } = metadata;
    if (attempt === 'again') {
      const unchanged = await this.#unchanged.outcomeOf(commandId, decider, id);
      if (unchanged) return unchanged;
    }
    const outcome = await this.aggregates.handle(decider, id, command, metadata, options);
    if (isRefusal(outcome)) return outcome;
    if (outcome.events.length === 0) {
      if (attempt !== undefined) {
        await metadata.begin?.();
        await this.#unchanged.note(outcome, metadata);
      }
      return outcome;
    }
    if (!outcome.repeated && !isDryRun()) this.#count(outcome.events);
    const following = this.reactions.follow(outcome.events);
    await alongside?.();
    const position = await following;
    return position > outcome.position ? { ...outcome, position } : outcome;
  }

  /**
   * {@link Commands.execute}, where a refusal ends what was asked.
   * @throws RefusedException
   */
  async carryOut<State, Command, E extends DomainEvent>(
    decider: Decider<State, Command, E>,
    id: string,
    command: NoInfer<Command>,
    metadata: CommandMetadata,
    options?: ExecuteOptions,
  ): Promise<Outcome<E, State>> {
    return throwIfRefused(await this.execute(decider, id, command, metadata, options));
  }

  #count(events: readonly DomainEvent[]): void {
    for (const { type } of events) this.#appended.set(type, (this.#appended.get(type) ?? 0) + 1);
  }
}
