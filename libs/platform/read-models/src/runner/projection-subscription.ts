import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { DamagedLogError, type LogPage, StoreUnavailableError } from '#libs/platform/event-store';
import { messagingAttributes, traced, tracesOf, tracing } from '#libs/platform/tracing';
import {
  type SubscriptionContext,
  type SubscriptionOwner,
  yieldToRequests,
} from './subscription-context.js';
import { SubscriptionFold } from './subscription-fold.js';
import type { ProjectionShard } from './projection-shard.js';
import { type DocumentWrite, LeaseLostError } from '../document-store.js';
import type { DocumentWrites } from './shard-documents.js';

/** How often checkpoints are stored while no document changes. */
const CHECKPOINT_MS = 20;
/** Longest pause between two reads once live, and never longer than until the next store: what came meanwhile is still in memory, shared with the other followers of the log. */
const LONGEST_PAUSE_MS = 20;
/** Longest time without a write while catching up: a restart resumes at the last one. */
const LONGEST_UNSTORED_MS = 5_000;
/** Longest wait for another subscription to join. */
const LONGEST_GATE_MS = 100;

const ignore = (): void => undefined;

/** One pass through the log on behalf of several projections: read once, decoded once, written together. */
export class ProjectionSubscription {
  readonly #fold: SubscriptionFold;
  #eventsPending = 0;
  #storedAt = performance.now();
  /** When changed documents, or else checkpoints, may be stored next. */
  #documentsAt = -Infinity;
  #checkpointsAt = -Infinity;
  /** {@link frontier} when the last store began. */
  #storedTo = 0n;
  /** Position that a reader of this process waits for. */
  #wanted = 0n;
  #resume: (() => void) | undefined;
  /** Position of the last event read. */
  frontier: bigint;
  #gate: Promise<unknown> | undefined;
  /** Resolves after the current batch. */
  idle: Promise<void> = Promise.resolve();
  /** Whether the head has been reached. */
  live = false;

