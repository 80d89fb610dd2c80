import { setTimeout as delay } from 'node:timers/promises';

/** From one attempt to the next, in milliseconds. */
const PAUSE_MS = 250;

/** How an import waits while a store is away: for so long at most, from the first line that met it to the first that succeeds. */
export class Outage {
  #since: number | undefined;
  #pause: Promise<void> | undefined;

  /**
   * @param patience in milliseconds
   * @param stop aborted when there is nothing to wait for any more
   */
  constructor(
    private readonly patience: number,
    private readonly stop: AbortSignal,
  ) {}

  /** After a pause, the same for all who ask meanwhile, whether to try once more. */
  async tryAgain(): Promise<boolean> {
    this.#since ??= performance.now();
    if (performance.now() - this.#since >= this.patience) return false;
    this.#pause ??= delay(PAUSE_MS, undefined, { signal: this.stop })
      .catch(() => undefined)
      .finally(() => (this.#pause = undefined));
    await this.#pause;
    return !this.stop.aborted;
  }

  over(): void {
    this.#since = undefined;
  }
}
