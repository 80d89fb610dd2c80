import {
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
} from 'jose';
import type { KeyObject } from 'node:crypto';
import { defined, type Role } from '#libs/platform/kernel';

export interface TrustedIssuer {
  readonly issuer: string;
  readonly audience: string;
  /** One public key, or a lookup by token header. Must never return a symmetric key. */
  readonly keys: JWTVerifyGetKey | KeyObject;
}

/** Claims of a verified access token. */
export interface TokenClaims {
  readonly subject: string;
  /** Known roles only. */
  readonly roles: readonly Role[];
  readonly firmId?: string;
  readonly login?: string;
  /** In seconds since 1970. */
  readonly expires: number;
  readonly notBefore?: number;
}

/** Asymmetric algorithms only: whoever can verify must not be able to sign. */
const ALGORITHMS = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');

/** Tolerated clock difference, in seconds. */
export const LEEWAY_SECONDS = 10;

/** The roles that a token's claim `roles` may grant. */
export const ROLES: readonly Role[] = ['client', 'advisor', 'backoffice', 'operator', 'auditor'];

/**
 * Verifies signature, algorithm, issuer, audience, expiry and not-before. Returns undefined if the claims do not have the expected form.
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
    // The token names no key, and the issuer has several while it rotates them.
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

/** Whether an error means that an issuer's key is invalid, or too short for its algorithm. */
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
  // Without a firm, a client could act for every firm.
  if (known.includes('client') && firmId === undefined) return undefined;
  return defined({ subject: sub, roles: known, expires: exp, notBefore: nbf, firmId, login });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
