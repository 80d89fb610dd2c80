import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from '#libs/platform/kernel';

/** What a caller may be. An `advisor` is a `client` who may also bring people to the firm. */
export type Role = 'client' | 'advisor' | 'backoffice' | 'operator' | 'auditor';

/** Who sent a request, as proven by its credentials ([auth.client]). */
export interface Caller {
  readonly kind: 'api-client' | 'token';
  /** API key or token subject. */
  readonly id: string;
  readonly roles: readonly Role[];
  /** Present for the roles `client` and `advisor`. */
  readonly firmId?: string;
  /** Login id of the acting member. */
  readonly member?: string;
  /** False: the credentials are valid, but nobody has the member id that came with them. */
  readonly memberKnown: boolean;
  /** False: the firm of the caller has nobody of the id in `X-Associated-Member-Id`. Absent when none was sent. */
  readonly associatedMemberKnown?: boolean;
  /** `fullTid`, `removeRestrictions`, `ownerVerification`. */
  readonly entitlements: readonly string[];
  /** When the credentials expire by themselves, in milliseconds since 1970. */
  readonly expiresAt?: number;
  /** Time of the signature, as ISO-8601 UTC. */
  readonly signedAt?: string;
}

/** `X-Associated-Member-Id`: login id of the client an advisor acts for; undefined when none was sent. */
export function associatedMemberOf(headers: IncomingHttpHeaders): string | undefined {
  const header = headers['x-associated-member-id'];
  const member = typeof header === 'string' ? header.trim() : '';
  return member === '' ? undefined : member;
}

/** What credentials are checked against. */
export interface AuthenticationRequest {
  readonly method: string;
  /** Request target exactly as sent: path and query. */
  readonly url: string;
  /**
   * Scheme and authority the caller used, without a trailing slash: `PUBLIC_BASE_URL` when set, else from `Host`, and from
   * `X-Forwarded-*` only behind a trusted proxy ([auth.signing]). The signed URL is `baseUrl` and `url` joined.
   */
  readonly baseUrl: string;
  readonly headers: IncomingHttpHeaders;
  /** Of whom {@link Caller.associatedMemberKnown} tells, see {@link associatedMemberOf}. */
  readonly associatedMember?: string | undefined;
  /** The body exactly as sent; empty when there is none. */
  readonly rawBody: Buffer;
}

/**
 * Checks credentials. A problem is the answer to wrong ones: type `FORBIDDEN` is a 403, `UNAVAILABLE` a 503, everything
 * else a 401.
 */
export interface Authenticator {
  authenticate(request: AuthenticationRequest): Promise<Caller | Problem> | Caller | Problem;
}

/** Tells the two results of {@link Authenticator.authenticate} apart. */
export function isCaller(result: Caller | Problem): result is Caller {
  return 'roles' in result;
}
