import type { AuthenticationRequest, Authenticator, Caller } from '#libs/platform/http';
import { type Clock, type Problem } from '#libs/platform/kernel';
import { SystemClock, type Config, type KeyStore } from '#libs/platform/runtime';
import {
  BearerAuthenticator,
  remoteIssuer,
  type FirmEntitlements,
} from './bearer-authenticator.js';
import { type Naming, namingOf } from './acting.js';
import {
  andThen,
  type ApiClientDirectory,
  type LoginDirectory,
  type MaybePromise,
} from './directories.js';
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
  readonly logins: LoginDirectory;
  readonly firms?: FirmEntitlements;
  readonly replays?: ReplayGuard;
  readonly clock?: Clock;
}

/** Creates the configured authenticator. Accepts the service's own tokens if embedded, or without an OIDC issuer: operators need a way in. */
export async function createAuthenticator(parts: AuthenticatorParts): Promise<Authenticator> {
  const { config, keys, clients, logins, firms, replays, clock = new SystemClock() } = parts;
  const issuers: TrustedIssuer[] = [];
  if (config.oidc !== undefined) issuers.push(remoteIssuer(config.oidc));
  if (config.oidc === undefined || config.embedded) {
    issuers.push(await LocalIssuer.over(keys, clock));
  }
  const signatures = new SignatureAuthenticator({ clients, logins, clock, replays });
  const tokens = new BearerAuthenticator({ issuers, logins, clock, firms });
  /** Chooses by the scheme of the header; scheme names are case-insensitive (RFC 9110). */
  const authenticate = (request: AuthenticationRequest): Result => {
    const { authorization } = request.headers;
    if (!authorization) return unauthenticated(CredentialCode.Missing);
    const end = authorization.indexOf(' ');
    const scheme = authorization.slice(0, end === -1 ? undefined : end).toUpperCase();
    const rest = end === -1 ? '' : authorization.slice(end + 1).trim();
    if (scheme === SCHEME) return signatures.authenticate(request, rest);
    if (scheme === 'BEARER') return tokens.authenticate(rest, request.associatedMember);
    return unauthenticated(CredentialCode.Malformed);
  };
  const stillAdmits = (caller: Caller, associatedMember?: string): MaybePromise<boolean> =>
    andThen(
      caller.kind === 'token' || signatures.stillAdmits(caller),
      (admitted) =>
        admitted &&
        andThen(namingOf(logins, caller, associatedMember), (now) => isSame(caller, now)),
    );
  return {
    authenticate,
    stillAdmits,
    get version() {
      const { version: ofClients } = clients;
      const { version: ofLogins } = logins;
      return ofClients === undefined || ofLogins === undefined ? undefined : ofClients + ofLogins;
    },
  };
}

/** Whether a caller acts as and for the same as before. */
function isSame(then: Caller, now: Naming): boolean {
  const names = ['memberKnown', 'firmItself', 'associated'] as const;
  return names.every((name) => then[name] === now[name]);
}
