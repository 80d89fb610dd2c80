import { SEGMENT_EVENTS, type LogTail } from './log-tail.js';

const DELAY_MS = 100;

/** From a commit that failed to the next attempt. */
const AGAIN_MS = 1_000;

/** Whom the indexer tells how it fares. */
interface IndexerOwner {
  /** The index does not follow; it is tried again. */
  failed(error: unknown): void;
  /** It follows again. */
  recovered(): void;
}

/**
 * Lets the index follow the log: after some hundred events, or a tenth of a second. Nobody waits for it. What it has not entered
 * when the process dies is found in the file at the next start. A commit that failed, on a full disk say, has changed nothing, and
 * is made again until it succeeds.
 */
export class Indexer {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #failed = false;

  constructor(
    private readonly tail: LogTail,
    private readonly owner: IndexerOwner,
  ) {}

  /** Something was added to the tail. */
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
    this.#timer = setTimeout(() => this.#start(true), AGAIN_MS).unref();
  }

  /** Enters full segments, or with `all` once also the one that is not full. */
  async #run(all: boolean): Promise<void> {
    if (all) await this.tail.enterOldest();
    await this.tail.enter(SEGMENT_EVENTS);
  }

  /** Enters all there is, unless the index can't be written. */
  async flush(): Promise<void> {
    while (!this.#failed && this.tail.events > 0) {
      if (!this.#running) this.#start(true);
      await this.#running;
    }
    clearTimeout(this.#timer);
  }
}
