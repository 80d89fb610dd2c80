import type { IncomingHttpHeaders } from 'node:http';
import type { AuthenticationRequest, Authenticator } from '#libs/platform/http';
import type { Caller, Clock, Problem } from '#libs/platform/kernel';
import { SystemClock, type Config, type KeyStore } from '#libs/platform/runtime';
import {
  BearerAuthenticator,
  remoteIssuer,
  type FirmEntitlements,
} from './bearer-authenticator.js';
import {
  type Naming,
  namingOf,
  andThen,
  type ApiClientDirectory,
  type LoginDirectory,
  type MaybePromise,
} from './directories.js';
import { LocalIssuer, type TrustedIssuer } from './tokens.js';
import { CredentialCode, malformed, unauthenticated } from './problems.js';
import type { ReplayGuard } from './replay-guard.js';
import { SignatureAuthenticator } from './signature-authenticator.js';
import { SCHEME } from '#libs/platform/signing';

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
  const { config, keys, clients, logins, firms, replays } = parts;
  const { clock = new SystemClock() } = parts;
  const issuers: TrustedIssuer[] = [];
  if (config.oidc !== undefined) issuers.push(remoteIssuer(config.oidc));
  if (config.oidc === undefined || config.embedded) {
    issuers.push(await LocalIssuer.over(keys, clock));
  }
  const signatures = new SignatureAuthenticator({ clients, logins, clock, replays });
  const tokens = new BearerAuthenticator({ issuers, logins, clock, firms });
  const authenticate = (request: AuthenticationRequest): Result => {
    const { authorization } = request.headers;
    if (!authorization) return unauthenticated(CredentialCode.Missing);
    const [scheme, rest] = splitScheme(authorization);
    if (scheme === SCHEME) return signatures.authenticate(request, rest);
    if (scheme === 'BEARER') return tokens.authenticate(rest, request.associatedMember);
    return malformed(`expected the scheme ${SCHEME} or Bearer`);
  };
  const stillAdmits = (caller: Caller, associatedMember?: string): MaybePromise<boolean> =>
    andThen(
      caller.kind === 'token' || signatures.stillAdmits(caller),
      (admitted) =>
        admitted &&
        andThen(namingOf(logins, caller, associatedMember), (now) => isSame(caller, now)),
    );
  const firmNamed = ({ authorization = '' }: IncomingHttpHeaders) => {
    const [scheme, rest] = splitScheme(authorization);
    return scheme === SCHEME ? signatures.firmNamed(rest) : undefined;
  };
  return {
    authenticate,
    stillAdmits,
    firmNamed,
    get version() {
      const { version: ofClients } = clients;
      const { version: ofLogins } = logins;
      return ofClients === undefined || ofLogins === undefined ? undefined : ofClients + ofLogins;
    },
  };
}

/** Splits a header into the scheme, in capitals since its case doesn't count (RFC 9110), and what follows. */
function splitScheme(authorization: string): readonly [scheme: string, rest: string] {
  const end = authorization.indexOf(' ');
  if (end === -1) return [authorization.toUpperCase(), ''];
  return [authorization.slice(0, end).toUpperCase(), authorization.slice(end + 1).trim()];
}

/** Whether a caller acts as and for the same as before. */
function isSame(then: Caller, now: Naming): boolean {
  const names = ['memberKnown', 'firmItself', 'associated'] as const;
  return names.every((name) => then[name] === now[name]);
}
