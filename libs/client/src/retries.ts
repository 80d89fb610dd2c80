import { setTimeout as sleep } from 'node:timers/promises';

/** The client's access to network, clock and randomness; each has a default. */
export interface ClientPorts {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** Rejects when the signal is aborted. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** A new `Idempotency-Key`. */
  readonly newKey: () => string;
}

export const DEFAULT_PORTS: ClientPorts = {
  fetch: (request) => fetch(request),
  now: () => Date.now(),
  random: () => Math.random(),
  wait: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, { signal });
  },
  newKey: () => crypto.randomUUID(),
};

/** How often and how fast a request is retried. */
export interface RetryOptions {
  /** Maximum number of attempts. Default 4. */
  readonly attempts?: number;
  /** Maximum first pause in milliseconds; doubles with each pause. Default 200. */
  readonly base?: number;
  /** Maximum pause that the client chooses, in milliseconds. Default 10,000. */
  readonly most?: number;
}

/** Whether a request may be sent twice: reads, and requests with an idempotency key. */
export function isRepeatable(method: string, headers: Headers): boolean {
  return method === 'GET' || method === 'HEAD' || headers.has('idempotency-key');
}

/** Whether a response asks for a retry: store unavailable, too many requests, or the same request still running. */
export function asksAgain({ status, headers }: Response): boolean {
  return status === 503 || status === 429 || (status === 409 && headers.has('retry-after'));
}

/** Milliseconds until the next attempt: `Retry-After` plus a random part of a growing pause. */
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