  constructor(
    private readonly context: SubscriptionContext,
    shards: readonly ProjectionShard[],
    frontier: bigint,
  ) {
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
    const pages = eventStore.subscribeToAll({ ...after, filter, most, signal });
    const next = this.#pagesOf(pages[Symbol.asyncIterator]());
    for (;;) {
      if (this.#gate) await this.#gate;
      let page: LogPage | 'end' | undefined;
      try {
        page = await next();
      } catch (error) {
        if (!(error instanceof DamagedLogError)) throw error;
        return this.#stopAll(error, signal, owner);
      }
      if (page === 'end' || signal.aborted) return;
      const started = performance.now();
      const wasLive = this.live;
      const working = page ? this.#work(page, owner) : this.#storeIfDue(owner);
      this.idle = working.then(ignore, ignore);
      if (await working) return;
      // with more waiting than a page takes, a pause would let it fall behind
      if (wasLive && page?.caughtUp === true) await this.#gather(page.events.length, started);
      else if (limits.yields === true) await yieldToRequests();
    }
  }

  /** Returns a function that reads the next page; `end` after the last one, and undefined as soon as something has to be stored. */
  #pagesOf(pages: AsyncIterator<LogPage>): () => Promise<LogPage | 'end' | undefined> {
    let reading: Promise<IteratorResult<LogPage, unknown>> | undefined;
    return async () => {
      reading ??= pages.next();
      const wait = this.live ? this.#storeIn : undefined;
      const result =
        wait === undefined ? await reading : await Promise.race([reading, this.#pause(wait)]);
      this.#resume?.();
      if (result === undefined) return undefined;
      reading = undefined;
      return result.done === true ? 'end' : result.value;
    };
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
    this.#eventsPending += events.length;
    await this.#fold.batch(events, this.frontier);
    if (!caughtUp || this.live) return this.#storeIfDue(owner);
    await this.#store(true);
    this.live = true;
    this.#trim();
    await owner.caughtUp?.();
    return (await owner.done?.()) ?? false;
  }

  /** Returns whether the owner is done. */
  async #storeIfDue(owner: SubscriptionOwner): Promise<boolean> {
    // what joins the main subscription has stored everything
    const isNow = this.live && (owner.done !== undefined || this.#wanted > this.#storedTo);
    if (isNow || this.#isDue) await this.#store(performance.now() >= this.#checkpointsAt);
    return (await owner.done?.()) ?? false;
  }

  /** Whether documents wait to be stored. */
  get #hasChanges(): boolean {
    return this.shards.some(({ documents }) => documents.changedBytes > 0);
  }

  /** Milliseconds until what has been folded is to be stored; undefined if everything is. */
  get #storeIn(): number | undefined {
    if (!this.shards.some((shard) => shard.folded > shard.checkpoint)) return undefined;
    if (this.#wanted > this.#storedTo && this.#wanted <= this.frontier) return 0;
    const at = this.#hasChanges ? this.#documentsAt : this.#checkpointsAt;
    return Math.max(0, at - performance.now());
  }

  get #isDue(): boolean {
    const { memoryBytes, pendingEvents } = this.context.limits;
    const bytes = this.shards.reduce((sum, shard) => sum + shard.documents.changedBytes, 0);
    if (bytes >= memoryBytes || this.#eventsPending >= pendingEvents) return true;
    const now = performance.now();
    if (!this.live) return now - this.#storedAt >= LONGEST_UNSTORED_MS;
    // without changes, readers are only told how far it is
    return bytes === 0 || now >= this.#documentsAt;
  }

  /**
   * Lets the next batch fill: one costs as much as several events. Never delays an event that a reader of this process waits for.
   */
  async #gather(events: number, started: number): Promise<void> {
    const most = Math.min(LONGEST_PAUSE_MS, this.context.limits.storeEveryMs(events));
    const pause = most - (performance.now() - started);
    if (pause >= 1 && this.#wanted <= this.frontier) await this.#pause(pause);
  }

  /** Waits until a reader waits for something, but not for longer. */
  #pause(ms: number): Promise<undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms, undefined);
      this.#resume = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
    });
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
    const events = this.#eventsPending;
    const hadChanges = this.#hasChanges;
    this.#eventsPending = 0;
    this.#storedTo = this.frontier;
    const stored = await storeShards(this.context, this.shards, checkpointsToo);
    this.#storedAt = performance.now();
    if (hadChanges) this.#documentsAt = this.#storedAt + this.context.limits.storeEveryMs(events);
    if (stored) this.#checkpointsAt = this.#storedAt + CHECKPOINT_MS;
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

interface Part {
  readonly shard: ProjectionShard;
  readonly writes: DocumentWrites;
  /** Position of the checkpoint. */
  readonly upTo: bigint;
}

/**
 * Stores the changed documents and the checkpoints of all shards. If no document changed, no reader waits: checkpoints are then
 * written only if `checkpointsToo`, and a restart may read the same events again. Returns whether the store has everything now.
 */
export async function storeShards(
  context: SubscriptionContext,
  shards: readonly ProjectionShard[],
  checkpointsToo: boolean,
): Promise<boolean> {
  const parts = shards
    .map((shard) => ({ shard, writes: shard.documents.takeWrites(), upTo: shard.folded }))
    .filter(({ shard, writes, upTo }) => writes.size > 0 || upTo > shard.checkpoint);
  if (parts.length === 0) return true;
  const writing = checkpointsToo || parts.some(({ writes }) => writes.size > 0);
  if (writing) {
    await writeEach(context, parts);
    for (const { shard, upTo } of parts) shard.checkpoint = earlier(shard.folded, upTo);
  }
  for (const { shard, upTo } of parts) shard.position = earlier(shard.folded, upTo);
  context.stored(parts.map(({ shard }) => shard));
  return writing;
}

/** If the documents of a projection can't be stored, only that projection stops. */
async function writeEach(context: SubscriptionContext, parts: readonly Part[]): Promise<void> {
  try {
    await write(context, parts);
  } catch (error) {
    if (isOfStore(error)) throw error;
    for (const part of parts) {
      await write(context, [part]).catch((cause: unknown) => {
        if (isOfStore(cause)) throw cause;
        part.shard.stopUnstored(cause);
      });
    }
  }
}

async function write(
  { documents, lease, limits }: SubscriptionContext,
  parts: readonly Part[],
): Promise<void> {
  const checkpoints = parts.map(({ shard, upTo }) => ({ name: shard.collection, position: upTo }));
  let writes: DocumentWrite[] = [];
  // Documents may be ahead of their checkpoint, never behind it.
  let before = Promise.resolve();
  for (const next of writesOf(parts)) {
    if (writes.length === limits.writeDocuments) {
      // Prepares the next transaction while one is being written.
      const written = documents.write({ writes, checkpoints: [], lease });
      written.catch(() => undefined);
      await before;
      await (limits.yields === true ? yieldToRequests() : new Promise(setImmediate));
      before = written;
      writes = [];
    }
    writes.push(next);
  }
  await before;
  await documents.write({ writes, checkpoints, lease });
}

function* writesOf(parts: readonly Part[]): Generator<DocumentWrite, void, undefined> {
  for (const { writes } of parts) yield* writes;
}

function isOfStore(error: unknown): boolean {
  return error instanceof StoreUnavailableError || error instanceof LeaseLostError;
}

function earlier(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
