import type { Recorded } from '#libs/platform/kernel';
import type { ProjectionShard } from './projection-shard.js';

const none: readonly ProjectionShard[] = [];

/** Type of an event without the version it was stored with. */
export function typeOf(storedType: string): string {
  return storedType.replace(/\.v\d+$/, '');
}

/** Which shards of a subscription want which events. */
export class SubscriptionRoutes {
  readonly #stored = new Map<string, boolean>();
  readonly #wanting = new Map<string, readonly ProjectionShard[]>();

  constructor(private readonly shards: readonly ProjectionShard[]) {}

  /** Whether any shard wants events stored under this type. */
  isOfInterest(storedType: string): boolean {
    let known = this.#stored.get(storedType);
    if (known === undefined) {
      known = this.#wantedBy(typeOf(storedType)).length > 0;
      this.#stored.set(storedType, known);
    }
    return known;
  }

  #wantedBy(type: string): readonly ProjectionShard[] {
    let known = this.#wanting.get(type);
    if (known === undefined) {
      const wanting = this.shards.filter((shard) => shard.takes(type));
      known = wanting.length === 0 ? none : wanting;
      this.#wanting.set(type, known);
    }
    return known;
  }

  /** The events of each shard that goes on, in order. */
  distribute(events: readonly (Recorded | undefined)[]): Map<ProjectionShard, Recorded[]> {
    const shares = new Map<ProjectionShard, Recorded[]>();
    for (const event of events) {
      if (event === undefined) continue;
      for (const shard of this.#wantedBy(event.type)) {
        if (shard.stopped) continue;
        const share = shares.get(shard);
        if (share === undefined) shares.set(shard, [event]);
        else share.push(event);
      }
    }
    return shares;
  }
}
