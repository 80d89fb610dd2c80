import { StoreUnavailableError } from '#libs/platform/event-store';
import type { Recorded } from '#libs/platform/kernel';
import type { Logger } from '#libs/platform/runtime';
import { logRecurring } from '#libs/platform/stores';
import { followAll, followEach, react, type Reaction } from './reaction.js';

/** The reactions of all features. */
export class ReactionRegistry {
  #found: readonly Reaction[] | undefined;

  /** @param find returns all reactions; called once, when one may be needed */
  constructor(
    private readonly logger: Logger,
    private readonly find: () => readonly Reaction[],
  ) {}

  all(): readonly Reaction[] {
    return (this.#found ??= this.find());
  }

  /**
   * Runs the inline reactions to new events: reactions in parallel, each through its events in order. Returns the newest position they
   * left. Never fails: a reaction that throws is retried by its durable subscription.
   */
  async follow(events: readonly Recorded[]): Promise<bigint> {
    const types = new Set<string>(events.map(({ type }) => type));
    const reactions = this.all().filter(
      ({ events: triggers, inline }) =>
        inline !== false && triggers.some((type) => types.has(type)),
    );
    return followAll(reactions, (reaction) =>
      followEach(
        events.filter(({ type }) => reaction.events.includes(type)),
        (event) => this.#react(reaction, event),
      ),
    );
  }

  async #react(reaction: Reaction, event: Recorded): Promise<bigint> {
    try {
      return await react(reaction, event, 'now');
    } catch (error) {
      const details = { reaction: reaction.name, event: event.id };
      const failure = { message: 'reaction left to the subscription', details };
      logRecurring(this.logger, { level: 'warn', ...failure, error: nameOf(error) });
      return 0n;
    }
  }
}

/** Names an error for the log. Its message may contain personal data and is omitted, unless a store is unavailable. */
export function nameOf(error: unknown): string {
  if (error instanceof StoreUnavailableError) return `${error.name}: ${error.message}`;
  return error instanceof Error ? error.name : typeof error;
}
