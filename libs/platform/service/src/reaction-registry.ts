import { Injectable } from '@nestjs/common';
import { StoreUnavailableError } from '#libs/platform/event-store';
import type { Recorded } from '#libs/platform/kernel';
import type { Logger } from '#libs/platform/runtime';
import { logRecurring } from '#libs/platform/stores';
import { followAll, followEach, react, type Reaction } from './reaction.js';

/** The reactions of all contexts; inline ones are also indexed by event type. */
@Injectable()
export class ReactionRegistry {
  readonly #byType = new Map<string, Reaction[]>();
  readonly #all: Reaction[] = [];

  constructor(private readonly logger: Logger) {}

  register(reaction: Reaction): void {
    this.#all.push(reaction);
    if (reaction.inline === false) return;
    for (const type of reaction.events) {
      this.#byType.set(type, [...(this.#byType.get(type) ?? []), reaction]);
    }
  }

  all(): readonly Reaction[] {
    return this.#all;
  }

  /**
   * Runs the inline reactions to new events: reactions in parallel, each through its events in order. Returns the newest position they
   * left. Never fails: a reaction that throws is retried by its durable subscription.
   */
  async follow(events: readonly Recorded[]): Promise<bigint> {
    const reactions = new Set(events.flatMap(({ type }) => this.#byType.get(type) ?? []));
    return followAll([...reactions], (reaction) =>
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
