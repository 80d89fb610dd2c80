import {
  type EventStore,
  type StoredEvent,
  StoreUnavailableError,
} from '#libs/platform/event-store';
import type { Recorded } from '#libs/platform/kernel';
import type { DocumentStore, DocumentWrite, Lease, StoredDocument } from './document-store.js';
import { LeaseLostError } from './document-store.js';
import { EventQueue } from './event-queue.js';
import type { PickedEvents, ProjectionSlot } from './projection-slot.js';

/** Decodes events of the log: decrypts and upcasts them. Undefined for an event that nobody knows. */
export type DecodeEvents = (
  events: readonly StoredEvent[],
) => Promise<readonly (Recorded | undefined)[]>;

/** Sizes of the work of a lane. */
export interface LaneLimits {
  /** Events decoded and folded at a time. */
  readonly batchEvents: number;
  /** While catching up: events folded before their documents are written. */
  readonly pendingEvents: number;
  /** Documents in one transaction; the checkpoints go with the last. */
  readonly writeDocuments: number;
  /**
   * Documents kept in memory, in bytes of JSON: while catching up those not written yet, too. An eighth of it once live.
   */
  readonly memoryBytes: number;
}

/** What a lane works with. */
export interface LaneContext {
  readonly eventStore: EventStore;
  readonly documents: DocumentStore;
  readonly decode: DecodeEvents;
  readonly lease: Lease;
  readonly limits: LaneLimits;
  /** Documents and checkpoints of these slots have been stored, or one of them has stopped. */
  stored(slots: readonly ProjectionSlot[]): void;
}

/** What the owner of a lane decides between batches. */
export interface LaneOwner {
  /** The head of the log has been reached, and everything up to it is stored. */
  caughtUp(): Promise<void>;
  /** True ends the lane. */
  done(): boolean | Promise<boolean>;
}

/** One pass through the log on behalf of several projections: read once, decoded once, written together. */
export class ProjectionLane {
  readonly #interest = new Map<string, boolean>();
  #slots: readonly ProjectionSlot[] = [];
  #eventsPending = 0;
  /** Position of the last event taken. */
  frontier: bigint;
  /** Whether the head has been reached; every batch is then stored at once. */
  live = false;

  constructor(
    private readonly context: LaneContext,
    slots: readonly ProjectionSlot[],
    frontier: bigint,
  ) {
    this.frontier = frontier;
    this.slots = slots;
  }

  get slots(): readonly ProjectionSlot[] {
    return this.#slots;
  }

  /** Changes what is folded from the next batch on. */
  set slots(slots: readonly ProjectionSlot[]) {
    this.#slots = slots;
    this.#interest.clear();
  }

  /** Works until aborted or done. What has been folded is stored before it returns, unless it throws. */
  async run(signal: AbortSignal, owner: LaneOwner): Promise<void> {
    const finished = new AbortController();
    try {
      await this.#follow(AbortSignal.any([signal, finished.signal]), owner);
      await this.flush();
    } finally {
      finished.abort();
    }
  }

  async #follow(signal: AbortSignal, owner: LaneOwner): Promise<void> {
    const { eventStore, limits } = this.context;
    const after = this.frontier > 0n ? { after: this.frontier } : {};
    const subscription = eventStore.subscribeToAll({ ...after, signal });
    const queue = new EventQueue(subscription, limits.batchEvents, signal);
    for (let batch = await queue.take(); batch !== undefined; batch = await queue.take()) {
      const events: StoredEvent[] = [];
      let caughtUp = false;
      for (const message of batch) {
        if (message.kind === 'event') events.push(message.event);
        if (message.kind === 'caught-up') caughtUp = true;
        else this.frontier = positionOf(message);
      }
      await this.#fold(events, this.frontier);
      if (caughtUp || this.live || this.#isDue()) await this.flush();
      if (caughtUp) {
        this.live = true;
        this.#trim();
        await owner.caughtUp();
      }
      if (await owner.done()) return;
    }
  }

