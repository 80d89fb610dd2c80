import { Readable } from 'node:stream';

/** Media type of JSON values, one per line. */
export const NDJSON = 'application/x-ndjson';

/** Characters produced in one turn of the event loop. */
const TURN_LENGTH = 64 * 1024;

/** Streams values as a response body of type {@link NDJSON}. Destroying the stream ends the iteration. */
export function jsonLines(values: AsyncIterable<object>): Readable {
  return textStream(asText(values));
}

/**
 * Streams text as a response body. It yields to the event loop regularly, so that a fast reader doesn't delay other requests. Destroying
 * the stream ends the iteration.
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
    await yieldToEventLoop();
  }
}

async function* asText(values: AsyncIterable<object>): AsyncGenerator<string, void, undefined> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}

const waiting: (() => void)[] = [];

/**
 * Resolves when the next piece of a long response may be produced: one per turn of the event loop for all such responses together, so
 * that other requests are not delayed.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(nextTurn);
  });
}

function nextTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(nextTurn);
}
