/** Limits the number of concurrent tasks; the others wait in order of arrival. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /** Runs a task when it is its turn; settles like the task. */
  async take<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

/** Runs tasks with the same key in sequence, and tasks with different keys concurrently. */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>();

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key);
    const turn = before ? before.then(task, task) : task();
    this.#tails.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#tails.get(key) === turn) this.#tails.delete(key);
    }
  }
}

/** Runs work on request, one run at a time. All who ask while it runs share the next run. */
export class SharedRuns<T = void> {
  /** The current run, or the last one. */
  #last: Promise<unknown> = Promise.resolve();
  #next: Promise<T> | undefined;

  constructor(private readonly work: () => Promise<T>) {}

  /** Runs the work; the run starts after this call. */
  run(): Promise<T> {
    this.#next ??= this.#last.then(() => {
      this.#next = undefined;
      const running = this.work();
      this.#last = running.catch(() => undefined);
      return running;
    });
    return this.#next;
  }
}
