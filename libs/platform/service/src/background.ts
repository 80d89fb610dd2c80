import type { INestApplicationContext } from '@nestjs/common';
import type { BackgroundProcess, ProcessGauge } from './background-process.js';
import { repeatTask } from './background-task.js';
import { BACKGROUND_LEASE, workWhileLeased } from './leased-work.js';
import type { Platform } from './platform.js';
import { ReactionRegistry } from './reaction-registry.js';
import { ReactionRunner, type ReactionStatus } from './reaction-runner.js';
import { ReservationSweeper } from './reservation-sweeper.js';

/**
 * The work beside requests: read models, reactions, tasks, sweeping. Runs in the projector, or inside the API when embedded. Of
 * several projectors one works and the others stand by.
 */
export class Background {
  readonly #stop = new AbortController();
  #working: Promise<void> | undefined;
  readonly #reactions: ReactionRunner;
  readonly #sweeper: ReservationSweeper;
  readonly #processes: readonly BackgroundProcess[];

  constructor(
    private readonly platform: Platform,
    private readonly app: INestApplicationContext,
  ) {
    const { eventStore: store, codec, progress, logger, clock } = platform;
    const { readModels, reservations } = platform;
    this.#reactions = new ReactionRunner({ store, codec, progress, logger, clock });
    this.#processes = platform.contexts.flatMap(({ processes = [] }) =>
      processes.map((type) => app.get(type, { strict: false })),
    );
    const owners = platform.contexts.flatMap((context) =>
      (context.reservationOwners ?? []).map((type) => app.get(type, { strict: false })),
    );
    this.#sweeper = new ReservationSweeper(reservations, readModels, owners, clock, logger);
  }

  async start(): Promise<void> {
    await this.platform.projectionRunner.start();
    this.#working = workWhileLeased(BACKGROUND_LEASE, this.platform, this.#stop.signal, (signal) =>
      this.#work(signal),
    );
    this.#sweeper.start();
  }

  async #work(signal: AbortSignal): Promise<void> {
    const { contexts, logger } = this.platform;
    const tasks = contexts.flatMap(({ tasks = [] }) =>
      tasks.map((type) => this.app.get(type, { strict: false })),
    );
    await Promise.all([
      this.#reactions.run(this.app.get(ReactionRegistry).all(), signal),
      ...this.#processes.map((process) => process.run(signal)),
      ...tasks.map((task) => repeatTask(task, logger, signal)),
    ]);
  }

  /** Progress of reactions and of the contexts' processes, as far as this process runs them. */
  reactions(): readonly ReactionStatus[] {
    const processes = this.#processes.map((process) => process.status());
    return [...this.#reactions.status(), ...processes.filter((status) => status !== undefined)];
  }

  /** Figures of the contexts' processes. */
  gauges(): readonly ProcessGauge[] {
    return this.#processes.flatMap(({ gauges = [] }) => gauges);
  }

  /** Finishes what is under way. */
  async stop(): Promise<void> {
    await this.#sweeper.stop();
    this.#stop.abort();
    await this.#working;
    await this.platform.projectionRunner.stop();
  }
}

/** Registers the reactions of all contexts, so that commands find them. */
export function registerReactions(platform: Platform, app: INestApplicationContext): void {
  const registry = app.get(ReactionRegistry);
  for (const context of platform.contexts) {
    for (const type of context.reactions ?? []) registry.register(app.get(type, { strict: false }));
  }
}
