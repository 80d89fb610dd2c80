import { setTimeout as delay } from 'node:timers/promises';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { type Lease, LeaseLostError } from '../document-store.js';
import { GenerationControl } from '../generations/generation-control.js';
import { dropUnattended } from '../generations/generation-wishes.js';
import { SUBSCRIPTION_LIMITS } from './subscription-context.js';
import {
  type LiveGeneration,
  type ProjectionProgress,
  StoredProgress,
  Waiters,
} from '../projection-progress.js';
import { describeError } from './describe-error.js';
import type { ProjectionShard } from './projection-shard.js';
import {
  type ProjectionStatus,
  standbyStatus,
  StatusBoard,
  statusOf,
  unattendedStatus,
} from './projection-status.js';
import { type ProjectionRunnerOptions, PROJECTIONS } from './subscription-context.js';
import { ProjectionLeadership } from './projection-leadership.js';

const LONGEST_BACKOFF_MS = 5_000;

/**
 * Keeps the documents of all projections up to date: reads the log once for all of them, folds, and stores documents and
 * checkpoints together. One process is the leader, the others are on standby. What is behind (a new version, a lost collection, a rebuild
 * that was asked for) catches up beside the live ones, which go on. A fold that throws stops its projection alone; a store
 * that is away stops all until it is back.
 */
export class ProjectionRunner implements ProjectionProgress {
  readonly #options: ProjectionRunnerOptions;
  readonly #stored: StoredProgress;
  readonly #waiters = new Waiters();
  readonly #board: StatusBoard;
  /** What operators do with the generations of the projections. */
  readonly generations: GenerationControl;
  #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #leadership: ProjectionLeadership | undefined;
  #head = 0n;
  #failures = 0;
  #lastError: string | undefined;

  constructor(options: ProjectionRunnerOptions) {
    this.#options = options;
    const names = options.projections.map(({ name }) => name);
    this.#stored = new StoredProgress(options.documents, names, options.pollMs);
    this.#board = new StatusBoard(options.documents);
    this.generations = new GenerationControl(options.documents, options.projections, {
      adopt: () => this.#adopt(),
      folded: async () => (await this.observe()).map(({ collection }) => collection),
      skipped: async (name) =>
        (await this.observe()).find((one) => one.name === name)?.skipped ?? [],
    });
  }

