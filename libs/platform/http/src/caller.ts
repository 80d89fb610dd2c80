import type { IncomingHttpHeaders } from 'node:http';
import type { Caller, Problem } from '#libs/platform/kernel';

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
  /** As long as it is the same, {@link stillAdmits} would find nothing new. Absent: ask each time. */
  readonly version?: number | undefined;
  /** Returns the firm whose API key a request names, whoever sent it. Without it refused requests belong to no firm. */
  firmNamed?(headers: IncomingHttpHeaders): Promise<string | undefined> | string | undefined;
}

/** Distinguishes the results of {@link Authenticator.authenticate}. */
export function isCaller(result: Caller | Problem): result is Caller {
  return 'roles' in result;
}
