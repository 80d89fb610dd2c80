import { actualDigest, type ExportLine, statedDigest, withoutSignature } from './export-lines.js';

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

/** A line as the verifier sees it. Parts that a damaged line lacks are undefined. */
export interface ParsedLine {
  /** The bytes that the digest covers: without the signature of a manifest. */
  readonly bytes: Buffer;
  readonly ended: boolean;
  readonly signature: string | undefined;
  /** As stated in the line. */
  readonly digest: string | undefined;
  /** As stated in the line. */
  readonly n: number | undefined;
  /** Only checked to be an object with a kind. */
  readonly line: ExportLine | undefined;
}

/** Parses a line. Never throws. */
export function parseLine({ bytes, ended }: FileLine): ParsedLine {
  const parts = withoutSignature(bytes);
  const signed = parts?.signed ?? bytes;
  const value = jsonOf(signed);
  const { n, kind } = value ?? {};
  return {
    bytes: signed,
    ended,
    signature: parts?.signature,
    digest: statedDigest(signed),
    n: typeof n === 'number' ? n : undefined,
    line: typeof kind === 'string' ? (value as unknown as ExportLine) : undefined,
  };
}

/** Whether a line is unchanged and follows a line with this digest. */
export function follows(previous: string, line: ParsedLine): boolean {
  return (
    line.ended && line.digest !== undefined && line.digest === actualDigest(previous, line.bytes)
  );
}

function jsonOf(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
