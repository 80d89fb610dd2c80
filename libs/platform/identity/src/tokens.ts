import {
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
} from 'jose';
import type { KeyObject } from 'node:crypto';
import type { Role } from '#libs/platform/http';

/** An issuer of access tokens that is trusted, and where its public keys come from. */
export interface TrustedIssuer {
  readonly issuer: string;
  readonly audience: string;
  /** One public key, or the way to find it by the token's header. Must never answer a symmetric key. */
  readonly keys: JWTVerifyGetKey | KeyObject;
}

/** What an access token says, once verified. */
export interface TokenClaims {
  readonly subject: string;
  /** Known roles only. */
  readonly roles: readonly Role[];
  readonly firmId?: string;
  readonly login?: string;
  /** Seconds since 1970. */
  readonly expires: number;
  readonly notBefore?: number;
}

/** Signatures with a private key only: whoever can verify must not be able to sign. */
const ALGORITHMS = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');

/** Difference of clocks that is forgiven, in seconds. */
export const LEEWAY_SECONDS = 10;

/** What a token may give: a claim `roles` has some of them. */
export const ROLES: readonly Role[] = ['client', 'advisor', 'backoffice', 'operator', 'auditor'];

/**
 * Verifies signature, algorithm, issuer, audience, expiry and not-before.
 * @returns undefined when the claims are not of the form the service issues and expects
 * @throws errors of `jose`
 */
export async function verifyToken(
  token: string,
  issuer: TrustedIssuer,
  now: number,
): Promise<TokenClaims | undefined> {
  const options = {
    issuer: issuer.issuer,
    audience: issuer.audience,
    algorithms: ALGORITHMS,
    clockTolerance: LEEWAY_SECONDS,
    currentDate: new Date(now),
    requiredClaims: ['exp', 'sub'],
  };
  return claimsOf(await payloadOf(token, issuer.keys, options));
}

async function payloadOf(
  token: string,
  keys: TrustedIssuer['keys'],
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  if (typeof keys !== 'function') return (await jwtVerify(token, keys, options)).payload;
  try {
    return (await jwtVerify(token, keys, options)).payload;
  } catch (error) {
    // The token names no key, and while an issuer replaces its key it has two.
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (other) {
        const isWrong = other instanceof errors.JWSSignatureVerificationFailed;
        if (!isWrong && !isUnusableKey(other)) throw other;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

/** Whether an error says that a key of an issuer is too short for its algorithm, or none at all. */
export function isUnusableKey(error: unknown): boolean {
  return error instanceof TypeError || error instanceof DOMException;
}

function claimsOf(payload: JWTPayload): TokenClaims | undefined {
  const { sub, exp, nbf, roles = [], firm_id: firmId, login } = payload;
  if (!isText(sub) || exp === undefined) return undefined;
  if (firmId !== undefined && !isText(firmId)) return undefined;
  if (login !== undefined && !isText(login)) return undefined;
  if (!Array.isArray(roles)) return undefined;
  const named = [...(roles as unknown[]), ...(roles.includes('advisor') ? ['client'] : [])];
  const known = ROLES.filter((role) => named.includes(role));
  // A client without a firm would be one of every firm.
  if (known.includes('client') && firmId === undefined) return undefined;
  return {
    subject: sub,
    roles: known,
    expires: exp,
    ...(nbf !== undefined && { notBefore: nbf }),
    ...(firmId !== undefined && { firmId }),
    ...(login !== undefined && { login }),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
