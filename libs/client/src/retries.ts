import { setTimeout as sleep } from 'node:timers/promises';

/** What the client reaches the world through; each has a default. */
export interface ClientPorts {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A number from 0 to below 1. */
  readonly random: () => number;
  /** Rejects when the signal is aborted. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** A new `Idempotency-Key`. */
  readonly newKey: () => string;
}

/** What a client uses unless it is given something else. */
export const DEFAULT_PORTS: ClientPorts = {
  fetch: (request) => fetch(request),
  now: () => Date.now(),
  random: () => Math.random(),
  wait: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, { signal });
  },
  newKey: () => crypto.randomUUID(),
};

/** How often and how fast a request is sent again. */
export interface RetryOptions {
  /** Times a request is sent at most. Default 4. */
  readonly attempts?: number;
  /** Longest first pause, milliseconds; doubled from pause to pause. Default 200. */
  readonly base?: number;
  /** Longest pause that the client chooses, milliseconds. Default 10,000. */
  readonly most?: number;
}

/** Whether the same request may be sent twice: reads, and what the service acts on once for its key. */
export function isRepeatable(method: string, headers: Headers): boolean {
  return method === 'GET' || method === 'HEAD' || headers.has('idempotency-key');
}

/** Whether an answer asks for the request again: a store away, too many requests, or the same request still running. */
export function asksAgain({ status, headers }: Response): boolean {
  return status === 503 || status === 429 || (status === 409 && headers.has('retry-after'));
}

/** Milliseconds until the next attempt: what the answer asks for at least, and a random part of a growing pause. */
export function pauseBefore(
  attempt: number,
  response: Response | undefined,
  { base = 200, most = 10_000 }: RetryOptions,
  random: () => number,
): number {
  const asked = Number(response?.headers.get('retry-after') ?? 0) * 1000;
  const own = Math.round(Math.min(most, base * 2 ** (attempt - 1)) * random());
  return (Number.isFinite(asked) ? asked : 0) + own;
}
