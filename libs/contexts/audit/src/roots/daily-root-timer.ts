import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Logger } from '#libs/platform/runtime';
import { LOGGER, nameOf } from '#libs/platform/service';
import { DailyRootSigner } from './daily-root-signer.js';

const EVERY_MS = 60_000;

/** Looks every minute whether a day has ended. What is missing stands in the log, so no restart loses a day. */
@Injectable()
export class DailyRootTimer implements OnApplicationBootstrap, OnModuleDestroy {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly signer: DailyRootSigner,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => {
      this.#running = this.#running
        .then(() => this.signer.run())
        .catch((error: unknown) => {
          this.logger.warn({ error: nameOf(error) }, 'root of the day not signed');
        });
    }, EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
