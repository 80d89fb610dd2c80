import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type PublicKey, publicKeyOf } from '#libs/platform/proof';
import { ed25519Key } from '#libs/platform/runtime';
import { PLATFORM, type Platform } from '#libs/platform/service';

/** The key that exports and daily roots are signed with. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: PublicKey;
}

/** Takes the signing key out of the key store: one for all processes, made on first use. */
@Injectable()
export class AuditKey {
  constructor(@Inject(PLATFORM) private readonly platform: Platform) {}

  /** @throws StoreUnavailableError when the key store is away */
  async get(): Promise<SigningKey> {
    const privateKey = ed25519Key(await this.platform.keys.secret('audit-signing-key'));
    return { privateKey, publicKey: publicKeyOf(privateKey) };
  }
}
