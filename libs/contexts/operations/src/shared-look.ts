import { setTimeout as delay } from 'node:timers/promises';

/** What was found, and the same as JSON: made once for all. */
export interface Found<T> {
  readonly value: T;
  readonly json: string;
}

/**
 * Looks at something for all who want to know, one look at a time and not more often than asked for. Nobody waits: nothing is
 * looked at.
 */
export class SharedLook<T> {
  #coming: Promise<Found<T>> | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #begunAt = Number.NEGATIVE_INFINITY;

  /** @param everyMs shortest time from the beginning of a look to that of the next, in milliseconds */
  constructor(
    private readonly look: () => Promise<T>,
    private readonly everyMs: number,
    private readonly pause: (milliseconds: number) => Promise<unknown> = delay,
  ) {}

  /** What the next look finds: one that begins after the call, so that it shows what the caller has done. */
  next(): Promise<Found<T>> {
    return (this.#coming ??= this.#next());
  }

  async #next(): Promise<Found<T>> {
    await this.#running;
    const wait = this.#begunAt + this.everyMs - performance.now();
    if (wait > 0) await this.pause(wait);
    this.#coming = undefined;
    this.#begunAt = performance.now();
    const found = this.look().then((value) => ({ value, json: JSON.stringify(value) }));
    this.#running = found.catch(() => undefined);
    return found;
  }
}
