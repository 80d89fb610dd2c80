import { SEGMENT_EVENTS, type LogTail } from './lmdb-log-tail.js';
import type { LogIndex } from './lmdb-index.js';

const DELAY_MS = 100;

/**
 * Lets the index follow the log: after some hundred events, or a tenth of a second. Nobody waits for it. What it has not entered
 * when the process dies is found in the file at the next start.
 */
export class Indexer {
  readonly #index: LogIndex;
  readonly #tail: LogTail;
  readonly #onFailure: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #failed = false;

  constructor(index: LogIndex, tail: LogTail, onFailure: (error: unknown) => void) {
    this.#index = index;
    this.#tail = tail;
    this.#onFailure = onFailure;
  }

  /** Something was added to the tail. */
  added(): void {
    if (this.#running || this.#failed) return;
    if (this.#tail.events >= SEGMENT_EVENTS) this.#start(false);
    else this.#timer ??= setTimeout(() => this.#start(true), DELAY_MS).unref();
  }

  #start(all: boolean): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running = this.#run(all)
      .catch((error: unknown) => {
        this.#failed = true;
        this.#onFailure(error);
      })
      .finally(() => {
        this.#running = undefined;
        if (this.#tail.events > 0) this.added();
      });
  }

  /** Enters full segments, or with `all` once also the one that is not full. */
  async #run(all: boolean): Promise<void> {
    for (let more = all; more || this.#tail.events >= SEGMENT_EVENTS; more = false) {
      const segment = this.#tail.seal();
      if (!segment) return;
      await this.#index.commit(segment);
      this.#tail.drop(segment.end);
    }
  }

  /** Enters all there is, unless the index can't be written. */
  async flush(): Promise<void> {
    while (!this.#failed && this.#tail.events > 0) {
      if (!this.#running) this.#start(true);
      await this.#running;
    }
    clearTimeout(this.#timer);
  }
}
