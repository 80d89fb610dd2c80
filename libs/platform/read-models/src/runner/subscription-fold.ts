import {
  areSameAppend,
  recordedAt,
  type StoredEvent,
  StoreUnavailableError,
} from '#libs/platform/event-store';
import type { Recorded } from '#libs/platform/kernel';
import type { InOrder, StoredDocument } from '../document-store.js';
import { foldErased } from './erased-documents.js';
import type { SubscriptionContext } from './subscription-context.js';
import { typeOf } from '../projection.js';
import type { PickedEvents, ProjectionShard } from './projection-shard.js';

/** Folds batches of events into the shards of a subscription, in memory. */
export class SubscriptionFold {
  #shards: readonly ProjectionShard[] = [];
  /** Shards by the event types they want, with or without version. */
  #wanting = new Map<string, readonly ProjectionShard[]>();

  constructor(
    private readonly context: SubscriptionContext,
    shards: readonly ProjectionShard[],
  ) {
    this.shards = shards;
  }

  get shards(): readonly ProjectionShard[] {
    return this.#shards;
  }

  /** Takes effect with the next part of a batch. */
  set shards(shards: readonly ProjectionShard[]) {
    this.#shards = shards;
    this.#wanting = new Map();
  }

  #wantedBy(type: string): readonly ProjectionShard[] {
    let known = this.#wanting.get(type);
    if (known === undefined) {
      const unversioned = typeOf(type);
      known = this.#shards.filter(({ projection }) => projection.events.includes(unversioned));
      this.#wanting.set(type, known);
    }
    return known;
  }

  /** Folds a batch that ends at `upTo`. Stops at each erasure in it to fold the affected documents again. */
  async batch(events: readonly StoredEvent[], upTo: bigint): Promise<void> {
    const { erasures } = this.context;
    const at = erasures ? events.findIndex(({ type }) => type.startsWith(erasures.typePrefix)) : -1;
    const erasure = events[at];
    if (!erasures || !erasure) {
      await this.#part(events, upTo);
      return;
    }
    const affected = this.#shards.filter(({ folded }) => folded < erasure.position);
    await this.#part(events.slice(0, at + 1), erasure.position);
    const streams = await erasures.apply(erasure);
    await foldErased(affected, erasure, streams, erasures, this.context);
    await this.batch(events.slice(at + 1), upTo);
  }

  async #part(events: readonly StoredEvent[], upTo: bigint): Promise<void> {
    const shards = this.#shards.filter(({ stopped }) => !stopped);
    const wanted = events.filter(({ type }) => this.#wantedBy(type).length > 0);
    const recorded = await this.#decode(wanted);
    const picked = [...this.#shares(recorded)].map(([shard, share]) => shard.pick(share));
    const loaded = await Promise.all(picked.map((batch) => this.#load(batch)));
    picked.forEach((batch, i) => batch.shard.fold(batch, loaded[i] ?? [], upTo));
    for (const shard of shards) shard.pass(upTo);
    const stopped = shards.filter((shard) => shard.stopped);
    if (stopped.length > 0) this.context.stored(stopped);
  }

  /** The events of each shard that has not stopped, in order. */
  #shares(events: InOrder<Recorded>): Map<ProjectionShard, Recorded[]> {
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

  async #load({ shard, missing }: PickedEvents): Promise<InOrder<StoredDocument>> {
    const ids = missing.map(({ id }) => id);
    return ids.length === 0 ? [] : this.context.documents.load(shard.collection, ids);
  }

  async #decode(events: readonly StoredEvent[]): Promise<InOrder<Recorded>> {
    if (events.length === 0) return [];
    try {
      return await this.context.decode(events);
    } catch (error) {
      if (error instanceof StoreUnavailableError) throw error;
      return this.#decodeOneByOne(events);
    }
  }

  /** Finds the events that can't be decoded. They stop only the projections that want them. */
  async #decodeOneByOne(events: readonly StoredEvent[]): Promise<InOrder<Recorded>> {
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
      for (const shard of this.#shards) {
        if (shard.stopped || !shard.wants({ type, position }) || position <= shard.folded) continue;
        const before = recorded.filter(
          (other) => other && other.position < position && !areSameAppend(other, event),
        );
        const picked = shard.pick(before);
        shard.fold(picked, await this.#load(picked), shard.folded);
        shard.stop(error, { type, position, at: recordedAt(event), metadata: {} });
      }
    }
    return recorded;
  }
}
