const TOKEN = /^[A-Za-z0-9_-]{2,40}$/;

/** Encodes a log position as `X-Consistency-Token`: opaque to callers, the same in every process. */
export function encodeConsistencyToken(position: bigint): string {
  return Buffer.from(`p${position.toString(36)}`, 'latin1').toString('base64url');
}

/** The header with the token of a position. */
export function consistencyHeader(position: bigint): Readonly<Record<string, string>> {
  return { 'x-consistency-token': encodeConsistencyToken(position) };
}

/** Decodes a token; undefined unless it is exactly as encoded. */
export function decodeConsistencyToken(token: string): bigint | undefined {
  if (!TOKEN.test(token)) return undefined;
  const text = Buffer.from(token, 'base64url').toString('latin1');
  if (!/^p[0-9a-z]+$/.test(text)) return undefined;
  let position = 0n;
  for (const digit of text.slice(1)) position = position * 36n + BigInt(Number.parseInt(digit, 36));
  return position < 1n << 63n && encodeConsistencyToken(position) === token ? position : undefined;
}

/** The newest position written by this process, or at the end of the log when it started. Its reads must not be older. */
export class ConsistencyTracker {
  #newest: bigint;

  constructor(start = 0n) {
    this.#newest = start;
  }

  note(position: bigint): void {
    if (position > this.#newest) this.#newest = position;
  }

  get newest(): bigint {
    return this.#newest;
  }
}
