import {
  areOfOneAppend,
  type StoredEvent,
  StoreUnavailableError,
} from '#libs/platform/event-store';
import type { Recorded } from '#libs/platform/kernel';
import type { StoredDocument } from '../document-store.js';
import { foldErased } from './erased-documents.js';
import type { LaneContext } from './lane-context.js';
import { LaneRoutes, typeOf } from './lane-routes.js';
import type { PickedEvents, ProjectionSlot } from './projection-slot.js';

/** Folds batches of events into the slots of a lane, in memory. */
export class LaneFold {
  #slots: readonly ProjectionSlot[] = [];
  #routes = new LaneRoutes([]);

  constructor(
    private readonly context: LaneContext,
    slots: readonly ProjectionSlot[],
  ) {
    this.slots = slots;
  }

  get slots(): readonly ProjectionSlot[] {
    return this.#slots;
  }

  /** Changes what is folded from the next part of a batch on. */
  set slots(slots: readonly ProjectionSlot[]) {
    this.#slots = slots;
    this.#routes = new LaneRoutes(slots);
  }

  /** Folds a batch that ends at `upTo`; up to each erasure in it first, so that what was folded before is folded anew there. */
  async batch(events: readonly StoredEvent[], upTo: bigint): Promise<void> {
    const { erasures } = this.context;
    const at = erasures ? events.findIndex(({ type }) => type.startsWith(erasures.typePrefix)) : -1;
    const erasure = events[at];
    if (!erasures || !erasure) {
      await this.#part(events, upTo);
      return;
    }
    const concerned = this.#slots.filter(({ folded }) => folded < erasure.position);
    await this.#part(events.slice(0, at + 1), erasure.position);
    const streams = await erasures.apply(erasure);
    await foldErased(concerned, erasure, streams, erasures, this.context);
    await this.batch(events.slice(at + 1), upTo);
  }

  async #part(events: readonly StoredEvent[], upTo: bigint): Promise<void> {
    const slots = this.#slots.filter(({ stopped }) => !stopped);
    const recorded = await this.#decode(
      events.filter((event) => this.#routes.isOfInterest(event.type)),
    );
    const picked = [...this.#routes.distribute(recorded)].map(([slot, share]) => slot.pick(share));
    const loaded = await Promise.all(picked.map((batch) => this.#load(batch)));
    picked.forEach((batch, i) => batch.slot.fold(batch, loaded[i] ?? [], upTo));
    for (const slot of slots) slot.pass(upTo);
    const stopped = slots.filter((slot) => slot.stopped);
    if (stopped.length > 0) this.context.stored(stopped);
  }

  async #load({ slot, missing }: PickedEvents): Promise<readonly (StoredDocument | undefined)[]> {
    if (missing.length === 0) return [];
    return this.context.documents.load(
      slot.collection,
      missing.map(({ id }) => id),
    );
  }

  async #decode(events: readonly StoredEvent[]): Promise<readonly (Recorded | undefined)[]> {
    if (events.length === 0) return [];
    try {
      return await this.context.decode(events);
    } catch (error) {
      if (error instanceof StoreUnavailableError) throw error;
      return this.#decodeOneByOne(events);
    }
  }

  /** Finds the event that can't be decoded: it stops the projections that want it, and only those. */
  async #decodeOneByOne(
    events: readonly StoredEvent[],
  ): Promise<readonly (Recorded | undefined)[]> {
    const recorded: (Recorded | undefined)[] = [];
    const unreadable: { error: unknown; event: StoredEvent }[] = [];
    for (const event of events) {
      try {
        recorded.push(...(await this.context.decode([event])));
      } catch (error) {
        if (error instanceof StoreUnavailableError) throw error;
        unreadable.push({ error, event });
      }
    }
    for (const { error, event } of unreadable) {
      const type = typeOf(event.type);
      const { position } = event;
      for (const slot of this.#slots) {
        if (slot.stopped || !slot.wants({ type, position }) || position <= slot.folded) continue;
        await this.#until(slot, recorded, event);
        slot.stop(error, { type, position });
      }
    }
    return recorded;
  }

  async #until(
    slot: ProjectionSlot,
    recorded: readonly (Recorded | undefined)[],
    unreadable: StoredEvent,
  ): Promise<void> {
    const before = recorded.filter(
      (event) =>
        event !== undefined &&
        event.position < unreadable.position &&
        !areOfOneAppend(event, unreadable),
    );
    const picked = slot.pick(before);
    slot.fold(picked, await this.#load(picked), slot.folded);
  }
}
