import type { ProjectionProgress } from '#libs/platform/read-models';

/** Lines between two looks at the read models. */
const STRIDE = 4_096;
/** Strides the read models may be behind. */
const AHEAD = 4;
/** Longest wait for them, in milliseconds: a projection that stands still must not stop the import for ever. */
const LONGEST_MS = 10_000;

/** Keeps an import in step with the read models, so that they are never far behind the log. */
export class Pace {
  #lines = 0;
  #newest = 0n;
  readonly #marks: bigint[] = [];

  constructor(private readonly progress: ProjectionProgress) {}

  /** Newest position that was written. */
  get newest(): bigint {
    return this.#newest;
  }

  note(position: bigint | undefined): void {
    if (position !== undefined && position > this.#newest) this.#newest = position;
  }

  /** Counts a line. Answers what it has to wait for, if anything. */
  wait(): Promise<unknown> | undefined {
    if (++this.#lines % STRIDE !== 0) return undefined;
    this.#marks.push(this.#newest);
    const behind = this.#marks.length > AHEAD ? this.#marks.shift() : undefined;
    return behind === undefined ? undefined : this.#reached(behind);
  }

  /** Waits until reads see everything that was written. */
  async caughtUp(): Promise<void> {
    if (this.#newest > 0n) await this.#reached(this.#newest);
  }

  #reached(position: bigint): Promise<boolean> {
    return this.progress.waitFor('all', position, LONGEST_MS);
  }
}
