import type { Readable } from 'node:stream';
import {
  isNone,
  type Json,
  LARGE_BODY_LIMIT,
  parseJson,
  ProblemsException,
  type Response,
} from '#libs/platform/http';
import {
  NamedError,
  FieldCode,
  fieldProblem,
  mustBe,
  type Problem,
  requiredProblem,
} from '#libs/platform/kernel';

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

/** Maximum bytes of a line: the size limit of the largest request body. */
export const LONGEST_LINE = LARGE_BODY_LIMIT;

/** Maximum characters of a key or path repeated in a response. */
const SHOWN = 512;

interface LineContent {
  readonly path: string;
  readonly body: Json | undefined;
}

/** Parses a line as strictly as a request body. @throws JsonSyntaxError, ProblemsException 413 and 400 */
export function readLine({ bytes }: Line): LineContent {
  if (bytes === undefined) {
    const message = `A line may have at most ${LONGEST_LINE} bytes.`;
    throw new ProblemsException(413, message);
  }
  const json = parseJson(bytes);
  if (!(json instanceof Map)) {
    throw new ProblemsException(400, 'The line must be a JSON object with path and body.');
  }
  const line = json as ReadonlyMap<string, Json>;
  const problems: Problem[] = [];
  for (const key of line.keys()) {
    if (key !== 'path' && key !== 'body') problems.push({ type: 'SYNTAX', field: shown(key) });
  }
  const path = line.get('path') ?? null;
  if (isNone(path, 'body')) problems.push(requiredProblem('path', 'in each line'));
  else if (typeof path !== 'string') {
    problems.push(fieldProblem('path', FieldCode.Value, mustBe('a text')));
  }
  if (problems.length > 0) throw new WrongLine(path, problems.slice(0, 100));
  return { path: path as string, body: line.get('body') };
}

/** A line with wrong keys. Its path may be usable. */
export class WrongLine extends ProblemsException {
  constructor(
    readonly path: Json,
    problems: readonly Problem[],
  ) {
    super(400, problems);
  }
}

/** The response to an executed line: NDJSON with the status, and the fields or the error list of the same request on its own. */
export function doneLine(line: number, path: string, { status, body }: Response<unknown>): string {
  const fields = Array.isArray(body) ? { errors: body } : (body as object | undefined);
  return ndjson({ line, path: shown(path), status, ...fields });
}

/** The response to a failed line; `path` is null if the line has none. */
export function errorLine(
  line: number,
  path: unknown,
  { status, problems }: ProblemsException,
): string {
  const shownPath = typeof path === 'string' ? shown(path) : null;
  return ndjson({ line, path: shownPath, status, errors: problems });
}

function ndjson(response: object): string {
  return `${JSON.stringify(response)}\n`;
}

function shown(text: string): string {
  return text.slice(0, SHOWN);
}
