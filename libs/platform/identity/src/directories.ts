import { LRUCache } from 'lru-cache';
import { SystemClock } from '#libs/platform/runtime';
import {
  type Clock,
  type Secret,
  type Timestamp,
  type Caller,
  isLoginId,
} from '#libs/platform/kernel';

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
  /** The secret that it replaced; valid before a moment. */
  readonly previous?: { readonly secret: Secret; readonly until: Timestamp };
  readonly revoked?: boolean;
}

export type MaybePromise<T> = Promise<T> | T;

/** Continues with a value, synchronously if it is there already. */
export function andThen<T, U>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<U>,
): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

export interface LoginHolder {
  readonly firmId: string;
  /** A `client` is the firm itself; members and trustees are persons. */
  readonly kind: 'client' | 'member' | 'trustee';
  /** Login id of a member's advisor. */
  readonly advisorLoginId?: string;
  /** Of a client: narrows the entitlements of its firm; absent if it has all of them. */
  readonly entitlements?: readonly string[];
}

/** Where something known of callers is looked up. */
interface Directory<V> {
  find(key: string): MaybePromise<V | undefined>;
  /** Changes whenever something becomes known. Absent: that can't be told. */
  readonly version?: number;
}

/** API clients by their key. */
export type ApiClientDirectory = Directory<ApiClient>;
/** Holders of login ids. Nobody may act under one that is unknown, whose client is revoked or whose person erased. */
export type LoginDirectory = Directory<LoginHolder>;

interface CacheOptions {
  /** Lifetime of an entry, in ms. */
  readonly ttlMs?: number;
  /** Maximum number of entries. */
  readonly max?: number;
  readonly clock?: Clock;
}

/** Caches a directory, without its misses. Concurrent lookups of a key share one call. */
class Cached<V extends object> implements Directory<V> {
  readonly #cache: LRUCache<string, V>;
  #version = 0;

  constructor(
    directory: Directory<V>,
    { ttlMs, max, clock = new SystemClock() }: CacheOptions & { ttlMs: number; max: number },
  ) {
    this.#cache = new LRUCache({
      max,
      ttl: ttlMs,
      ttlResolution: 0,
      perf: { now: () => clock.now() },
      fetchMethod: async (key) => {
        const found = await directory.find(key);
        this.#version += 1;
        return found;
      },
    });
  }

  get version(): number {
    return this.#version;
  }

  /** A lookup that is invalidated while in progress is repeated. */
  find(key: string): MaybePromise<V | undefined> {
    return this.#cache.get(key) ?? this.#cache.fetch(key).catch(() => this.#cache.fetch(key));
  }

  /** Drops what is known of a key, and what is being looked up. The directory must know of the change by now. */
  invalidate(key: string): void {
    this.#version += 1;
    this.#cache.delete(key);
  }
}

/** Caches API clients (default 10 s, 10,000 clients). */
export class CachedApiClients extends Cached<ApiClient> {
  constructor(directory: ApiClientDirectory, options: CacheOptions = {}) {
    super(directory, { ttlMs: 10_000, max: 10_000, ...options });
  }
}

/** Caches holders of login ids (default 60 s, 50,000 of them). */
export class CachedLogins extends Cached<LoginHolder> {
  constructor(directory: LoginDirectory, options: CacheOptions = {}) {
    super(directory, { ttlMs: 60_000, max: 50_000, ...options });
  }
}

/** Whom a request names. `entitled`: what an API client that is the acting member narrows the entitlements of its firm to. */
export type Naming = Required<Pick<Caller, 'memberKnown' | 'firmItself'>> &
  Pick<Caller, 'associated'> & { readonly entitled?: readonly string[] | undefined };

/**
 * What the directory says of a caller's acting member and of the member of `X-Associated-Member-Id`
 * ([auth.acting-member], [auth.associated-member]). Synchronous if both are cached.
 */
export function namingOf(
  logins: LoginDirectory,
  caller: Pick<Caller, 'kind' | 'firmId' | 'member' | 'login' | 'roles'>,
  associatedMember: string | undefined,
): MaybePromise<Naming> {
  const { kind, firmId, member, login, roles } = caller;
  const complete = (
    memberKnown: boolean,
    { kind: of, entitlements: entitled }: Partial<LoginHolder> = {},
  ): MaybePromise<Naming> => {
    const firmItself = memberKnown && of === 'client' && roles.includes('client');
    if (associatedMember === undefined) return { memberKnown, firmItself, entitled };
    const person = { kind, firmId, member, firmItself };
    return andThen(associatedOf(logins, person, associatedMember), (associated) => ({
      memberKnown,
      firmItself,
      associated,
      entitled,
    }));
  };
  if (firmId === undefined || member === undefined) return complete(true);
  if (kind === 'api-client' && member === login) return complete(true, { kind: 'client' });
  return andThen(logins.find(member), (holder) => complete(holder?.firmId === firmId, holder));
}

/** A person names only themselves and their clients; a signed request is the firm's own software, and the firm answers for it. */
function associatedOf(
  logins: LoginDirectory,
  person: {
    readonly kind: Caller['kind'];
    readonly firmId: string | undefined;
    readonly member: string | undefined;
    readonly firmItself: boolean;
  },
  named: string,
): MaybePromise<NonNullable<Caller['associated']>> {
  const { kind, firmId, member, firmItself } = person;
  const isPerson = kind === 'token' && member !== undefined && !firmItself;
  const nobody = isPerson ? 'forbidden' : 'unknown';
  if (!isLoginId(named)) return nobody;
  return andThen(logins.find(named), (holder) => {
    if (holder === undefined) return nobody;
    if (firmId !== undefined && firmId !== holder.firmId) return nobody;
    const mayName = !isPerson || named === member || holder.advisorLoginId === member;
    return mayName ? 'known' : 'forbidden';
  });
}
