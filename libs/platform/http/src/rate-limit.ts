import { LRUCache } from 'lru-cache';
import { plainProblem, ProblemsException } from './problems.js';

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
  readonly #perSecond: number;
  readonly #burst: number;

  constructor({ perSecond, burst = Math.max(1, perSecond) }: RateLimit) {
    this.#perSecond = perSecond;
    this.#burst = burst;
  }

  /**
   * @param now milliseconds
   * @throws ProblemsException 429 with `Retry-After` when the caller has used up its share
   */
  take(callerId: string, now: number): void {
    const bucket = this.#buckets.get(callerId) ?? { tokens: this.#burst, at: now };
    const refill = (Math.max(0, now - bucket.at) / 1000) * this.#perSecond;
    const tokens = Math.min(this.#burst, bucket.tokens + refill);
    const allowed = tokens >= 1;
    this.#buckets.set(callerId, { tokens: allowed ? tokens - 1 : tokens, at: now });
    if (allowed) return;
    const wait = Math.max(1, Math.ceil((1 - tokens) / this.#perSecond));
    throw new ProblemsException(429, [plainProblem(429, 'Too many requests.')], {
      'retry-after': String(wait),
    });
  }
}