  #isDue(): boolean {
    const { memoryBytes, pendingEvents } = this.context.limits;
    const bytes = this.#slots.reduce((sum, slot) => sum + slot.changedBytes, 0);
    return bytes >= memoryBytes || this.#eventsPending >= pendingEvents;
  }

  async #fold(events: readonly StoredEvent[], upTo: bigint): Promise<void> {
    this.#eventsPending += events.length;
    const slots = this.#slots.filter(({ stopped }) => !stopped);
    const recorded = await this.#decode(events.filter((event) => this.#isOfInterest(event.type)));
    const picked = slots.filter(({ stopped }) => !stopped).map((slot) => slot.pick(recorded));
    const loaded = await Promise.all(picked.map((batch) => this.#load(batch)));
    picked.forEach((batch, i) => batch.slot.fold(batch, loaded[i] ?? [], upTo));
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

  #isOfInterest(storedType: string): boolean {
    let known = this.#interest.get(storedType);
    if (known === undefined) {
      const type = storedType.replace(/\.v\d+$/, '');
      known = this.#slots.some((slot) => slot.wants(type));
      this.#interest.set(storedType, known);
    }
    return known;
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
      const type = event.type.replace(/\.v\d+$/, '');
      for (const slot of this.#slots) {
        if (slot.stopped || !slot.wants(type) || event.position <= slot.folded) continue;
        await this.#foldUntil(slot, recorded, event.position);
        slot.stop(error, { type, position: event.position });
      }
    }
    return recorded;
  }

  async #foldUntil(
    slot: ProjectionSlot,
    recorded: readonly (Recorded | undefined)[],
    position: bigint,
  ): Promise<void> {
    const before = recorded.filter((event) => event !== undefined && event.position < position);
    const picked = slot.pick(before);
    slot.fold(picked, await this.#load(picked), slot.folded);
  }

  /** Stores changed documents and checkpoints of all slots. */
  async flush(): Promise<void> {
    const parts = this.#slots
      .map((slot) => ({ slot, writes: slot.takeWrites(), upTo: slot.folded }))
      .filter(({ slot, writes, upTo }) => writes.length > 0 || upTo > slot.position);
    this.#eventsPending = 0;
    if (parts.length === 0) return;
    try {
      await this.#write(parts);
    } catch (error) {
      if (error instanceof StoreUnavailableError || error instanceof LeaseLostError) throw error;
      for (const part of parts) {
        await this.#write([part]).catch((cause: unknown) => {
          if (cause instanceof StoreUnavailableError || cause instanceof LeaseLostError)
            throw cause;
          part.slot.stopUnstored(cause);
        });
      }
    }
    for (const { slot, upTo } of parts) slot.position = slot.folded < upTo ? slot.folded : upTo;
    this.#trim();
    this.context.stored(parts.map(({ slot }) => slot));
  }

  /** Keeps the memory of all slots together within its limit. */
  #trim(): void {
    const limit = this.context.limits.memoryBytes / (this.live ? 8 : 1);
    const bytes = this.#slots.reduce((sum, slot) => sum + slot.bytes, 0);
    if (bytes <= limit) return;
    for (const slot of this.#slots) slot.trim(Math.floor((slot.size * limit) / bytes));
  }

  async #write(parts: readonly Part[]): Promise<void> {
    const { documents, lease, limits } = this.context;
    const writes = parts.flatMap((part) => part.writes);
    const checkpoints = parts.map(({ slot, upTo }) => ({ name: slot.collection, position: upTo }));
    const last = Math.max(0, writes.length - limits.writeDocuments);
    // A document may be ahead of its checkpoint, never behind it.
    for (let i = 0; i < last; i += limits.writeDocuments) {
      const chunk = writes.slice(i, Math.min(i + limits.writeDocuments, last));
      await documents.write({ writes: chunk, checkpoints: [], lease });
      await new Promise(setImmediate);
    }
    await documents.write({ writes: writes.slice(last), checkpoints, lease });
  }
}

interface Part {
  readonly slot: ProjectionSlot;
  readonly writes: readonly DocumentWrite[];
  /** Position of the checkpoint. */
  readonly upTo: bigint;
}

function positionOf(
  message: { kind: 'event'; event: StoredEvent } | { kind: 'checkpoint'; position: bigint },
): bigint {
  return message.kind === 'event' ? message.event.position : message.position;
}
