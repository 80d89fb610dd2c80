import type { Turn } from '#libs/platform/kernel';

/** The place of a task in its partition. */
export type Place = Omit<Turn, 'tryAgain'>;

/** Has been handed over, with everything before it. */
const PASSED: Promise<void> = Promise.resolve();

/**
 * Carries tasks out side by side; in a partition each is given its turn when those before it have handed over what they came with.
 * A task without a partition is carried out alone: after all before it, before all after it.
 */
export class Partitions {
  /** Of each partition: when everything so far has been handed over. */
  readonly #tails = new Map<string, Promise<void>>();
  readonly #running = new Set<Promise<unknown>>();
  #alone: Promise<unknown> | undefined;

  /** Answers what the task does. Tasks are in the order of the calls. */
  run<T>(
    partition: string | undefined,
    task: (place: Place | undefined) => Promise<T>,
  ): Promise<T> {
    if (partition === undefined) return this.#runAlone(() => task(undefined));
    const before = this.#tails.get(partition) ?? PASSED;
    let pass = (): void => undefined;
    const own = new Promise<void>((resolve) => (pass = resolve));
    const tail = before.then(() => own);
    this.#tails.set(partition, tail);
    void tail.then(() => {
      if (this.#tails.get(partition) === tail) this.#tails.delete(partition);
    });
    const begin = (): Promise<T> => task({ come: () => before, pass });
    const running = this.#alone === undefined ? begin() : this.#alone.then(begin);
    void this.#note(running, pass);
    return running;
  }

  #runAlone<T>(task: () => Promise<T>): Promise<T> {
    const running = this.#running.size === 0 ? task() : Promise.all(this.#running).then(task);
    const over = this.#note(running, () => {
      if (this.#alone === over) this.#alone = undefined;
    });
    this.#alone = over;
    return running;
  }

  /** Whoever waits for the end of a task does not care how it went. */
  #note(running: Promise<unknown>, ended: () => void): Promise<void> {
    const end = (): void => {
      this.#running.delete(over);
      ended();
    };
    const over = running.then(end, end);
    this.#running.add(over);
    return over;
  }
}
