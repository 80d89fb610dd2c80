import { Injectable } from '@nestjs/common';
import { AggregateStore, type HandleOptions, type Outcome } from '#libs/platform/event-store';
import {
  type CommandMetadata,
  type Decider,
  type DomainEvent,
  isRefusal,
  type Refusal,
} from '#libs/platform/kernel';
import { ReactionRegistry } from './reaction-registry.js';

/** What command handlers use: carries out a command and what follows from its events. */
@Injectable()
export class Commands {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly reactions: ReactionRegistry,
  ) {}

  /**
   * {@link AggregateStore.handle}, then the reactions to its events. The position answered covers both, so a read that waits
   * for it sees both.
   */
  async execute<State, Command, E extends DomainEvent>(
    decider: Decider<State, Command, E>,
    id: string,
    command: Command,
    metadata: CommandMetadata,
    options?: HandleOptions,
  ): Promise<Outcome<E> | Refusal> {
    const outcome = await this.aggregates.handle(decider, id, command, metadata, options);
    if (isRefusal(outcome) || outcome.events.length === 0) return outcome;
    const position = await this.reactions.follow(outcome.events);
    return position > outcome.position ? { ...outcome, position } : outcome;
  }
}
