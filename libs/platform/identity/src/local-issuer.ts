import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { type Clock, defined, type Role } from '#libs/platform/kernel';
import { ed25519Key, SystemClock, type KeyStore } from '#libs/platform/runtime';
import type { TrustedIssuer } from './tokens.js';

/** Content of a token issued by the service. */
export interface TokenRequest {
  readonly subject: string;
  readonly roles: readonly Role[];
  /** Firm and login are required for the roles `client` and `advisor`. */
  readonly firmId?: string;
  readonly login?: string;
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
