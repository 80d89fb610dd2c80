import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { DamagedLogError, type LogPage } from '#libs/platform/event-store';
import { yieldToRequests } from '../yield-to-requests.js';
import type { SubscriptionContext, SubscriptionOwner } from './subscription-context.js';
import { SubscriptionFold } from './subscription-fold.js';
import { SubscriptionWriter } from './subscription-writer.js';
import type { ProjectionShard } from './projection-shard.js';
import { messagingAttributes, traced, tracesOf, tracing } from '#libs/platform/tracing';

/** How often checkpoints are stored while no document changes. */
const CHECKPOINT_MS = 20;
/** Longest time without a write while catching up: a restart resumes at the last one. */
const LONGEST_UNSTORED_MS = 5_000;
/** The same once live, while more and more is waiting: other processes read what is stored. */
const LONGEST_UNSHOWN_MS = 250;
/** Longest wait for another subscription to join. */
const LONGEST_GATE_MS = 100;

const ignore = (): void => undefined;

/** One pass through the log on behalf of several projections: read once, decoded once, written together. */
export class ProjectionSubscription {
  readonly #writer: SubscriptionWriter;
  readonly #fold: SubscriptionFold;
  #eventsPending = 0;
  #checkpointAt = -Infinity;
  /** When the first of the pending events was folded. */
  #pendingSince = -Infinity;
  /** Position of the last event read when something was stored. */
  #storedTo = 0n;
  /** Position that a reader of this process waits for. */
  #wanted = 0n;
  #resume: (() => void) | undefined;
  /** Position of the last event read. */
  frontier: bigint;
  #gate: Promise<unknown> | undefined;
  /** Resolves after the current batch. */
  idle: Promise<void> = Promise.resolve();
  /** Whether the head has been reached. From then on what has been folded is stored whenever it is reached again. */
  live = false;

  constructor(
    private readonly context: SubscriptionContext,
    shards: readonly ProjectionShard[],
    frontier: bigint,
  ) {
    this.#writer = new SubscriptionWriter(context);
    this.frontier = frontier;
    this.#fold = new SubscriptionFold(context, shards);
  }

  get shards(): readonly ProjectionShard[] {
    return this.#fold.shards;
  }

  /** Takes effect with the next batch. */
  set shards(shards: readonly ProjectionShard[]) {
    this.#fold.shards = shards;
  }

  /** Works until aborted or done. Stores what has been folded before it returns, unless it throws. */
  async run(signal: AbortSignal, owner: SubscriptionOwner): Promise<void> {
    const finished = new AbortController();
    try {
      await this.#follow(AbortSignal.any([signal, finished.signal]), owner);
      await this.#store(true);
    } finally {
      finished.abort();
    }
  }

  async #follow(signal: AbortSignal, owner: SubscriptionOwner): Promise<void> {
    const { eventStore, limits } = this.context;
    const after = this.frontier > 0n ? { after: this.frontier } : {};
    const filter = { typePrefixes: this.#wantedTypes() };
    const most = limits.batchEvents;
    signal.addEventListener('abort', () => this.#resume?.());
    const pages = new Pages(eventStore.subscribeToAll({ ...after, filter, most, signal }));
    for (;;) {
      if (this.#gate) await this.#gate;
      let page: LogPage | 'end' | undefined;
      try {
        page = await pages.take(this.live && this.#isBehind ? this.#checkpointIn : undefined);
      } catch (error) {
        if (!(error instanceof DamagedLogError)) throw error;
        return this.#stopAll(error, signal, owner);
      }
      if (page === 'end' || signal.aborted) return;
      const started = performance.now();
      const wasLive = this.live;
      const working = page ? this.#work(page, owner) : this.#store(true);
      this.idle = working.then(ignore, ignore);
      if ((await working) === true) return;
      if (page === undefined) continue;
      // with more waiting than a page takes, a pause would let it fall behind
      if (wasLive && page.caughtUp) await this.#gather(page.events.length, started);
      else if (limits.yields === true) await yieldToRequests();
    }
  }

  /** Stores and stops all shards at a damaged place in the log, while others go on. Returns when the owner is done or on abort. */
  async #stopAll(
    error: DamagedLogError,
    signal: AbortSignal,
    owner: SubscriptionOwner,
  ): Promise<void> {
    await this.#store(true);
    for (const shard of this.shards) if (!shard.stopped) shard.stop(error);
    this.context.stored(this.shards);
    if (await owner.done?.()) return;
    if (!signal.aborted) await once(signal, 'abort');
  }

  /** Prefixes of the event types that shards may want or that the subscription itself needs. */
  #wantedTypes(): readonly string[] {
    const { erasures, events } = this.context;
    const wanted = new Set(events ?? this.shards.flatMap(({ projection }) => projection.events));
    const types = [...wanted].map((type) => `${type}.v`);
    return erasures === undefined ? types : [...types, erasures.typePrefix];
  }

  /** Processes a page within a span that is linked to those of its events. Returns whether the owner is done. */
  #work(page: LogPage, owner: SubscriptionOwner): Promise<boolean> {
    const links = tracing() ? tracesOf(page.events) : [];
    const span =
      links.length > 0 ? tracing()?.start('project', { kind: 'consumer', links }) : undefined;
    const sizes = () => messagingAttributes('read-models', page.events.length);
    return traced(span, () => this.#workThrough(page, owner), sizes);
  }

  async #workThrough(
    { events, position, caughtUp }: LogPage,
    owner: SubscriptionOwner,
  ): Promise<boolean> {
    if (position > this.frontier) this.frontier = position;
    if (this.#eventsPending === 0) this.#pendingSince = performance.now();
    this.#eventsPending += events.length;
    await this.#fold.batch(events, this.frontier);
    const arrived = caughtUp && !this.live;
    if (caughtUp || this.#wanted > this.#storedTo || this.#isDue) {
      await this.#store(arrived || this.#checkpointIn === 0);
    }
    if (arrived) {
      this.live = true;
      this.#trim();
      await owner.caughtUp?.();
    }
    return (await owner.done?.()) ?? false;
  }

  /** Whether some checkpoint is behind what has been folded. */
  get #isBehind(): boolean {
    return this.shards.some((shard) => shard.folded > shard.checkpoint);
  }

