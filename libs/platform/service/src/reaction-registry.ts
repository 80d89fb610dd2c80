import { Injectable } from '@nestjs/common';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { isRefusal, type Recorded, type Refusal } from '#libs/platform/kernel';
import type { Logger } from '#libs/platform/runtime';
import { react, type Reaction } from './reaction.js';

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
   * left, or the refusal of one that undid its event. A reaction that throws is retried by its durable subscription.
   * @throws the error of a reaction that decides
   */
  async follow(events: readonly Recorded[]): Promise<bigint | Refusal> {
    const reactions = new Set(events.flatMap(({ type }) => this.#byType.get(type) ?? []));
    const followed = await Promise.all(
      [...reactions].map((reaction) =>
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
      this.logger.warn(
        { reaction: reaction.name, event: event.id, error: nameOf(error) },
        'reaction left to the subscription',
      );
      return 0n;
    }
  }
}

/** Names an error for the log. Its message may contain personal data and is omitted, unless a store is unavailable. */
export function nameOf(error: unknown): string {
  if (error instanceof StoreUnavailableError) return `${error.name}: ${error.message}`;
  return error instanceof Error ? error.name : typeof error;
}
