import type { PartitionPlace } from '#libs/platform/kernel';

/** The place of a task in its partition. */
export type Place = Omit<PartitionPlace, 'waitToRetry'>;

/** The end of an empty partition. */
const PASSED: Promise<void> = Promise.resolve();

/**
 * Runs tasks in parallel. Within a partition, each task gets its turn once those before it have handed over their commands. A task
 * without a partition runs alone: after all tasks before it, before all tasks after it.
 */
export class Partitions {
  /** Per partition, resolves once everything so far was handed over. */
  readonly #tails = new Map<string, Promise<void>>();
  readonly #running = new Set<Promise<unknown>>();
  #alone: Promise<unknown> | undefined;

  /** Runs a task and returns its result. Tasks are ordered by the calls. */
  run<T>(
    partition: string | undefined,
    task: (place: Place | undefined) => Promise<T>,
  ): Promise<T> {
    if (partition === undefined) return this.#runAlone(() => task(undefined));
    const before = this.#tails.get(partition) ?? PASSED;
    let release = (): void => undefined;
    const own = new Promise<void>((resolve) => (release = resolve));
    const tail = before.then(() => own);
    this.#tails.set(partition, tail);
    void tail.then(() => {
      if (this.#tails.get(partition) === tail) this.#tails.delete(partition);
    });
    const begin = (): Promise<T> => task({ wait: () => before, release });
    const running = this.#alone === undefined ? begin() : this.#alone.then(begin);
    void this.#track(running, release);
    return running;
  }

  #runAlone<T>(task: () => Promise<T>): Promise<T> {
    const running = this.#running.size === 0 ? task() : Promise.all(this.#running).then(task);
    const over = this.#track(running, () => {
      if (this.#alone === over) this.#alone = undefined;
    });
    this.#alone = over;
    return running;
  }

  /** Waiting for a task doesn't depend on its success. */
  #track(running: Promise<unknown>, ended: () => void): Promise<void> {
    const end = (): void => {
      this.#running.delete(over);
      ended();
    };
    const over = running.then(end, end);
    this.#running.add(over);
    return over;
  }
}
