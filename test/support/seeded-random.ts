/** Pseudo-random numbers, reproducible by their seed (mulberry32). */
export class SeededRandom {
  #state: number;

  constructor(readonly seed: number) {
    this.#state = seed >>> 0;
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer in [0, `end`). */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** True with this probability. */
  chance(share: number): boolean {
    return this.next() < share;
  }
}
