import type { Clock } from '#libs/platform/kernel';

/** The machine's clock. */
export class SystemClock implements Clock {
  now(): number {
    return Date.now();
  }
}
