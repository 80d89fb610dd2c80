import { SEGMENT_EVENTS, type LogTail } from './log-tail.js';

const DELAY_MS = 250;

const RETRY_MS = 1_000;

interface IndexerOwner {
  /** A commit failed; it will be retried. */
  failed(error: unknown): void;
  recovered(): void;
}

/**
 * Writes the index behind the log, after a few thousand events or a quarter of a second. Nobody waits for it: what is missing when the
 * process dies is found in the file at the next start. A failed commit, for instance on a full disk, has changed nothing and is retried.
 */
export class Indexer {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #failed = false;

  constructor(
    private readonly tail: LogTail,
    private readonly owner: IndexerOwner,
  ) {}

  /** Call after adding to the tail. */
  added(): void {
    if (this.#running || this.#failed) return;
    if (this.tail.events >= SEGMENT_EVENTS) this.#start(false);
    else this.#timer ??= setTimeout(() => this.#start(true), DELAY_MS).unref();
  }

  #start(all: boolean): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running = this.#run(all)
      .then(
        () => this.#succeeded(),
        (error: unknown) => this.#fail(error),
      )
      .finally(() => {
        this.#running = undefined;
        if (this.tail.events > 0) this.added();
      });
  }

  #succeeded(): void {
    if (!this.#failed) return;
    this.#failed = false;
    this.owner.recovered();
  }

  #fail(error: unknown): void {
    if (!this.#failed) this.owner.failed(error);
    this.#failed = true;
    this.#timer = setTimeout(() => this.#start(true), RETRY_MS).unref();
  }

  /** Commits full segments; with `all`, the partial one, too. */
  async #run(all: boolean): Promise<void> {
    if (all) await this.tail.enterOldest();
    await this.tail.enter(SEGMENT_EVENTS);
  }

  /** Commits everything, unless the index can't be written. */
  async flush(): Promise<void> {
    while (!this.#failed && this.tail.events > 0) {
      if (!this.#running) this.#start(true);
      await this.#running;
    }
    clearTimeout(this.#timer);
  }
}
