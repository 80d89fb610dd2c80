import { LRUCache } from 'lru-cache';
import { SystemClock } from '#libs/platform/runtime';
import type { Clock, Secret } from '#libs/platform/kernel';

/** A credential of one institutional firm ([auth.client]). */
export interface ApiClient {
  readonly apiKey: string;
  readonly firmId: string;
  /** The client's own login id: the acting member of requests that name none. */
  readonly loginId: string;
  /** `fullTid`, `removeRestrictions`, `ownerVerification`. */
  readonly entitlements: readonly string[];
  /** Its UTF-8 bytes are the key of the signatures. */
  readonly sharedSecret: Secret;
  readonly revoked?: boolean;
}

/** What is known at once, or comes later. */
export type MaybeLater<T> = Promise<T> | T;

/** Goes on with a value: in the same turn where it is there. */
export function then<T, U>(value: MaybeLater<T>, next: (value: T) => MaybeLater<U>): MaybeLater<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Where API clients are looked up. */
export interface ApiClientDirectory {
  find(apiKey: string): MaybeLater<ApiClient | undefined>;
}

/** Where members are looked up. */
export interface MemberDirectory {
  /** Firm of a member, or of the API client whose own login id this is; undefined when nobody has it. */
  firmOf(loginId: string): MaybeLater<string | undefined>;
}

/** How answers of a directory are kept. */
export interface CacheOptions {
  /** How long an answer is good for, in ms. */
  readonly ttlMs?: number;
  /** Answers kept at most. */
  readonly max?: number;
  readonly clock?: Clock;
}

function cacheOf<V extends object>(
  { ttlMs, max, clock = new SystemClock() }: CacheOptions & { ttlMs: number; max: number },
  load: (key: string) => MaybeLater<V | undefined>,
): LRUCache<string, V> {
  return new LRUCache<string, V>({
    max,
    ttl: ttlMs,
    ttlResolution: 0,
    perf: { now: () => clock.now() },
    fetchMethod: (key) => load(key),
  });
}

/** What is kept, or what the directory says. An answer that is invalidated before it comes is cut off: it is asked for again. */
function answerOf<V extends object>(
  cache: LRUCache<string, V>,
  key: string,
): MaybeLater<V | undefined> {
  return cache.get(key) ?? cache.fetch(key).catch(() => cache.fetch(key));
}

/**
 * Remembers API clients for a short time (default 10 s, 10,000 clients), and asks once for many requests at the same time.
 * An unknown key is not remembered, so that a new client can call at once. {@link invalidate} makes a revocation take effect
 * at once in this process.
 */
export class CachedApiClients implements ApiClientDirectory {
  readonly #cache: LRUCache<string, ApiClient>;

  constructor(directory: ApiClientDirectory, options: CacheOptions = {}) {
    this.#cache = cacheOf({ ttlMs: 10_000, max: 10_000, ...options }, (key) => directory.find(key));
  }

  find(apiKey: string): MaybeLater<ApiClient | undefined> {
    return answerOf(this.#cache, apiKey);
  }

  invalidate(apiKey: string): void {
    this.#cache.delete(apiKey);
  }
}

/** Remembers members' firms (default 60 s, 50,000 members); unknown ones are not remembered. */
export class CachedMembers implements MemberDirectory {
  readonly #cache: LRUCache<string, { readonly firmId: string }>;

  constructor(directory: MemberDirectory, options: CacheOptions = {}) {
    this.#cache = cacheOf({ ttlMs: 60_000, max: 50_000, ...options }, async (loginId) => {
      const firmId = await directory.firmOf(loginId);
      return firmId === undefined ? undefined : { firmId };
    });
  }

  firmOf(loginId: string): MaybeLater<string | undefined> {
    return then(answerOf(this.#cache, loginId), (member) => member?.firmId);
  }

  invalidate(loginId: string): void {
    this.#cache.delete(loginId);
  }
}
