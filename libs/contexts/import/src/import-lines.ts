import type { Readable } from 'node:stream';
import { NamedError } from '#libs/platform/kernel';

const NEWLINE = 10;

/** A line of the body, without its newline. */
export interface Line {
  /** Counted from 1, blank ones too. */
  readonly number: number;
  /** Undefined when it is longer than a line may be. */
  readonly bytes: Buffer | undefined;
}

/** Cuts a body into lines, whatever pieces it arrives in; holds no more of it than one line and one piece. Blank lines are left out. */
export class LineReader {
  /** Bytes of blank lines so far: a compressed body of nothing else is short, and long work. */
  blank = 0;
  #number = 0;
  #begun: Buffer[] = [];
  #length = 0;

  /** @param longest bytes a line may have */
  constructor(private readonly longest: number) {}

  /** The lines that a piece of the body completes. */
  *take(piece: Buffer): Generator<Line> {
    let start = 0;
    for (;;) {
      if (this.#length === 0) start = this.#skipEmpty(piece, start);
      const end = piece.indexOf(NEWLINE, start);
      if (end === -1) break;
      this.#add(piece.subarray(start, end));
      yield* this.#finish();
      start = end + 1;
    }
    // A copy, so that the piece need not be kept for its end.
    if (start < piece.length) this.#add(Buffer.from(piece.subarray(start)));
  }

  /** The last line, when no newline ended it. */
  *end(): Generator<Line> {
    if (this.#length > 0) yield* this.#finish();
  }

  /** Passes over empty lines; answers where the next one begins. */
  #skipEmpty(piece: Buffer, from: number): number {
    let start = from;
    while (piece[start] === NEWLINE) start += 1;
    this.#number += start - from;
    this.blank += start - from;
    return start;
  }

  #add(bytes: Buffer): void {
    this.#length += bytes.length;
    if (this.#length <= this.longest) this.#begun.push(bytes);
    else this.#begun = [];
  }

  *#finish(): Generator<Line> {
    const tooLong = this.#length > this.longest;
    const [first, ...rest] = this.#begun;
    const bytes = rest.length === 0 ? (first ?? Buffer.alloc(0)) : Buffer.concat(this.#begun);
    this.#begun = [];
    this.#length = 0;
    this.#number += 1;
    if (tooLong) yield { number: this.#number, bytes: undefined };
    else if (isBlank(bytes)) this.blank += bytes.length + 1;
    else yield { number: this.#number, bytes };
  }
}

/** Whether nothing is on a line but white space. */
function isBlank(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte !== 32 && byte !== 9 && byte !== 13) return false;
  return true;
}

/** A body that stopped coming: the caller waits for something else, or has gone without a word. */
export class BodyStalledError extends NamedError {}

/**
 * The pieces of a body while they arrive.
 * @param patience longest time without one, in milliseconds
 * @throws BodyStalledError when one took longer, and what the stream is destroyed with
 */
export async function* piecesOf(body: Readable, patience: number): AsyncGenerator<Buffer> {
  const pieces = body.iterator({ destroyOnReturn: false });
  for (;;) {
    let timer: NodeJS.Timeout | undefined;
    const stalled = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new BodyStalledError()), patience);
    });
    try {
      const next = (await Promise.race([pieces.next(), stalled])) as IteratorResult<Buffer, void>;
      if (next.done === true) return;
      yield next.value;
    } finally {
      clearTimeout(timer);
    }
  }
}
