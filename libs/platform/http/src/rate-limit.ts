import { LRUCache } from 'lru-cache';
import { ProblemsException } from './problems.js';

/** How often one caller may ask. */
export interface RateLimit {
  /** Requests per second, lasting. */
  readonly perSecond: number;
  /** Requests at once after a rest; default one second's worth. */
  readonly burst?: number;
}

/** One bucket of tokens per caller; each request takes one. */
export class RateLimiter {
  readonly #buckets = new LRUCache<string, { tokens: number; at: number }>({ max: 10_000 });
  readonly #burst: number;

  /** @param name what is limited, as the headers call it */
  constructor(
    private readonly limit: RateLimit,
    private readonly name = 'requests',
  ) {
    this.#burst = limit.burst ?? Math.max(1, limit.perSecond);
  }

  /**
   * @param now milliseconds
   * @returns headers that say what is left: `RateLimit` and `RateLimit-Policy`
   * @throws ProblemsException 429 with `Retry-After` when the caller has used up its share
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
    const rate = `${Math.floor(this.#burst)} at once, then ${this.limit.perSecond} a second`;
    throw new ProblemsException(429, `Too many ${this.name}: ${rate}.`, {
      ...headers,
      'retry-after': String(wait),
    });
  }

  #secondsFor(tokens: number): number {
    return Math.ceil(tokens / this.limit.perSecond);
  }

  /** As the IETF's draft of RateLimit headers has them: a quota and its window, what is left, and when all of it is there again. */
  #headers(left: number): Record<string, string> {
    const burst = this.#burst;
    return {
      'ratelimit-policy': `"${this.name}";q=${Math.floor(burst)};w=${Math.max(1, this.#secondsFor(burst))}`,
      ratelimit: `"${this.name}";r=${Math.floor(left)};t=${this.#secondsFor(burst - left)}`,
    };
  }
}
