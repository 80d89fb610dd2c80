export interface ConsistencyToken {
  /** Position of a write: its own last event. `asOf` shows the state right after it. */
  readonly own: bigint;
  /** Position that covers the write and what immediately followed from it. Reads wait for it. */
  readonly covered: bigint;
}

export const CONSISTENCY_TOKEN = /^c[DGH][A-Za-z0-9_-]{1,38}$/;

const CONTENT = /^p([0-9a-z]{1,13})(?:\.([0-9a-z]{1,13}))?$/;

/** Encodes log positions as `X-Consistency-Token`: opaque to callers, the same in every process. See {@link ConsistencyToken}. */
export function encodeConsistencyToken(own: bigint, covered = own): string {
  const positions = covered === own ? [own] : [own, covered];
  const text = positions.map((position) => position.toString(36)).join('.');
  return Buffer.from(`p${text}`, 'latin1').toString('base64url');
}

/** The header with the token of a position. */
export function consistencyHeader(position: bigint): Readonly<Record<string, string>> {
  return { 'x-consistency-token': encodeConsistencyToken(position) };
}

/** Decodes a token; undefined unless it is exactly as encoded. */
export function decodeConsistencyToken(token: string): ConsistencyToken | undefined {
  if (!CONSISTENCY_TOKEN.test(token)) return undefined;
  const [, first, second = first] =
    CONTENT.exec(Buffer.from(token, 'base64url').toString('latin1')) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const [own, covered] = [positionIn(first), positionIn(second)];
  const isWhole = covered < 1n << 63n && own <= covered;
  return isWhole && encodeConsistencyToken(own, covered) === token ? { own, covered } : undefined;
}

function positionIn(text: string): bigint {
  let position = 0n;
  for (const digit of text) position = position * 36n + BigInt(Number.parseInt(digit, 36));
  return position;
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
