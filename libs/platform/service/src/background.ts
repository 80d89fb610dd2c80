import type { INestApplicationContext } from '@nestjs/common';
import type { Platform } from './platform.js';
import { ReactionRegistry } from './reaction-registry.js';
import { ReactionRunner, type ReactionStatus } from './reaction-runner.js';
import { ReservationSweeper } from './reservation-sweeper.js';

/** The work beside requests: read models, reactions, sweeping. Runs in the projector, or inside the API when embedded. */
export class Background {
  readonly #reactions: ReactionRunner;
  readonly #sweeper: ReservationSweeper;

  constructor(
    private readonly platform: Platform,
    private readonly app: INestApplicationContext,
  ) {
    const { eventStore: store, codec, documents, logger, clock, reservations } = platform;
    const now = (): number => clock.now();
    this.#reactions = new ReactionRunner({ store, codec, documents, logger, now });
    const owners = platform.contexts.flatMap((context) =>
      (context.reservationOwners ?? []).map((type) => app.get(type, { strict: false })),
    );
    this.#sweeper = new ReservationSweeper(reservations, platform.readModels, owners, now, logger);
  }

  async start(): Promise<void> {
    await this.platform.projectionRunner.start();
    this.#reactions.start(this.app.get(ReactionRegistry).all());
    this.#sweeper.start();
  }

  reactions(): readonly ReactionStatus[] {
    return this.#reactions.status();
  }

  /** Finishes what is under way. */
  async stop(): Promise<void> {
    await this.#sweeper.stop();
    await this.#reactions.stop();
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
