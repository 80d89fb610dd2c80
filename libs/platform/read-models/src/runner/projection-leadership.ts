import { KeyedQueue } from '#libs/platform/kernel';
import { StoreUnavailableError } from '#libs/platform/event-store';
import {
  carryOutDrops,
  type GenerationTargets,
  generationTargets,
  type GenerationWishes,
  wishesOf,
} from '../generations/generation-control.js';
import {
  type GenerationPlan,
  type OpenGeneration,
  openGeneration,
  openGenerations,
  type StoredState,
  storedState,
} from '../generations/generations.js';
import type { Projection } from '../projection.js';
import { besideReaders, type SubscriptionContext } from './subscription-context.js';
import { ProjectionSubscription } from './projection-subscription.js';
import type { LiveGeneration } from '../projection-progress.js';
import { ProjectionShard } from './projection-shard.js';
import { isSucceeded, isSuperseded, mayGoLive, unopenedAmong } from './generation-switch.js';

/** In every 64th round everything is looked at. */
const MOST_ROUNDS = 64;

/** The work of the leader: a main subscription, and side subscriptions for shards that are behind it. */
export class ProjectionLeadership {
  readonly #pointers = new Map<string, string | undefined>();
  /** The generations that readers get while none of this version is complete. */
  readonly #readable = new Map<string, LiveGeneration | undefined>();
  readonly #live = new Map<string, ProjectionShard>();
  readonly #side = new Map<ProjectionSubscription, Promise<void>>();
  readonly #ended = new AbortController();
  readonly #turns = new KeyedQueue();
  #targets: GenerationTargets = {};
  #main: ProjectionSubscription;
  #behind: readonly ProjectionShard[] = [];
  /** Shards that could not be opened. */
  #broken: readonly ProjectionShard[] = [];
  /** How often requests were looked for. */
  #rounds = 0;
  /** The requests that have been carried out. */
  #carriedOut: string | undefined;
  #signal: AbortSignal = this.#ended.signal;
  #failed: (error: unknown) => void = () => undefined;

  constructor(
    private readonly context: SubscriptionContext,
    private readonly projections: readonly Projection[],
  ) {
    this.#main = new ProjectionSubscription(context, [], 0n);
  }

