import { LRUCache } from 'lru-cache';
import { SystemClock } from '#libs/platform/runtime';
import type { Clock, Secret } from '#libs/platform/kernel';

/** Credentials of an institutional firm ([auth.client]). */
export interface ApiClient {
  readonly apiKey: string;
  readonly firmId: string;
  /** The client's own login id: the acting member of requests that don't name one. */
  readonly loginId: string;
  /** `fullTid`, `removeRestrictions`, `ownerVerification`. */
  readonly entitlements: readonly string[];
  /** Its UTF-8 bytes are the signing key. */
  readonly sharedSecret: Secret;
  readonly revoked?: boolean;
}

/** A value, or a promise of it. */
export type MaybePromise<T> = Promise<T> | T;

/** Continues with a value, synchronously if it is there already. */
export function andThen<T, U>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<U>,
): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Where API clients are looked up. */
export interface ApiClientDirectory {
  find(apiKey: string): MaybePromise<ApiClient | undefined>;
}

/** Where members are looked up. */
export interface MemberDirectory {
  /** Firm of a member, or of the API client with this login id; undefined if there is none. */
  firmOf(loginId: string): MaybePromise<string | undefined>;
}

interface CacheOptions {
  /** Lifetime of an entry, in ms. */
  readonly ttlMs?: number;
  /** Maximum number of entries. */
  readonly max?: number;
  readonly clock?: Clock;
}

/** Caches a directory, without its misses. Concurrent lookups of a key share one call. */
class Cached<V extends object> {
  readonly #cache: LRUCache<string, V>;

  constructor(
    load: (key: string) => MaybePromise<V | undefined>,
    { ttlMs, max, clock = new SystemClock() }: CacheOptions & { ttlMs: number; max: number },
  ) {
    const perf = { now: () => clock.now() };
    this.#cache = new LRUCache({ max, ttl: ttlMs, ttlResolution: 0, perf, fetchMethod: load });
  }

  /** A lookup that is invalidated while in progress is repeated. */
  protected get(key: string): MaybePromise<V | undefined> {
    return this.#cache.get(key) ?? this.#cache.fetch(key).catch(() => this.#cache.fetch(key));
  }

  invalidate(key: string): void {
    this.#cache.delete(key);
  }
}

/** Caches API clients (default 10 s, 10,000 clients). `invalidate` makes a revocation effective at once in this process. */
export class CachedApiClients extends Cached<ApiClient> implements ApiClientDirectory {
  constructor(directory: ApiClientDirectory, options: CacheOptions = {}) {
    super((key) => directory.find(key), { ttlMs: 10_000, max: 10_000, ...options });
  }

  find(apiKey: string): MaybePromise<ApiClient | undefined> {
    return this.get(apiKey);
  }
}

/** Caches the firms of members (default 60 s, 50,000 members). */
export class CachedMembers extends Cached<{ readonly firmId: string }> implements MemberDirectory {
  constructor(directory: MemberDirectory, options: CacheOptions = {}) {
    const load = async (loginId: string) => {
      const firmId = await directory.firmOf(loginId);
      return firmId === undefined ? undefined : { firmId };
    };
    super(load, { ttlMs: 60_000, max: 50_000, ...options });
  }

  firmOf(loginId: string): MaybePromise<string | undefined> {
    return andThen(this.get(loginId), (member) => member?.firmId);
  }
}
