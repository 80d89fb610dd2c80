import { SystemClock } from '#libs/platform/runtime';

/** The machine's clock, and what a test adds to it. */
export class ShiftedClock extends SystemClock {
  /** Milliseconds. */
  shift = 0;

  override now(): number {
    return super.now() + this.shift;
  }
}