  /** Looks for what operators ask for: as the one that folds or, where nobody does, for what needs no folding. */
  async #adopt(): Promise<void> {
    const { documents, eventStore, holder } = this.#options;
    if (this.#leadership) await this.#leadership.adoptNew(await eventStore.head());
    else await dropUnattended(documents, PROJECTIONS, `${holder}/drops`, this.#leaseMs);
  }

  /**
   * Starts the work and answers after the first attempt: projections are open, or another process has the lease, or a store
   * is away and is tried again in the background.
   */
  async start(): Promise<void> {
    if (this.#running) return;
    this.#stopping = new AbortController();
    await new Promise<void>((resolve) => {
      this.#running = this.#supervise(resolve);
    });
  }

  /** Instead of working, keeps knowing how far the process is that does. Answers once that is known, or the store is away. */
  async watch(): Promise<void> {
    if (this.#running) return;
    this.#stopping = new AbortController();
    this.#running = this.#stored.watch(this.#stopping.signal);
    await this.#stored.look().catch(() => undefined);
  }

  /** Finishes the batch at hand, stores it and gives the lease back. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    this.#running = undefined;
  }

  async #supervise(tried: () => void): Promise<void> {
    const { documents, holder, logger } = this.#options;
    while (!this.#stopping.signal.aborted) {
      let pause = this.#pollMs;
      try {
        const lease = await documents.acquireLease(PROJECTIONS, holder, this.#leaseMs);
        if (lease) {
          logger?.info({ lease: PROJECTIONS, holder }, 'lease acquired');
          await this.#serve(lease, tried);
          logger?.info({ lease: PROJECTIONS, lost: !this.#stopping.signal.aborted }, 'lease ended');
        } else {
          // another process has it
          const { eventStore } = this.#options;
          [this.#head] = await Promise.all([eventStore.head(), this.#stored.look()]);
        }
      } catch (error) {
        pause = Math.min(100 * 2 ** this.#failures++, LONGEST_BACKOFF_MS);
        this.#lastError = describeError(error);
        const lost = error instanceof LeaseLostError;
        logger?.warn({ error: this.#lastError, pause }, lost ? 'lease lost' : 'projections wait');
      }
      tried();
      await this.#pause(pause);
    }
  }

  async #pause(milliseconds: number, signal = this.#stopping.signal): Promise<void> {
    await delay(milliseconds, undefined, { signal }).catch(() => undefined);
  }

  /** One turn of holding the lease. */
  async #serve(lease: Lease, opened: () => void): Promise<void> {
    const { eventStore, documents, projections } = this.#options;
    const lost = new AbortController();
    const signal = AbortSignal.any([this.#stopping.signal, lost.signal]);
    const limits = { ...SUBSCRIPTION_LIMITS, ...this.#options.limits };
    const stored = (shards: readonly ProjectionShard[]): void => this.#moved(shards);
    const events = projections.flatMap((projection) => projection.events);
    const context = { ...this.#options, events, lease, limits, stored };
    const leadership = new ProjectionLeadership(context, projections);
    const keeping = this.#keep(lease, leadership, lost, signal);
    try {
      this.#head = await eventStore.head();
      await leadership.open(this.#head);
      this.#leadership = leadership;
      this.#lastError = undefined;
      this.#moved(leadership.shards);
      opened();
      await leadership.run(signal);
      if (lost.signal.aborted) throw new LeaseLostError(`lease ${lease.name} was lost`);
      if (!signal.aborted) throw new StoreUnavailableError('the subscription has ended');
    } finally {
      this.#leadership = undefined;
      lost.abort();
      await keeping;
      await documents.releaseLease(lease).catch(() => undefined);
    }
  }

  /** Renews the lease, follows the head and looks for generations to build, until the turn is over. */
  async #keep(
    lease: Lease,
    leadership: ProjectionLeadership,
    lost: AbortController,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock, documents, eventStore, publishes = false } = this.#options;
    let renewedAt = clock.now();
    let looking: Promise<void> | undefined;
    for (;;) {
      await this.#pause(Math.min(this.#pollMs, this.#leaseMs / 3), signal);
      if (signal.aborted) break;
      try {
        if (clock.now() - renewedAt >= this.#leaseMs / 3) {
          if (!(await documents.renewLease(lease, this.#leaseMs))) lost.abort();
          renewedAt = clock.now();
        }
        this.#head = await eventStore.head();
        this.#moved(leadership.shards, false);
        if (this.#leadership === leadership) {
          if (publishes) await this.#board.publish({ at: clock.now(), projections: this.status() });
          // It may have to wait for a batch: the lease can't.
          looking ??= this.#look(leadership).finally(() => (looking = undefined));
        }
      } catch {
        // The subscriptions meet the same store and report it.
        if (clock.now() - renewedAt > this.#leaseMs) lost.abort();
      }
    }
    await looking;
  }

  /** Takes on what has been asked for, as far as that is possible now. */
  async #look(leadership: ProjectionLeadership): Promise<void> {
    await leadership.adoptNew(this.#head).catch((error: unknown) => {
      // A store that is away the subscriptions meet, too, and report it.
      if (error instanceof StoreUnavailableError) return;
      this.#options.logger?.warn({ error: describeError(error) }, 'generations not adopted');
    });
  }

  #moved(shards: readonly ProjectionShard[], progressed = true): void {
    const now = this.#options.clock.now();
    for (const shard of shards) {
      if (shard.position > this.#head) this.#head = shard.position;
      if (shard.stopped && !shard.reported) {
        shard.reported = true;
        const { collection, lastError: error, position } = shard;
        const details = { collection, error, position: position.toString() };
        this.#options.logger?.error(details, 'projection stopped');
      }
    }
    for (const shard of shards) if (shard.position >= this.#head) shard.completeAt = now;
    if (progressed) this.#failures = 0;
    this.#waiters.check();
  }

  get #leaseMs(): number {
    return this.#options.leaseMs ?? 10_000;
  }

  get #pollMs(): number {
    return this.#options.pollMs ?? 1_000;
  }

  live(name: string): LiveGeneration | undefined {
    return this.#leadership ? this.#leadership.live(name) : this.#stored.live(name);
  }

  refresh(name: string): Promise<LiveGeneration | undefined> {
    return this.#leadership
      ? Promise.resolve(this.#leadership.live(name))
      : this.#stored.refresh(name);
  }

  /**
   * Waits until readers of the projections get everything up to a position. False when that takes longer than `timeoutMs`
   * milliseconds, and at once when a projection has stopped before it. From memory where this process does the folding.
   */
  waitFor(names: readonly string[] | 'all', position: bigint, timeoutMs: number): Promise<boolean> {
    if (!this.#leadership) return this.#stored.waitFor(names, position, timeoutMs);
    const all = names === 'all' ? this.#options.projections.map(({ name }) => name) : names;
    const reached = (): boolean | undefined => {
      const states = all.map((name) => this.#leadership?.reached(name, position) ?? 'never');
      if (this.#leadership && states.includes('never')) return undefined;
      return states.every((state) => state === true);
    };
    if (reached() === false) this.#leadership.hurry();
    return this.#waiters.wait(reached, timeoutMs);
  }

  /**
   * {@link status}, also where another process does the folding: what that one told last. Projections that no process has told
   * of for a while are `unattended`.
   */
  async observe(): Promise<readonly ProjectionStatus[]> {
    if (this.#leadership) return this.status();
    const told = await this.#board.read();
    const head = await this.#options.eventStore.head();
    const now = this.#options.clock.now();
    const silentMs = told === undefined ? Infinity : now - told.at;
    if (told !== undefined && silentMs < this.#leaseMs) return told.projections;
    const since = told === undefined ? 0 : silentMs / 1_000;
    return (told?.projections ?? this.status()).map((one) => unattendedStatus(one, head, since));
  }

  /** Where each projection is, and each generation that is being built. */
  status(): ProjectionStatus[] {
    const now = this.#options.clock.now();
    const leadership = this.#leadership;
    if (leadership) {
      return leadership.shards.map((shard) =>
        statusOf(shard, this.#head, now, this.#lastError, leadership.isHeld(shard)),
      );
    }
    return this.#options.projections.map((projection) =>
      standbyStatus(projection, this.#stored.known(projection.name), this.#head, this.#lastError),
    );
  }
}
