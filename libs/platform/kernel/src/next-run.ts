/** Work that is asked for more often than it is done: whoever asks while it is under way shares the next run with all others who do. */
export class NextRun<T = void> {
  /** The run that is under way or was the last, */
  #last: Promise<unknown> = Promise.resolve();
  /** and the one that begins after it. */
  #next: Promise<T> | undefined;

  constructor(private readonly work: () => Promise<T>) {}

  /** Runs the work. It begins after this was called. */
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
