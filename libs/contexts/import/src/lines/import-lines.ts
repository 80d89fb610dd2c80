import type { Readable } from 'node:stream';
import { NamedError } from '#libs/platform/kernel';

const NEWLINE = 10;

/** A line of the body, without the newline. */
export interface Line {
  /** Counted from 1, including blank lines. */
  readonly number: number;
  /** Undefined if the line is too long. */
  readonly bytes: Buffer | undefined;
}

/** Splits a body into lines, however it is chunked. Buffers at most one line and one chunk. Skips blank lines. */
export class LineReader {
  /** Bytes of blank lines so far. A compressed body of blank lines is short, but takes long to read. */
  blank = 0;
  #number = 0;
  #begun: Buffer[] = [];
  #length = 0;

  /** @param longest maximum bytes of a line */
  constructor(private readonly longest: number) {}

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
    // a copy, so that the chunk can be freed
    if (start < piece.length) this.#add(Buffer.from(piece.subarray(start)));
  }

  *end(): Generator<Line> {
    if (this.#length > 0) yield* this.#finish();
  }

  /** Skips empty lines and returns where the next one begins. */
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

function isBlank(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte !== 32 && byte !== 9 && byte !== 13) return false;
  return true;
}

/** The body stopped arriving. */
export class BodyStalledError extends NamedError {}

/**
 * The chunks of a body as they arrive.
 * @param patience maximum time between chunks, in milliseconds
 * @throws BodyStalledError after that time, and any error of the stream
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
