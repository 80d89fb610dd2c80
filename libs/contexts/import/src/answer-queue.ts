import { setImmediate as nextTurn } from 'node:timers/promises';

/** Most answers that wait, for their turn or to be taken. */
const MOST = 256;
/** As many wait at most when lines begin again: those that begin together look at the log together. */
const RESUME = 128;
/** Most bytes of their lines; a single larger line has room when it is alone. */
const MOST_BYTES = 24 * 1024 * 1024;
/** Answers are handed over in pieces of about this many characters. */
const PIECE = 32 * 1024;

interface Entry {
  text: string | undefined;
  readonly size: number;
}

/** Answers in the order of their lines, whenever each of them is known. */
export class AnswerQueue {
  readonly #entries: Entry[] = [];
  #first = 0;
  #bytes = 0;
  #open = 0;
  #ended = false;
  #closed = false;
  #changed: (() => void)[] = [];

  /** Whether one more line of a size may begin. */
  hasRoom(size: number): boolean {
    const waiting = this.#waiting;
    if (this.#closed) return false;
    return waiting === 0 || (waiting < MOST && this.#bytes + size <= MOST_BYTES);
  }

  /** Waits for room, for so many milliseconds at most. False: nobody takes answers any more. */
  async room(size: number, patience: number): Promise<boolean> {
    const timer = setTimeout(() => this.close(), patience);
    while (!this.#closed && !(this.#waiting <= RESUME && this.hasRoom(size))) await this.#change();
    clearTimeout(timer);
    return !this.#closed;
  }

  /** Adds the next answer. A promise must not reject. */
  add(text: string | Promise<string>, size: number): void {
    const entry: Entry = { text: typeof text === 'string' ? text : undefined, size };
    this.#entries.push(entry);
    this.#bytes += size;
    if (typeof text === 'string') {
      this.#tell();
      return;
    }
    this.#open += 1;
    void text.then((known) => {
      entry.text = known;
      this.#open -= 1;
      this.#tell();
    });
  }

  async done(): Promise<void> {
    while (this.#open > 0) await this.#change();
  }

  /** Nothing more will be added. */
  end(): void {
    this.#ended = true;
    this.#tell();
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Nothing more will be taken. */
  close(): void {
    this.#closed = true;
    this.#tell();
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
      if (this.#first >= MOST || this.#first === this.#entries.length) {
        this.#entries.splice(0, this.#first);
        this.#first = 0;
      }
      if (piece !== '') {
        this.#tell();
        yield piece;
      } else if (this.#ended) {
        return;
      } else {
        await this.#change();
        // answers that become known in the same moment go together
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

  #tell(): void {
    if (this.#changed.length === 0) return;
    for (const tell of this.#changed.splice(0)) tell();
  }
}
