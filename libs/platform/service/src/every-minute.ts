import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '#libs/platform/runtime';
import { nameOf } from './reaction-registry.js';

const EVERY_MS = 60_000;

/**
 * Work that time alone makes due: each minute there is a look for it, one after the other. What is due stands in the log, so no
 * restart loses it.
 */
export abstract class EveryMinute implements OnApplicationBootstrap, OnModuleDestroy {
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<unknown> = Promise.resolve();

  /** @param failure what is logged when a look fails; the next one may succeed */
  protected constructor(
    private readonly failure: string,
    private readonly logger: Logger,
  ) {}

  /**
   * Does all that is due now; answers how much there was.
   * @param atLeast position of the log that must have been looked at; what is due and newer may wait for the next look
   */
  abstract run(atLeast?: bigint): Promise<number>;

  start(): void {
    this.#timer = setInterval(() => this.look(), EVERY_MS).unref();
  }

  /** No look begins any more; resolves when the one under way has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  onApplicationBootstrap(): void {
    this.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.stop();
  }

  protected look(): void {
    this.#looking = this.#looking
      .then(() => this.run())
      .catch((error: unknown) => {
        this.logger.warn({ error: nameOf(error) }, this.failure);
      });
  }
}
