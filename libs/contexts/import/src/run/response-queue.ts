import { setImmediate as nextTurn } from 'node:timers/promises';

/** Maximum number of responses that are pending or unread. */
const MAX_ENTRIES = 256;

/** After a wait, lines start again at this number, so that many start together and share one read of the log. */
const RESUME = 128;

/** Maximum bytes of their lines; a single larger line has room if it is alone. */
const MAX_BYTES = 24 * 1024 * 1024;

/** Approximate characters per chunk of text. */
const PIECE = 32 * 1024;

interface Entry {
  text: string | undefined;
  readonly size: number;
}

/** Emits responses in the order of their lines, whenever each becomes known. */
export class ResponseQueue {
  readonly #entries: Entry[] = [];
  #first = 0;
  #bytes = 0;
  #open = 0;
  #ended = false;
  #closed = false;
  #changed: (() => void)[] = [];

  hasRoom(size: number): boolean {
    const waiting = this.#waiting;
    if (this.#closed) return false;
    return waiting === 0 || (waiting < MAX_ENTRIES && this.#bytes + size <= MAX_BYTES);
  }

  /** Waits for room. Returns false if nobody reads any more, which it assumes after `patience` milliseconds. */
  async room(size: number, patience: number): Promise<boolean> {
    const timer = setTimeout(() => this.close(), patience);
    while (!this.#closed && !(this.#waiting <= RESUME && this.hasRoom(size))) await this.#change();
    clearTimeout(timer);
    return !this.#closed;
  }

  /** Adds the next response. A promise must not reject. */
  add(text: string | Promise<string>, size: number): void {
    const entry: Entry = { text: typeof text === 'string' ? text : undefined, size };
    this.#entries.push(entry);
    this.#bytes += size;
    if (typeof text === 'string') {
      this.#notify();
      return;
    }
    this.#open += 1;
    void text.then((known) => {
      entry.text = known;
      this.#open -= 1;
      this.#notify();
    });
  }

  async done(): Promise<void> {
    while (this.#open > 0) await this.#change();
  }

  end(): void {
    this.#ended = true;
    this.#notify();
  }

  get closed(): boolean {
    return this.#closed;
  }

  close(): void {
    this.#closed = true;
    this.#notify();
  }

  async *texts(): AsyncGenerator<string> {
    for (;;) {
      let piece = '';
      while (piece.length < PIECE) {
        const entry = this.#entries[this.#first];
        if (entry?.text === undefined) break;
        piece += entry.text;
        this.#bytes -= entry.size;
        this.#first += 1;
      }
      if (this.#first >= MAX_ENTRIES || this.#first === this.#entries.length) {
        this.#entries.splice(0, this.#first);
        this.#first = 0;
      }
      if (piece !== '') {
        this.#notify();
        yield piece;
      } else if (this.#ended) {
        return;
      } else {
        await this.#change();
        // responses that become known in the same tick go out together
        await nextTurn();
      }
    }
  }

  get #waiting(): number {
    return this.#entries.length - this.#first;
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#changed.push(resolve));
  }

  #notify(): void {
    for (const resolve of this.#changed.splice(0)) resolve();
  }
}
