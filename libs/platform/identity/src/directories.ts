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
interface CacheOptions {
  /** How long an answer is good for, in ms. */
  readonly ttlMs?: number;
  /** Answers kept at most. */
  readonly max?: number;
  readonly clock?: Clock;
}

/** Remembers what a directory says. What it does not know is not remembered; many who ask at the same time ask it once. */
class Cached<V extends object> {
  readonly #cache: LRUCache<string, V>;

  constructor(
    load: (key: string) => MaybeLater<V | undefined>,
    { ttlMs, max, clock = new SystemClock() }: CacheOptions & { ttlMs: number; max: number },
  ) {
    const perf = { now: () => clock.now() };
    this.#cache = new LRUCache({ max, ttl: ttlMs, ttlResolution: 0, perf, fetchMethod: load });
  }

  /** An answer that is invalidated before it comes is cut off: it is asked for again. */
  protected get(key: string): MaybeLater<V | undefined> {
    return this.#cache.get(key) ?? this.#cache.fetch(key).catch(() => this.#cache.fetch(key));
  }

  /** Forgets one answer. */
  invalidate(key: string): void {
    this.#cache.delete(key);
  }
}

/**
 * Remembers API clients for a short time (default 10 s, 10,000 clients). A new client can call at once; `invalidate` makes a revocation
 * take effect at once in this process.
 */
export class CachedApiClients extends Cached<ApiClient> implements ApiClientDirectory {
  constructor(directory: ApiClientDirectory, options: CacheOptions = {}) {
    super((key) => directory.find(key), { ttlMs: 10_000, max: 10_000, ...options });
  }

  find(apiKey: string): MaybeLater<ApiClient | undefined> {
    return this.get(apiKey);
  }
}

/** Remembers members' firms (default 60 s, 50,000 members). */
export class CachedMembers extends Cached<{ readonly firmId: string }> implements MemberDirectory {
  constructor(directory: MemberDirectory, options: CacheOptions = {}) {
    const load = async (loginId: string) => {
      const firmId = await directory.firmOf(loginId);
      return firmId === undefined ? undefined : { firmId };
    };
    super(load, { ttlMs: 60_000, max: 50_000, ...options });
  }

  firmOf(loginId: string): MaybeLater<string | undefined> {
    return then(this.get(loginId), (member) => member?.firmId);
  }
}
