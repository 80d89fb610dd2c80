import { Readable } from 'node:stream';

/** Media type of one JSON value a line. */
export const NDJSON = 'application/x-ndjson';

/** Text that is made in one turn of the event loop, in characters: others wait for no more. */
const TURN_LENGTH = 64 * 1024;

/** Values as the body of an answer of type {@link NDJSON}, each sent as it comes. Ending the answer ends the iteration. */
export function jsonLines(values: AsyncIterable<object>): Readable {
  return textStream(asText(values));
}

/**
 * Text as the body of an answer, each piece sent as it comes, and some in each turn of the event loop: a reader who takes them as fast
 * as they are made keeps nobody waiting. Ending the answer ends the iteration.
 */
export function textStream(pieces: AsyncIterable<string>): Readable {
  return Readable.from(inTurns(pieces), { objectMode: false });
}

async function* inTurns(pieces: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let length = 0;
  for await (const piece of pieces) {
    yield piece;
    length += piece.length;
    if (length < TURN_LENGTH) continue;
    length = 0;
    await turn();
  }
}

async function* asText(values: AsyncIterable<object>): AsyncGenerator<string, void, undefined> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}

/** Who waits for a turn. */
const waiting: (() => void)[] = [];

/**
 * Resolves when some of a long answer may be read and written: one piece in each turn of the event loop, however many such answers
 * there are, so that others get on.
 */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(nextTurn);
  });
}

function nextTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(nextTurn);
}
