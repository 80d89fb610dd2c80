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
