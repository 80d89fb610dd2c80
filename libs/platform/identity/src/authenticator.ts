import type { AuthenticationRequest, Authenticator, Caller } from '#libs/platform/http';
import { type Clock, isLoginId, type Problem } from '#libs/platform/kernel';
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
import { SCHEME } from '#libs/platform/signing';
import type { TrustedIssuer } from './tokens.js';

type Result = Caller | Problem;

/**
 * Chooses the way to check by the scheme of the `Authorization` header; scheme names are case-insensitive (RFC 9110). Whom the
 * caller says to act for stands in the log with every event, so it is looked up as well.
 */
class SchemeAuthenticator implements Authenticator {
  constructor(
    private readonly signatures: SignatureAuthenticator,
    private readonly tokens: BearerAuthenticator,
    private readonly members: MemberDirectory,
  ) {}

  authenticate(request: AuthenticationRequest): Promise<Result> | Result {
    const result = this.#check(request);
    const { associatedMember: loginId } = request;
    return loginId === undefined ? result : this.#withAssociated(result, loginId);
  }

  async #withAssociated(checked: Promise<Result> | Result, loginId: string): Promise<Result> {
    const result = await checked;
    if (!('roles' in result)) return result;
    const firm = isLoginId(loginId) ? await this.members.firmOf(loginId) : undefined;
    const known = firm !== undefined && (result.firmId ?? firm) === firm;
    return { ...result, associatedMemberKnown: known };
  }

  #check(request: AuthenticationRequest): Promise<Result> | Result {
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

/** What credentials of either kind are checked with. */
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
    members,
  );
}
