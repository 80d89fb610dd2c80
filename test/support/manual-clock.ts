import type { Clock } from '#libs/platform/kernel';

/** A clock that tests move. */
export class ManualClock implements Clock {
  #now: number;

  constructor(now = Date.parse('2026-03-02T15:00:00.000Z')) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}
