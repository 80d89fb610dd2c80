import { Injectable } from '@nestjs/common';
import type { Recorded } from '#libs/platform/kernel';
import type { Logger } from '#libs/platform/runtime';
import type { Reaction } from './reaction.js';

/** The reactions of all contexts; those that run inline also by the event types they are for. */
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
   * Runs the reactions to events that were just appended; answers the newest position they left. The events stand whatever
   * happens here: a reaction that fails is left to the durable subscription.
   */
  async follow(events: readonly Recorded[]): Promise<bigint> {
    let newest = 0n;
    for (const event of events) {
      for (const reaction of this.#byType.get(event.type) ?? []) {
        try {
          const position = await reaction.react(event);
          if (position > newest) newest = position;
        } catch (error) {
          this.logger.warn(
            { reaction: reaction.name, event: event.id, error: nameOf(error) },
            'reaction left to the subscription',
          );
        }
      }
    }
    return newest;
  }
}

/** Kind of an error; messages of unknown errors may carry personal data and are not logged. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
