import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '#libs/platform/runtime';
import { logRecurring, nameOf } from '#libs/platform/stores';

const EVERY_MS = 60_000;

/** Work that becomes due by time alone. Checks once a minute, one run at a time. The log knows what is due, so a restart loses nothing. */
export abstract class EveryMinute implements OnApplicationBootstrap, OnModuleDestroy {
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<unknown> = Promise.resolve();

  /** @param failure log message when a run fails; the next run tries again */
  protected constructor(
    private readonly failure: string,
    private readonly logger: Logger,
  ) {}

  /**
   * Does everything due now. Returns how many items there were.
   * @param atLeast position of the log to be covered; newer items may wait for the next run
   */
  abstract run(atLeast?: bigint): Promise<number>;

  start(): void {
    this.#timer = setInterval(() => this.look(), EVERY_MS).unref();
  }

  /** Starts no further run; resolves when the current one has ended. */
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
      .catch((error: unknown) => logRecurring(this.logger, this.failure, nameOf(error)));
  }
}
