import { LRUCache } from 'lru-cache';
import { ProblemsException } from './problems.js';

/** The request rate allowed for each caller. */
export interface RateLimit {
  /** Sustained requests per second. */
  readonly perSecond: number;
  /** Requests at once after idling. Default: one second's worth. */
  readonly burst?: number;
}

/** A token bucket per caller. */
export class RateLimiter {
  readonly #buckets = new LRUCache<string, { tokens: number; at: number }>({ max: 10_000 });
  readonly #burst: number;

  /** @param name of the quota in headers and messages */
  constructor(
    private readonly limit: RateLimit,
    private readonly name = 'requests',
  ) {
    this.#burst = limit.burst ?? Math.max(1, limit.perSecond);
  }

  /**
   * Takes a token.
   * @param now in milliseconds
   * @returns the headers `RateLimit` and `RateLimit-Policy`
   * @throws ProblemsException 429 with `Retry-After` if no token is left
   */
  take(callerId: string, now: number): Readonly<Record<string, string>> {
    const bucket = this.#buckets.get(callerId) ?? { tokens: this.#burst, at: now };
    const refill = (Math.max(0, now - bucket.at) / 1000) * this.limit.perSecond;
    const tokens = Math.min(this.#burst, bucket.tokens + refill);
    const allowed = tokens >= 1;
    const left = allowed ? tokens - 1 : tokens;
    this.#buckets.set(callerId, { tokens: left, at: now });
    const headers = this.#headers(left);
    if (allowed) return headers;
    const wait = Math.max(1, this.#secondsFor(1 - tokens));
    const rate = `${Math.floor(this.#burst)} at once, then ${this.limit.perSecond} per second`;
    throw new ProblemsException(429, `Too many ${this.name}: ${rate}.`, {
      ...headers,
      'retry-after': String(wait),
    });
  }

  #secondsFor(tokens: number): number {
    return Math.ceil(tokens / this.limit.perSecond);
  }

  /** As in the IETF draft of RateLimit headers: quota (q) and window (w); remaining (r) and seconds until the quota is full (t). */
  #headers(left: number): Record<string, string> {
    const burst = this.#burst;
    return {
      'ratelimit-policy': `"${this.name}";q=${Math.floor(burst)};w=${Math.max(1, this.#secondsFor(burst))}`,
      ratelimit: `"${this.name}";r=${Math.floor(left)};t=${this.#secondsFor(burst - left)}`,
    };
  }
}
