import type { Recorded } from '#libs/platform/kernel';
import type { ProjectionSlot } from './projection-slot.js';

const none: readonly ProjectionSlot[] = [];

/** Type of an event without the version it was stored with. */
export function typeOf(storedType: string): string {
  return storedType.replace(/\.v\d+$/, '');
}

/** Which slots of a lane want which events. */
export class LaneRoutes {
  readonly #stored = new Map<string, boolean>();
  readonly #wanting = new Map<string, readonly ProjectionSlot[]>();

  constructor(private readonly slots: readonly ProjectionSlot[]) {}

  /** Whether any slot wants events stored under this type. */
  isOfInterest(storedType: string): boolean {
    let known = this.#stored.get(storedType);
    if (known === undefined) {
      known = this.#wantedBy(typeOf(storedType)).length > 0;
      this.#stored.set(storedType, known);
    }
    return known;
  }

  #wantedBy(type: string): readonly ProjectionSlot[] {
    let known = this.#wanting.get(type);
    if (known === undefined) {
      const wanting = this.slots.filter((slot) => slot.takes(type));
      known = wanting.length === 0 ? none : wanting;
      this.#wanting.set(type, known);
    }
    return known;
  }

  /** The events of each slot that goes on, in order. */
  distribute(events: readonly (Recorded | undefined)[]): Map<ProjectionSlot, Recorded[]> {
    const shares = new Map<ProjectionSlot, Recorded[]>();
    for (const event of events) {
      if (event === undefined) continue;
      for (const slot of this.#wantedBy(event.type)) {
        if (slot.stopped) continue;
        const share = shares.get(slot);
        if (share === undefined) shares.set(slot, [event]);
        else share.push(event);
      }
    }
    return shares;
  }
}
