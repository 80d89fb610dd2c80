import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from '#libs/platform/kernel';

/** Role of a caller. An `advisor` is a `client` who may also add members to the firm. */
export type Role = 'client' | 'advisor' | 'backoffice' | 'operator' | 'auditor';

/** The sender of a request, proven by its credentials ([auth.client]). */
export interface Caller {
  readonly kind: 'api-client' | 'token';
  /** API key or token subject. */
  readonly id: string;
  readonly roles: readonly Role[];
  /** Present for the roles `client` and `advisor`. */
  readonly firmId?: string;
  /** Login id of the acting member, or of the API client itself. */
  readonly member?: string;
  /** Login id that the credentials are of: the API client's own, or the one of a token. */
  readonly login?: string;
  /** False if the credentials are valid, but name an unknown member. */
  readonly memberKnown: boolean;
  /** Whether it is the firm itself: its API client without an acting member, and nobody else. Absent: no. */
  readonly firmItself?: boolean;
  /**
   * Whom `X-Associated-Member-Id` names: `known`, `unknown` if nobody of the caller's firm, `forbidden` if somebody for whom this person
   * does not act. Absent if the header is.
   */
  readonly associated?: 'known' | 'unknown' | 'forbidden';
  /** `fullTid`, `removeRestrictions`, `ownerVerification`. */
  readonly entitlements: readonly string[];
  /** When the credentials expire, in milliseconds since 1970. */
  readonly expiresAt?: number;
  /** Time of the signature, ISO-8601 UTC. */
  readonly signedAt?: string;
}

/** Returns `X-Associated-Member-Id`: login id of the client that an advisor acts for. */
export function associatedMemberOf(headers: IncomingHttpHeaders): string | undefined {
  const header = headers['x-associated-member-id'];
  const member = typeof header === 'string' ? header.trim() : '';
  return member === '' ? undefined : member;
}

/** The parts of a request that an {@link Authenticator} checks. */
export interface AuthenticationRequest {
  readonly method: string;
  /** Request target exactly as sent: path and query. */
  readonly url: string;
  /**
   * Scheme and authority, without a trailing slash: `PUBLIC_BASE_URL` if set, else from `Host`; from `X-Forwarded-*` only behind a
   * trusted proxy ([auth.signing]). The signed URL is `baseUrl` followed by `url`.
   */
  readonly baseUrl: string;
  readonly headers: IncomingHttpHeaders;
  /** See {@link associatedMemberOf}. */
  readonly associatedMember?: string | undefined;
  /** The body exactly as sent; empty if there is none. */
  readonly rawBody: Buffer;
}

/** Checks credentials. Returns a problem for invalid ones: `FORBIDDEN` becomes a 403, `UNAVAILABLE` a 503, anything else a 401. */
export interface Authenticator {
  authenticate(request: AuthenticationRequest): Promise<Caller | Problem> | Caller | Problem;
  /**
   * Whether what let a caller in still holds, by what this process knows: asked again right before something is stored ([auth.revoking]).
   * @param associatedMember as in {@link AuthenticationRequest}
   */
  stillAdmits(caller: Caller, associatedMember: string | undefined): Promise<boolean> | boolean;
  /** Returns the firm whose API key a request names, whoever sent it. Without it refused requests belong to no firm. */
  firmNamed?(headers: IncomingHttpHeaders): Promise<string | undefined> | string | undefined;
}

/** Distinguishes the results of {@link Authenticator.authenticate}. */
export function isCaller(result: Caller | Problem): result is Caller {
  return 'roles' in result;
}
