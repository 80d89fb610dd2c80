import { StoreUnavailableError } from '#libs/platform/event-store';
import { logRecurring, sleep } from '#libs/platform/stores';
import { type Lease, LeaseLostError } from '../document-store.js';
import { GenerationControl, dropUnattended } from '../generations/generation-control.js';
import {
  type LiveGeneration,
  type ProjectionProgress,
  StoredProgress,
  Waiters,
} from '../projection-progress.js';
import { describeError, type ProjectionShard } from './projection-shard.js';
import {
  type ProjectionStatus,
  standbyStatus,
  StatusBoard,
  statusOf,
  unattendedStatus,
} from './projection-status.js';
import {
  LEASE_MS,
  type ProjectionRunnerOptions,
  PROJECTIONS,
  SUBSCRIPTION_LIMITS,
} from './subscription-context.js';
import { ProjectionLeadership } from './projection-leadership.js';

/** In every tenth round a standby asks for the end of the log. */
const TOUCHING_ROUNDS = 10;

type Timing = Pick<ProjectionRunnerOptions, 'leaseMs' | 'pollMs'>;

/**
 * Keeps the documents of all projections up to date: reads the log once for all of them, folds, and stores documents and checkpoints
 * together. One process is the leader, the others are on standby. Generations that are behind (a new version, a lost collection, a
 * requested rebuild) catch up beside the live ones. A fold that throws stops only its projection; an unavailable store stops all
 * until it is back.
 */
export class ProjectionRunner implements ProjectionProgress {
  readonly #options: ProjectionRunnerOptions & Required<Timing>;
  readonly #stored: StoredProgress;
  readonly #waiters = new Waiters();
  readonly #board: StatusBoard;
  readonly generations: GenerationControl;
  #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #leadership: ProjectionLeadership | undefined;
  #head = 0n;
  #failures = 0;
  /** How often a standby has asked for the lease in vain. */
  #rounds = 0;
  #lastError: string | undefined;
  #interruption: string | undefined;

  constructor(options: ProjectionRunnerOptions) {
    this.#options = { leaseMs: LEASE_MS, pollMs: 1_000, ...options };
    const names = options.projections.map(({ name }) => name);
    this.#stored = new StoredProgress(options.documents, names, options.pollMs);
    this.#board = new StatusBoard(options.documents, this.#options.leaseMs);
    this.generations = new GenerationControl(options.documents, options.projections, {
      adopt: () => this.#adopt(),
      folded: async () => (await this.observe()).map(({ collection }) => collection),
      skipped: async (name) =>
        (await this.observe()).find((one) => one.name === name)?.skipped ?? [],
    });
  }

  /** Carries out requests of operators: all of them as the leader, else only drops and only if there is no leader. */
  async #adopt(): Promise<void> {
    const { documents, eventStore, holder, leaseMs } = this.#options;
    if (this.#leadership) await this.#leadership.adoptNew(await eventStore.head());
    else await dropUnattended(documents, PROJECTIONS, `${holder}/drops`, leaseMs);
  }

  /**
   * Starts the work. Resolves after the first attempt: as leader, on standby, or with a store away and retries in the background.
   * @throws StoreUnavailableError if waiting can't help, such as for missing rights; {@link stop} must still be called
   */
  async start(): Promise<void> {
    if (this.#running) return;
    this.#stopping = new AbortController();
    await new Promise<void>((resolve, reject) => {
      this.#running = this.#supervise(resolve, reject);
    });
  }

  /** Only follows the progress of the leader. Resolves when it is known or the store is away. */
  async watch(): Promise<void> {
    if (this.#running) return;
    this.#stopping = new AbortController();
    this.#running = this.#stored.watch(this.#stopping.signal);
    await this.#stored.look().catch(() => undefined);
  }

  /** Finishes and stores the current batch and releases the lease. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    this.#running = undefined;
  }

  async #supervise(tried: () => void, hopeless: (error: Error) => void): Promise<void> {
    const { documents, holder, leaseMs, logger, pollMs } = this.#options;
    while (!this.#stopping.signal.aborted) {
      let pause = pollMs;
      try {
        const lease = await documents.acquireLease(PROJECTIONS, holder, leaseMs);
        if (lease) {
          logger?.info({ lease: PROJECTIONS, holder }, 'lease acquired');
          await this.#serve(lease, tried);
          logger?.info({ lease: PROJECTIONS, lost: !this.#stopping.signal.aborted }, 'lease ended');
        } else {
          this.#recovered();
          this.#keepInTouch();
        }
      } catch (error) {
        pause = pollMs * Math.min(0.1 * 2 ** this.#failures++, 5);
        this.#lastError = describeError(error);
        this.#interruption = codeOf(error);
        // Counts at the first attempt only. Later it may pass: a password may be being changed.
        if (error instanceof StoreUnavailableError && error.permanent) hopeless(error);
        const lost = error instanceof LeaseLostError;
        const message = lost ? 'lease lost' : 'projections interrupted, trying again';
        logRecurring(logger, message, this.#lastError);
      }
      tried();
      await sleep(pause, this.#stopping.signal);
    }
  }

  /** Nothing keeps this process from doing its part. */
  #recovered(): void {
    this.#lastError = undefined;
    this.#interruption = undefined;
  }

  /** Connecting to the log would take a standby time when it takes over. Never awaited: the lease may end while the log is away. */
  #keepInTouch(): void {
    const { eventStore } = this.#options;
    if (this.#rounds++ % TOUCHING_ROUNDS !== 0) return;
    eventStore.head().then(
      (head) => (this.#head = head),
      () => undefined,
    );
  }

  /** Works until the lease ends. */
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
      this.#recovered();
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

  /** Renews the lease, follows the head and carries out requests until the lease ends. */
  async #keep(
    lease: Lease,
    leadership: ProjectionLeadership,
    lost: AbortController,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock, documents, leaseMs, pollMs } = this.#options;
    let renewedAt = clock.now();
    let looking: Promise<void> | undefined;
    let adopting: Promise<void> | undefined;
    for (;;) {
      await sleep(Math.min(2 * pollMs, leaseMs / 3), signal);
      if (signal.aborted) break;
      // Not awaited: a log that is away or a batch may keep it waiting, but the lease has to be renewed.
      looking ??= this.#look(leadership).finally(() => (looking = undefined));
      if (this.#leadership === leadership) {
        adopting ??= this.#adoptNew(leadership).finally(() => (adopting = undefined));
      }
      const now = clock.now();
      if (now - renewedAt < leaseMs / 5) continue;
      try {
        if (!(await documents.renewLease(lease, leaseMs))) lost.abort();
        renewedAt = now;
      } catch {
        // The subscriptions get and report the same error.
        if (clock.now() - renewedAt > leaseMs) lost.abort();
      }
    }
    await Promise.all([looking, adopting]);
  }

