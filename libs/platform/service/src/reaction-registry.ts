import { StoreUnavailableError } from '#libs/platform/event-store';
import { isRefusal, type Recorded, type Refusal } from '#libs/platform/kernel';
import type { Logger } from '#libs/platform/runtime';
import { logRecurring } from '#libs/platform/stores';
import { react, type Reaction } from './reaction.js';

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
   * left, or the refusal of one that undid its event. A reaction that throws is retried by its durable subscription.
   * @throws the error of a reaction that decides
   */
  async follow(events: readonly Recorded[]): Promise<bigint | Refusal> {
    const types = new Set<string>(events.map(({ type }) => type));
    const reactions = this.all().filter(
      ({ events: triggers, inline }) =>
        inline !== false && triggers.some((type) => types.has(type)),
    );
    const followed = await Promise.all(
      reactions.map((reaction) =>
        this.#followEach(
          reaction,
          events.filter(({ type }) => reaction.events.includes(type)),
        ),
      ),
    );
    let newest = 0n;
    for (const one of followed) {
      if (isRefusal(one)) return one;
      if (one > newest) newest = one;
    }
    return newest;
  }

  async #followEach(reaction: Reaction, events: readonly Recorded[]): Promise<bigint | Refusal> {
    let newest = 0n;
    for (const event of events) {
      const followed = await this.#react(reaction, event);
      if (isRefusal(followed)) return followed;
      if (followed > newest) newest = followed;
    }
    return newest;
  }

  async #react(reaction: Reaction, event: Recorded): Promise<bigint | Refusal> {
    try {
      return await react(reaction, event, 'now');
    } catch (error) {
      if (reaction.decides === true) throw error;
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
