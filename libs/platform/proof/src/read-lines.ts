const LINE_FEED = 0x0a;
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** A line of a file, without its line feed. */
export interface FileLine {
  readonly bytes: Buffer;
  /** False if the line feed is missing. */
  readonly ended: boolean;
}

/** Splits chunks of bytes into lines. Stops at a line longer than {@link MAX_LINE_BYTES} and yields its beginning as not ended. */
export async function* fileLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FileLine> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    for (;;) {
      const end = bytes.indexOf(LINE_FEED, start);
      if (end === -1) break;
      yield { bytes: Buffer.concat([...parts, bytes.subarray(start, end)]), ended: true };
      parts = [];
      length = 0;
      start = end + 1;
    }
    if (start === bytes.length) continue;
    // Copied because the source may reuse the memory of its chunks.
    parts.push(Buffer.from(bytes.subarray(start)));
    length += bytes.length - start;
    if (length > MAX_LINE_BYTES) break;
  }
  if (length > 0) yield { bytes: Buffer.concat(parts), ended: false };
}

/** Yields each item together with the two that follow. */
export async function* withNext<T>(
  items: AsyncIterable<T>,
): AsyncGenerator<readonly [item: T, next?: T, third?: T]> {
  let window: T[] = [];
  for await (const item of items) {
    window.push(item);
    if (window.length < 3) continue;
    yield window as [T, T, T];
    window = window.slice(1);
  }
  for (; window.length > 0; window = window.slice(1)) yield window as [T, T?];
}
