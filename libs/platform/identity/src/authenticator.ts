import type { AuthenticationRequest, Authenticator, Caller } from '#libs/platform/http';
import { type Clock, isLoginId, type Problem } from '#libs/platform/kernel';
import { SystemClock, type Config, type KeyStore } from '#libs/platform/runtime';
import {
  BearerAuthenticator,
  remoteIssuer,
  type FirmEntitlements,
} from './bearer-authenticator.js';
import type { ApiClientDirectory, MaybePromise, MemberDirectory } from './directories.js';
import { LocalIssuer } from './local-issuer.js';
import { CredentialCode, unauthenticated } from './problems.js';
import type { ReplayGuard } from './replay-guard.js';
import { SignatureAuthenticator } from './signature-authenticator.js';
import { SCHEME } from '#libs/platform/signing';
import type { TrustedIssuer } from './tokens.js';

type Result = MaybePromise<Caller | Problem>;

interface AuthenticatorParts {
  readonly config: Pick<Config, 'oidc' | 'embedded'>;
  readonly keys: KeyStore;
  readonly clients: ApiClientDirectory;
  readonly members: MemberDirectory;
  readonly firms?: FirmEntitlements;
  readonly replays?: ReplayGuard;
  readonly clock?: Clock;
}

/** Creates the configured authenticator. Accepts the service's own tokens if embedded, or without an OIDC issuer: operators need a way in. */
export async function createAuthenticator(parts: AuthenticatorParts): Promise<Authenticator> {
  const { config, keys, clients, members, firms, replays, clock = new SystemClock() } = parts;
  const issuers: TrustedIssuer[] = [];
  if (config.oidc !== undefined) issuers.push(remoteIssuer(config.oidc));
  if (config.oidc === undefined || config.embedded) {
    issuers.push(await LocalIssuer.over(keys, clock));
  }
  const signatures = new SignatureAuthenticator({ clients, members, clock, replays });
  const tokens = new BearerAuthenticator({ issuers, members, clock, firms });
  /** Chooses by the scheme of the header; scheme names are case-insensitive (RFC 9110). */
  const check = (request: AuthenticationRequest): Result => {
    const { authorization } = request.headers;
    if (!authorization) return unauthenticated(CredentialCode.Missing);
    const end = authorization.indexOf(' ');
    const scheme = authorization.slice(0, end === -1 ? undefined : end).toUpperCase();
    const rest = end === -1 ? '' : authorization.slice(end + 1).trim();
    if (scheme === SCHEME) return signatures.authenticate(request, rest);
    if (scheme === 'BEARER') return tokens.authenticate(rest);
    return unauthenticated(CredentialCode.Malformed);
  };
  /** Looks up the associated member, too, because the log records it with every event. */
  const withAssociated = async (checked: Result, loginId: string) => {
    const result = await checked;
    if (!('roles' in result)) return result;
    const firm = isLoginId(loginId) ? await members.firmOf(loginId) : undefined;
    const known = firm !== undefined && (result.firmId ?? firm) === firm;
    return { ...result, associatedMemberKnown: known };
  };
  return {
    authenticate(request) {
      const { associatedMember } = request;
      const result = check(request);
      return associatedMember === undefined ? result : withAssociated(result, associatedMember);
    },
  };
}
