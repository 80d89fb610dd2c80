import { setInterval } from 'node:timers';
import type { Clock } from '#libs/platform/kernel';
import type { Logger } from '#libs/platform/runtime';

const EVERY_MS = 1_000;
/** Smaller differences are the corrections of a time service, or rounding. */
const LEAST_STEP_MS = 1_000;

/**
 * Notices when the clock of the machine is set: it then differs from the time that has passed. Signatures, tokens, timers and daily roots
 * go by that clock.
 */
export class ClockWatch {
  /** How often it was set. */
  steps = 0;
  /** By how many seconds it was last set, negative if backwards; 0 if never. */
  lastStepSeconds = 0;
  #offset: number;
  readonly #timer: NodeJS.Timeout;

  /** @param passed milliseconds that have passed since some moment, whatever the clock */
  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly passed: () => number = () => performance.now(),
  ) {
    this.#offset = clock.now() - passed();
    this.#timer = setInterval(() => this.look(), EVERY_MS).unref();
  }

  /** Compares now; called every second. */
  look(): void {
    const offset = this.clock.now() - this.passed();
    const step = offset - this.#offset;
    this.#offset = offset;
    if (Math.abs(step) < LEAST_STEP_MS) return;
    this.steps += 1;
    this.lastStepSeconds = Math.round(step) / 1_000;
    this.logger.warn({ seconds: this.lastStepSeconds }, 'clock stepped');
  }

  stop(): Promise<void> {
    clearInterval(this.#timer);
    return Promise.resolve();
  }
}
