import { SystemClock } from '#libs/platform/runtime';

/** The system clock plus an offset. */
export class ShiftedClock extends SystemClock {
  /** Milliseconds. */
  shift = 0;

  override now(): number {
    return super.now() + this.shift;
  }
}
