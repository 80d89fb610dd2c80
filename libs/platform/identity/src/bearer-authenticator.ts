import { createHash } from 'node:crypto';
import { createRemoteJWKSet, customFetch, decodeJwt, errors, type FetchImplementation } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Caller, Clock, Problem } from '#libs/platform/kernel';
import type { OidcConfig } from '#libs/platform/runtime';
import { namingOf, type LoginDirectory, type MaybePromise } from './directories.js';
import { CredentialCode, IssuerUnavailableError, malformed, unauthenticated } from './problems.js';
import {
  isUnusableKey,
  LEEWAY_SECONDS,
  verifyToken,
  type TokenClaims,
  type TrustedIssuer,
} from './tokens.js';

/** How long a verified token is trusted without checking its signature again, in ms: keys may be withdrawn. */
const TRUST_MS = 5 * 60_000;
const MAX_TOKEN = 8192;

/** The issuer of `OIDC_ISSUER`, `OIDC_JWKS_URL` and `OIDC_AUDIENCE`. Its keys are fetched when the first token arrives. */
export function remoteIssuer({ issuer, audience, jwksUrl }: OidcConfig): TrustedIssuer {
  const keys = createRemoteJWKSet(new URL(jwksUrl), { [customFetch]: fetchKeys });
  return { issuer, audience, keys };
}

/** Turns network errors into another type than the `TypeError` for an unusable key. */
const fetchKeys: FetchImplementation = async (url, options) => {
  try {
    return await fetch(url, options);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new errors.JOSEError(error.message, { cause: error.cause });
  }
};

/** Where the special entitlements of firms are looked up. */
export interface FirmEntitlements {
  /** `fullTid`, `removeRestrictions`, `ownerVerification`; none for an unknown firm. */
  entitlementsOf(firmId: string): MaybePromise<readonly string[]>;
}

interface BearerAuthenticatorOptions {
  readonly issuers: readonly TrustedIssuer[];
  readonly logins: LoginDirectory;
  /** Default: no entitlements. */
  readonly firms?: FirmEntitlements | undefined;
  readonly clock: Clock;
}

/** Checks OAuth 2 access tokens ([auth.bearer]). */
export class BearerAuthenticator {
  /** By SHA-256, so that a memory dump contains no usable tokens. */
  readonly #verified = new LRUCache<string, { claims: TokenClaims; until: number }>({
    max: 10_000,
  });

  constructor(private readonly options: BearerAuthenticatorOptions) {}

  /**
   * @param token the `Authorization` header after the scheme name
   * @throws IssuerUnavailableError while the issuer's keys can't be fetched (HTTP 503)
   */
  async authenticate(token: string, associatedMember?: string): Promise<Caller | Problem> {
    if (token.length > MAX_TOKEN || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) {
      return malformed('the access token must be a JWT');
    }
    const hash = createHash('sha256').update(token).digest('base64');
    const now = this.options.clock.now();
    const known = this.#verified.get(hash);
    if (known !== undefined && now < known.until) {
      return isCurrent(known.claims, now)
        ? this.#callerOf(known.claims, associatedMember)
        : unauthenticated(CredentialCode.Expired);
    }
    const claims = await this.#verify(token, now);
    if ('type' in claims) return claims;
    this.#verified.set(hash, { claims, until: now + TRUST_MS });
    return this.#callerOf(claims, associatedMember);
  }

  async #verify(token: string, now: number): Promise<TokenClaims | Problem> {
    try {
      const { iss } = decodeJwt(token);
      const issuer = this.options.issuers.find((candidate) => candidate.issuer === iss);
      const claims = issuer && (await verifyToken(token, issuer, now));
      return claims ?? unauthenticated(CredentialCode.Invalid);
    } catch (error) {
      if (isOfToken(error)) return problemOf(error);
      throw new IssuerUnavailableError('the keys of a token issuer cannot be fetched', {
        cause: error,
      });
    }
  }

  async #callerOf(claims: TokenClaims, associatedMember?: string): Promise<Caller | Problem> {
    const { subject, roles, firmId, login, expires } = claims;
    if (roles.length === 0) {
      return { type: 'FORBIDDEN', message: 'The access token grants no role in this service.' };
    }
    const { logins, firms } = this.options;
    const unnamed = {
      kind: 'token' as const,
      id: subject,
      roles,
      expiresAt: expires * 1_000,
      ...(firmId !== undefined && { firmId }),
      ...(login !== undefined && { member: login, login }),
    };
    const ofFirm =
      firmId === undefined || firms === undefined ? [] : await firms.entitlementsOf(firmId);
    const { entitled = ofFirm, ...named } = await namingOf(logins, unnamed, associatedMember);
    const entitlements = ofFirm.filter((one) => entitled.includes(one));
    const caller = { ...unnamed, ...named, entitlements };
    if (!roles.includes('client')) return caller;
    // A client who names nobody must not pass for the firm itself.
    if (login === undefined) {
      return { type: 'FORBIDDEN', message: 'The access token names no acting member.' };
    }
    return caller.memberKnown
      ? caller
      : { type: 'FORBIDDEN', message: 'The acting member is not known.' };
  }
}

function isCurrent({ expires, notBefore }: TokenClaims, now: number): boolean {
  const seconds = Math.floor(now / 1000);
  return (
    expires > seconds - LEEWAY_SECONDS &&
    (notBefore === undefined || notBefore <= seconds + LEEWAY_SECONDS)
  );
}

/** Whether an error is due to the token or its key, rather than to keys that can't be fetched at the moment. */
function isOfToken(error: unknown): boolean {
  if (isUnusableKey(error)) return true;
  return (
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid) &&
    error.code !== errors.JOSEError.code
  );
}

function problemOf(error: unknown): Problem {
  const outOfTime =
    error instanceof errors.JWTExpired ||
    (error instanceof errors.JWTClaimValidationFailed && error.claim === 'nbf');
  return unauthenticated(outOfTime ? CredentialCode.Expired : CredentialCode.Invalid);
}