  /** Follows the head, and tells other processes how far the documents are. */
  async #look(leadership: ProjectionLeadership): Promise<void> {
    const { clock, eventStore, publishes = false } = this.#options;
    try {
      this.#head = await eventStore.head();
      this.#moved(leadership.shards, false);
      if (!publishes || this.#leadership !== leadership) return;
      await this.#board.publish({ at: clock.now(), projections: this.status() });
    } catch {
      // The subscriptions get and report the same error.
    }
  }

  async #adoptNew(leadership: ProjectionLeadership): Promise<void> {
    await leadership.adoptNew(this.#head).catch((error: unknown) => {
      // The subscriptions report a store that is away.
      if (error instanceof StoreUnavailableError) return;
      logRecurring(this.#options.logger, 'generations not adopted', describeError(error));
    });
  }

  #moved(shards: readonly ProjectionShard[], progressed = true): void {
    const now = this.#options.clock.now();
    for (const shard of shards) {
      if (shard.position > this.#head) this.#head = shard.position;
      if (shard.stopped && !shard.reported) {
        shard.reported = true;
        const { collection, lastError: error, position, projection } = shard;
        const details = {
          ...{ projection: projection.name, error, position: position.toString() },
          ...(collection !== '' && { collection }),
        };
        const opened = collection !== '';
        const message = opened ? 'projection stopped' : 'read model not opened, trying again';
        this.#options.logger?.error(details, message);
      }
    }
    for (const shard of shards) if (shard.position >= this.#head) shard.completeAt = now;
    if (progressed) this.#failures = 0;
    this.#waiters.check();
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
   * Waits until readers of the projections get everything up to a position. False after `timeoutMs`, or as soon as a projection has
   * stopped before that position. The leader needs no I/O for it.
   */
  waitFor(names: readonly string[] | 'all', position: bigint, timeoutMs: number): Promise<boolean> {
    if (!this.#leadership) return this.#stored.waitFor(names, position, timeoutMs);
    const all = names === 'all' ? this.#options.projections.map(({ name }) => name) : names;
    const reached = (): boolean | undefined => {
      const states = all.map((name) => this.#leadership?.reached(name, position) ?? 'never');
      if (this.#leadership && states.includes('never')) return undefined;
      return states.every((state) => state === true);
    };
    if (reached() === false) this.#leadership.hurry(position);
    return this.#waiters.wait(reached, timeoutMs);
  }

  /** {@link status} as last published by the leader, or `unattended` if no process has published for a while. */
  async observe(): Promise<readonly ProjectionStatus[]> {
    if (this.#leadership) return this.status();
    const published = await this.#board.read();
    const { clock, eventStore, leaseMs } = this.#options;
    const head = await eventStore.head();
    const silentMs = published ? clock.now() - published.at : 0;
    // A standby may be taking over.
    if (published && silentMs < 2 * leaseMs) return published.projections;
    const last = published?.projections ?? this.status();
    return last.map((one) => unattendedStatus(one, head, silentMs / 1_000));
  }

  /** What keeps this process from updating the documents at present: the server's name for its error, or else the kind of error. */
  get interruption(): string | undefined {
    return this.#interruption;
  }

  /** The status of each projection and of each generation that is being built. */
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

function codeOf(error: unknown): string {
  if (error instanceof StoreUnavailableError && error.code !== undefined) return error.code;
  return error instanceof Error ? error.name : typeof error;
}
