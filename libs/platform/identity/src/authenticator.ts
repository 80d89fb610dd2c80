import type { AuthenticationRequest, Authenticator, Caller } from '#libs/platform/http';
import type { Clock, Problem } from '#libs/platform/kernel';
import { SystemClock, type Config, type KeyStore } from '#libs/platform/runtime';
import {
  BearerAuthenticator,
  remoteIssuer,
  type FirmEntitlements,
} from './bearer-authenticator.js';
import type { ApiClientDirectory, MemberDirectory } from './directories.js';
import { LocalIssuer } from './local-issuer.js';
import { CredentialCode, unauthenticated } from './problems.js';
import type { ReplayGuard } from './replay-guard.js';
import { SignatureAuthenticator } from './signature-authenticator.js';
import { SCHEME } from './signature-header.js';
import type { TrustedIssuer } from './tokens.js';

/** Chooses the way to check by the scheme of the `Authorization` header; scheme names are case-insensitive (RFC 9110). */
export class SchemeAuthenticator implements Authenticator {
  constructor(
    private readonly signatures: SignatureAuthenticator,
    private readonly tokens: BearerAuthenticator,
  ) {}

  authenticate(request: AuthenticationRequest): Promise<Caller | Problem> | Caller | Problem {
    const { authorization } = request.headers;
    if (authorization === undefined || authorization === '') {
      return unauthenticated(CredentialCode.Missing);
    }
    const end = authorization.indexOf(' ');
    const scheme = authorization.slice(0, end === -1 ? undefined : end).toUpperCase();
    const rest = end === -1 ? '' : authorization.slice(end + 1).trim();
    if (scheme === SCHEME) return this.signatures.authenticate(request, rest);
    if (scheme === 'BEARER') return this.tokens.authenticate(rest);
    return unauthenticated(CredentialCode.Malformed);
  }
}

export interface AuthenticatorParts {
  readonly config: Pick<Config, 'oidc' | 'embedded'>;
  readonly keys: KeyStore;
  readonly clients: ApiClientDirectory;
  readonly members: MemberDirectory;
  readonly firms?: FirmEntitlements;
  readonly replays?: ReplayGuard;
  readonly clock?: Clock;
}

/**
 * The authenticator of a configuration. Tokens of the service itself are accepted in the embedded default, and beside servers
 * as long as no OIDC issuer is configured, since the operator needs a way in.
 */
export async function createAuthenticator(parts: AuthenticatorParts): Promise<Authenticator> {
  const { config, keys, clients, members, firms, replays, clock = new SystemClock() } = parts;
  const issuers: TrustedIssuer[] = [];
  if (config.oidc !== undefined) issuers.push(remoteIssuer(config.oidc));
  if (config.oidc === undefined || config.embedded) {
    issuers.push(await LocalIssuer.over(keys, clock));
  }
  return new SchemeAuthenticator(
    new SignatureAuthenticator({ clients, members, clock, ...(replays && { replays }) }),
    new BearerAuthenticator({ issuers, members, clock, ...(firms && { firms }) }),
  );
}
