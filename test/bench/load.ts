import { createRequire } from 'node:module';
import type autocannonType from 'autocannon';

const autocannon = createRequire(import.meta.url)('autocannon') as typeof autocannonType;

/** One request of a load; made anew each time, so that it can be signed. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a load saw. Latencies in milliseconds. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/**
 * Sends a bounded number of requests over a number of connections.
 * @throws when an answer has another status than the expected one
 */
export async function load(
  url: string,
  options: {
    readonly connections: number;
    readonly amount: number;
    readonly status: number;
    readonly next: () => LoadRequest;
  },
): Promise<LoadResult> {
  const { connections, amount, status, next } = options;
  const first = next();
  const result = await autocannon({
    url,
    connections,
    amount,
    requests: [
      {
        method: first.method,
        setupRequest: (request) => {
          const { method, path, headers, body } = next();
          return { ...request, method, path, headers: { ...headers }, ...(body && { body }) };
        },
      },
    ],
  });
  const good = result.statusCodeStats?.[String(status) as '200']?.count ?? 0;
  if (good !== result.requests.total) {
    throw new Error(`unexpected answers: ${JSON.stringify(result.statusCodeStats)}`);
  }
  return {
    requestsPerSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

/** The middle one of an odd number of values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Three significant digits. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
