import { Readable } from 'node:stream';

/** Media type of one JSON value a line. */
export const NDJSON = 'application/x-ndjson';

/** Values as the body of an answer of type {@link NDJSON}, each sent as it comes. Ending the answer ends the iteration. */
export function jsonLines(values: AsyncIterable<object>): Readable {
  return Readable.from(asText(values), { objectMode: false });
}

async function* asText(values: AsyncIterable<object>): AsyncGenerator<string, void, undefined> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}