  /** Milliseconds until checkpoints are stored even without documents. */
  get #checkpointIn(): number {
    return Math.max(0, this.#checkpointAt + CHECKPOINT_MS - performance.now());
  }

  get #isDue(): boolean {
    const { memoryBytes, pendingEvents } = this.context.limits;
    const bytes = this.shards.reduce((sum, shard) => sum + shard.documents.changedBytes, 0);
    if (bytes >= memoryBytes || this.#eventsPending >= pendingEvents) return true;
    const longest = this.live ? LONGEST_UNSHOWN_MS : LONGEST_UNSTORED_MS;
    return performance.now() - this.#pendingSince >= longest;
  }

  /**
   * Lets the next batch fill: a transaction costs as much as dozens of events. Never delays an event that a reader of this process
   * waits for.
   */
  async #gather(events: number, started: number): Promise<void> {
    const pause = this.context.limits.gatherMs(events) - (performance.now() - started);
    if (pause >= 1 && this.#wanted <= this.frontier) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause);
        this.#resume = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#resume = undefined;
    }
  }

  /** Pauses before the next batch, for a moment at most, because another subscription is about to join this one. */
  waitFor(ready: Promise<void>): void {
    if (this.#gate) return;
    const timeout = delay(LONGEST_GATE_MS, undefined, { ref: false });
    this.#gate = Promise.race([ready, timeout]).finally(() => (this.#gate = undefined));
  }

  /** Speeds up the batches up to a position because a reader waits for it. */
  hurry(position: bigint): void {
    if (position > this.#wanted) this.#wanted = position;
    this.#resume?.();
  }

  async #store(checkpointsToo: boolean): Promise<void> {
    this.#eventsPending = 0;
    const stored = await this.#writer.store(this.shards, checkpointsToo);
    this.#storedTo = this.frontier;
    if (stored) this.#checkpointAt = performance.now();
    this.#trim();
  }

  /** Keeps the total memory of all shards within its limit. */
  #trim(): void {
    const limit = this.context.limits.memoryBytes / (this.live ? 8 : 1);
    const bytes = this.shards.reduce((sum, shard) => sum + shard.documents.bytes, 0);
    if (bytes <= limit) return;
    for (const { documents } of this.shards) {
      documents.trim(Math.floor((documents.size * limit) / bytes));
    }
  }
}

/** Reads the pages of a subscription with a timeout. */
class Pages {
  readonly #pages: AsyncIterator<LogPage>;
  #next: Promise<IteratorResult<LogPage, unknown>> | undefined;

  constructor(subscription: AsyncIterable<LogPage>) {
    this.#pages = subscription[Symbol.asyncIterator]();
  }

  /** The next page; undefined after `timeoutMs`, `end` after the last page. */
  async take(timeoutMs?: number): Promise<LogPage | 'end' | undefined> {
    this.#next ??= this.#pages.next();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      if (timeoutMs !== undefined) timer = setTimeout(() => resolve(undefined), timeoutMs);
    });
    try {
      const result = await Promise.race([this.#next, late]);
      if (result === undefined) return undefined;
      this.#next = undefined;
      return result.done === true ? 'end' : result.value;
    } finally {
      clearTimeout(timer);
    }
  }
}
