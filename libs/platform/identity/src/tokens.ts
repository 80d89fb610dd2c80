import { type KeyObject, createHash, createPublicKey } from 'node:crypto';
import {
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  SignJWT,
} from 'jose';
import { type Clock, defined, type Role, ROLES } from '#libs/platform/kernel';
import { ed25519Key, SystemClock, type KeyStore } from '#libs/platform/runtime';

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

/** Content of a token issued by the service. Firm and login are required for the roles `client` and `advisor`. */
export interface TokenRequest extends Omit<TokenClaims, 'expires' | 'notBefore'> {
  /** Days of validity; default 30. */
  readonly days?: number;
}

/** Whether a token with these roles must name a firm and a login id. */
export function isOfFirm(roles: readonly Role[]): boolean {
  return roles.includes('client') || roles.includes('advisor');
}

/**
 * Issues the service's own access tokens, for embedded operation ([running.first-start]). The EdDSA key derives from the secret
 * `token-signing-key` of the key store, so all processes share it and it survives restarts.
 */
export class LocalIssuer implements TrustedIssuer {
  readonly issuer = 'urn:brokerage-account-service:local';
  readonly audience = 'brokerage-account-service';
  readonly keys: KeyObject;
  readonly #privateKey: KeyObject;
  readonly #keyId: string;

  private constructor(
    seed: Buffer,
    private readonly clock: Clock,
  ) {
    this.#privateKey = ed25519Key(seed);
    this.keys = createPublicKey(this.#privateKey);
    const spki = this.keys.export({ format: 'der', type: 'spki' });
    this.#keyId = createHash('sha256').update(spki).digest('base64url').slice(0, 16);
  }

  static async over(keys: KeyStore, clock: Clock = new SystemClock()): Promise<LocalIssuer> {
    return new LocalIssuer(await keys.secret('token-signing-key'), clock);
  }

  /** Issues a token, valid from now on. Throws a RangeError without a role, a required firm or login, or a positive validity. */
  issue({ subject, roles, firmId, login, days = 30 }: TokenRequest): Promise<string> {
    if (roles.length === 0 || !(days > 0))
      throw new RangeError('a token needs a role and a positive validity');
    if (isOfFirm(roles) && (firmId === undefined || login === undefined)) {
      throw new RangeError('a client or advisor needs a firm and a login');
    }
    const now = Math.floor(this.clock.now() / 1000);
    return new SignJWT({ roles: [...roles], ...defined({ firm_id: firmId, login }) })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: this.#keyId })
      .setIssuer(this.issuer)
      .setAudience(this.audience)
      .setSubject(subject)
      .setIssuedAt(now)
      .setExpirationTime(now + Math.round(days * 86_400))
      .sign(this.#privateKey);
  }
}