  /** Every shard, live or being built. */
  get shards(): readonly ProjectionShard[] {
    const subscribed = this.#subscriptions.flatMap(({ shards }) => shards);
    // While a pointer is being moved, the predecessor has already left its subscription.
    const live = this.#live.values();
    return [...new Set([...subscribed, ...this.#behind, ...this.#broken, ...live])];
  }

  get #subscriptions(): readonly ProjectionSubscription[] {
    return [this.#main, ...this.#side.keys()];
  }

  /** Finds or creates the generations. Those that are complete become live at once. */
  async open(head: bigint): Promise<void> {
    const { documents } = this.context;
    await this.#drop();
    this.#targets = await generationTargets(documents);
    const stored = await storedState(documents, this.projections);
    const opening = await Promise.allSettled(
      this.projections.map((projection) => this.#open(projection, head, stored)),
    );
    // All have ended before anybody starts over.
    const shards = opening.flatMap((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
    // Live shards never wait for those that are being built.
    const live = shards.filter((shard) => shard.live);
    const ahead = (live.length > 0 ? live : shards).map(({ position }) => position);
    const frontier = ahead.reduce((most, position) => (position > most ? position : most), 0n);
    this.#behind = shards.filter(({ position }) => position < frontier);
    const main = shards.filter(({ position }) => position >= frontier);
    this.#main = new ProjectionSubscription(this.context, main, frontier);
    if (frontier >= head) await this.#goLive(main);
  }

  async #open(
    projection: Projection,
    head: bigint,
    stored: StoredState,
  ): Promise<readonly ProjectionShard[]> {
    const { name, version } = projection;
    let plan: GenerationPlan;
    try {
      const { documents } = this.context;
      plan = await openGenerations(documents, projection, head, this.#targets[name], stored);
    } catch (error) {
      if (error instanceof StoreUnavailableError) throw error;
      const none = { collection: '', version, number: 0, position: 0n, live: false };
      const shard = this.#shard(projection, none);
      shard.stop(error);
      const before = this.#broken.find((one) => one.projection === projection);
      shard.reported = before?.reported === true && before.lastError === shard.lastError;
      this.#broken = [...this.#broken.filter((one) => one !== before), shard];
      return [];
    }
    this.#broken = this.#broken.filter((one) => one.projection !== projection);
    await this.context.skipped?.refresh(projection);
    this.#pointers.set(name, plan.pointer);
    this.#readable.set(name, plan.readable);
    const shards = plan.open.map((generation) => this.#shard(projection, generation));
    for (const shard of shards) if (shard.live) this.#live.set(name, shard);
    return shards;
  }

  #shard(projection: Projection, generation: OpenGeneration): ProjectionShard {
    return new ProjectionShard(projection, generation, this.context.skipped?.of(projection));
  }

  /** Runs until aborted; throws if a subscription fails or loses the lease. */
  async run(signal: AbortSignal): Promise<void> {
    this.#signal = AbortSignal.any([signal, this.#ended.signal]);
    const failure = new Promise<never>((_resolve, reject) => (this.#failed = reject));
    const behind = this.#behind;
    this.#behind = [];
    for (const position of new Set(behind.map((shard) => shard.position))) {
      this.#catchUp(behind.filter((shard) => shard.position === position));
    }
    const caughtUp = (): Promise<void> => this.#goLive(this.#main.shards);
    const main = this.#main.run(this.#signal, { caughtUp });
    try {
      await Promise.race([main, failure]);
    } finally {
      this.#ended.abort();
      await Promise.allSettled([main, ...this.#side.values()]);
    }
  }

  /** Lets shards read the log in a side subscription until they can join the main one. */
  #catchUp(shards: readonly ProjectionShard[]): void {
    const [first] = shards;
    if (first === undefined) return;
    const context = besideReaders(this.context);
    const subscription = new ProjectionSubscription(context, shards, first.position);
    const running = subscription
      .run(this.#signal, { done: () => this.#join(subscription) })
      .catch((error: unknown) => this.#failed(error));
    this.#side.set(subscription, running);
  }

  async #join(subscription: ProjectionSubscription): Promise<boolean> {
    const joined = this.#side.get(subscription);
    if (subscription.shards.length === 0) return this.#side.delete(subscription);
    if (!subscription.live || joined === undefined) return false;
    // Under load the main subscription would always be ahead.
    this.#main.waitFor(joined);
    if (subscription.frontier < this.#main.frontier) return false;
    if (this.#main.live) await this.#goLive(subscription.shards);
    // Nothing is awaited from here on, so the next events of the main subscription are newer than all that these shards have.
    if (subscription.frontier < this.#main.frontier) return false;
    this.#main.shards = [...this.#main.shards, ...subscription.shards];
    subscription.shards = [];
    this.#side.delete(subscription);
    return true;
  }

  /**
   * Makes complete generations live, unless an operator chose another one. Their predecessors stay until dropped but are no longer
   * folded. Must be called when the shards are as far as the main subscription: a predecessor stops before its pointer moves, so that
   * readers never get older documents.
   */
  async #goLive(shards: readonly ProjectionShard[]): Promise<void> {
    const ready = shards.filter((shard) => mayGoLive(shard, this.#targets));
    if (ready.length === 0) return;
    for (const shard of ready) {
      shard.goingLive = true;
      void this.#leave((other) => isSucceeded(other, shard));
    }
    await this.#turns.run('switching', async () => {
      try {
        for (const shard of ready) await this.#switchTo(shard);
      } catch (error) {
        // It is unknown which generation readers get, and the old one has stopped: start over from the state of the store.
        this.#failed(error);
        throw error;
      }
      this.context.stored(ready);
    });
  }

  /** Drops what was requested: by an operator, or by an erasure, because a generation that is no longer folded can't be blanked. */
  async #drop(release?: (collection: string) => Promise<boolean>): Promise<void> {
    const { documents, logger } = this.context;
    for (const generation of await carryOutDrops(documents, release)) {
      logger?.info({ generation }, 'generation dropped');
    }
  }

  /** Whether a generation only waits for an operator to choose it. */
  isHeld(shard: ProjectionShard): boolean {
    return !shard.isForReaders && !shard.stopped && !mayGoLive(shard, this.#targets);
  }

  async #switchTo(shard: ProjectionShard): Promise<void> {
    const { documents, lease, logger } = this.context;
    const { collection, position } = shard;
    const { name } = shard.projection;
    // Other processes read the checkpoint, which may lag a little.
    if (shard.checkpoint < position) {
      const checkpoints = [{ name: collection, position }];
      await documents.write({ writes: [], checkpoints, lease });
      shard.checkpoint = position;
    }
    const before = this.#pointers.get(name);
    if (!(await documents.setPointer(name, before, collection))) {
      throw new Error(`the pointer of ${name} was moved by another process`);
    }
    if (before !== undefined) {
      const details = { projection: name, from: before, to: collection, position: `${position}` };
      logger?.info(details, 'readers switched');
    }
    this.#pointers.set(name, collection);
    this.#live.set(name, shard);
    shard.live = true;
    shard.goingLive = false;
  }

  /** Removes shards from their subscriptions at once; resolves after the current batch, which may still store their documents. */
  #leave(isGone: (shard: ProjectionShard) => boolean): Promise<unknown> {
    const left = this.#subscriptions.filter(({ shards }) => shards.some(isGone));
    for (const one of left) one.shards = one.shards.filter((shard) => !isGone(shard));
    return Promise.all(left.map(({ idle }) => idle));
  }

  /** The generation that readers get. */
  live(name: string): LiveGeneration | undefined {
    return this.#live.get(name) ?? this.#readable.get(name);
  }

  /** Whether readers get everything up to a position; undefined if they never will. */
  reached(name: string, position: bigint): boolean | undefined {
    const live = this.live(name);
    if (live !== undefined && live.position >= position) return true;
    return this.#isStopped(name) ? undefined : false;
  }

  /** Whether what readers get has stopped, or all that was to become it. */
  #isStopped(name: string): boolean {
    const live = this.#live.get(name);
    const isOver = (shard: ProjectionShard): boolean => shard.stopped && !shard.mayGoOn;
    if (live) return isOver(live);
    const built = this.shards.filter(({ projection }) => projection.name === name);
    // one that could not be opened is tried again
    return built.length > 0 && built.every((shard) => isOver(shard) && shard.collection !== '');
  }

  /** Speeds up the batches up to a position because a reader waits for it. */
  hurry(position: bigint): void {
    for (const subscription of this.#subscriptions) subscription.hurry(position);
  }

  /**
   * Carries out requests of this or another process: folds into generations that were created or chosen, makes a chosen complete one
   * live, drops generations, and resumes projections whose event is now skipped.
   */
  adoptNew(head: bigint): Promise<void> {
    return this.#turns.run('adopting', () => this.#adopt(head));
  }

  async #adopt(head: bigint): Promise<void> {
    const { documents } = this.context;
    const wishes = await wishesOf(documents);
    this.#rounds += 1;
    if (!this.#isDue(wishes)) return;
    await this.#drop((collection) => this.#release(collection));
    const collections = await documents.listCollections();
    await this.#resume(head);
    await this.#reopen(head);
    this.#targets = await generationTargets(documents);
    void this.#leave((shard) => {
      if (shard.isForReaders) return false;
      const isThere = collections.includes(shard.collection);
      return !isThere || isSuperseded(shard, this.#targets, collections);
    });
    for (const projection of this.projections) {
      const live = this.#live.get(projection.name);
      const unopened = unopenedAmong(collections, projection, this.shards, live, this.#targets);
      for (const found of unopened) {
        const opened = await openGeneration(documents, projection, found);
        await this.context.skipped?.refresh(projection);
        if (this.#signal.aborted) return;
        if (opened.position <= head) this.#catchUp([this.#shard(projection, opened)]);
      }
    }
    // In the middle of a batch one of two generations may be ahead of the other.
    await this.#main.idle;
    if (this.#main.live) await this.#goLive(this.#main.shards);
    this.#carriedOut = wishes.all;
  }

  /** Whether there may be something to carry out. What nobody announces, such as a collection dropped by hand, is found sometimes. */
  #isDue(wishes: GenerationWishes): boolean {
    if (wishes.all !== this.#carriedOut || wishes.hasDrops) return true;
    return this.#rounds % MOST_ROUNDS === 0 || this.shards.some(({ stopped }) => stopped);
  }

  /** Resumes projections that stopped at an event which is skipped by now. */
  async #resume(head: bigint): Promise<void> {
    for (const stopped of this.shards.filter((shard) => shard.stopped && shard.collection !== '')) {
      const { projection, generation, live } = stopped;
      await this.context.skipped?.refresh(projection);
      if (!stopped.mayGoOn) continue;
      const position = (await this.context.documents.checkpoint(stopped.collection)) ?? 0n;
      if (position > head) continue;
      await this.#leave((shard) => shard === stopped);
      if (this.#signal.aborted) return;
      const shard = this.#shard(projection, { ...generation, position, live });
      if (live) this.#live.set(projection.name, shard);
      this.#catchUp([shard]);
    }
  }

  /** Tries again to open what could not be opened, less and less often: no event is at fault, so the cause may pass. */
  async #reopen(head: bigint): Promise<void> {
    if (this.#broken.length === 0) return;
    const isDue = Number.isInteger(Math.log2(this.#rounds)) || this.#rounds % MOST_ROUNDS === 0;
    if (!isDue) return;
    const stored = await storedState(this.context.documents, this.projections);
    for (const { projection } of this.#broken) {
      const shards = await this.#open(projection, head, stored);
      if (this.#signal.aborted) return;
      for (const shard of shards) this.#catchUp([shard]);
    }
  }

  /** Stops folding into a generation and waits for its last write; false if it is live or about to be. */
  async #release(collection: string): Promise<boolean> {
    const isOf = (shard: ProjectionShard): boolean => shard.collection === collection;
    if (this.shards.some((shard) => isOf(shard) && shard.isForReaders)) return false;
    await this.#leave(isOf);
    return true;
  }
}
