import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Role } from '#libs/platform/http';
import type { Clock } from '#libs/platform/kernel';
import { ed25519Key, SystemClock, type KeyStore } from '#libs/platform/runtime';
import type { TrustedIssuer } from './tokens.js';

/** What a token of the service itself says. */
export interface TokenRequest {
  readonly subject: string;
  readonly roles: readonly Role[];
  /** Required for the roles `client` and `advisor`. */
  readonly firmId?: string;
  /** Login id of the acting member. */
  readonly login?: string;
  /** Days of validity; default 30. */
  readonly days?: number;
}

/** Whether a token with these roles has to name a firm. */
export function isOfFirm(roles: readonly Role[]): boolean {
  return roles.includes('client') || roles.includes('advisor');
}

/**
 * Issues access tokens of the service itself, for the embedded default ([running.first-start]): EdDSA, with a key that is made from
 * the secret `token-signing-key` of the key store and so is the same in all processes and over restarts.
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

  /**
   * @returns a signed token, valid from now on
   * @throws RangeError for a client without a firm, no role at all, or a validity of no time
   */
  issue({ subject, roles, firmId, login, days = 30 }: TokenRequest): Promise<string> {
    if (roles.length === 0 || !(days > 0)) throw new RangeError('a token needs a role and time');
    if (isOfFirm(roles) && firmId === undefined) {
      throw new RangeError('a client needs a firm');
    }
    const now = Math.floor(this.clock.now() / 1000);
    return new SignJWT({
      roles: [...roles],
      ...(firmId !== undefined && { firm_id: firmId }),
      ...(login !== undefined && { login }),
    })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: this.#keyId })
      .setIssuer(this.issuer)
      .setAudience(this.audience)
      .setSubject(subject)
      .setIssuedAt(now)
      .setExpirationTime(now + Math.round(days * 86_400))
      .sign(this.#privateKey);
  }
}
