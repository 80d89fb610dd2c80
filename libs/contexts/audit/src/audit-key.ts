import { type KeyObject, randomBytes } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import {
  AggregateStore,
  dryRunUnderWay,
  outsideDryRuns,
  type Outcome,
  StoreUnavailableError,
} from '#libs/platform/event-store';
import { type CommandMetadata, type Refusal, wireTimestamp } from '#libs/platform/kernel';
import { type PublicKey, publicKeyOf } from '#libs/platform/proof';
import { ed25519Key } from '#libs/platform/runtime';
import { PLATFORM, type Platform } from '#libs/platform/service';
import type { PublicKeyResponse } from './http/export.dto.js';
import { SIGNING, type SigningKeyRotated, signingKeys } from './domain/signing-keys.js';

/** A key that signs exports and daily roots. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: PublicKey;
}

type PublishedKey = PublicKey & Pick<PublicKeyResponse, 'retiredAt'>;

/** The signing keys in the key store. All processes sign with the same one; the log says which. */
@Injectable()
export class AuditKey implements OnApplicationBootstrap {
  constructor(
    @Inject(PLATFORM) private readonly platform: Platform,
    private readonly aggregates: AggregateStore,
  ) {}

  /** Creates the key on the first start, so that every backup contains it; if a store is unreachable, its first use does. */
  async onApplicationBootstrap(): Promise<void> {
    try {
      await this.get();
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
    }
  }

  /** @throws StoreUnavailableError if the key store or the log is unreachable */
  async get(): Promise<SigningKey> {
    const { state } = await this.aggregates.load(signingKeys, SIGNING);
    return this.#numbered(state.number);
  }

  /** All public keys: the current one, then earlier ones, newest first. */
  async published(): Promise<readonly PublishedKey[]> {
    const { state } = await this.aggregates.load(signingKeys, SIGNING);
    const { publicKey } = await this.#numbered(state.number);
    return [
      { ...publicKey, retiredAt: null },
      ...state.retired.map((key) => ({ ...key, retiredAt: wireTimestamp(key.retiredAt) })),
    ];
  }

  async find(kid: string): Promise<PublicKey | undefined> {
    const key = (await this.published()).find((one) => one.kid === kid);
    return key && { kty: key.kty, crv: key.crv, x: key.x, kid };
  }

  async rotate(metadata: CommandMetadata): Promise<Outcome<SigningKeyRotated> | Refusal> {
    const { state } = await this.aggregates.load(signingKeys, SIGNING);
    const number = state.number + 1;
    const [{ publicKey: retired }, { publicKey: key }] = await Promise.all([
      this.#numbered(state.number),
      this.#numbered(number),
    ]);
    return this.aggregates.handle(signingKeys, SIGNING, { number, key, retired }, metadata);
  }

  async #numbered(number: number): Promise<SigningKey> {
    const name = number === 1 ? 'audit-signing-key' : `audit-signing-key/${number}`;
    const run = dryRunUnderWay();
    // a dry run must not create a key in the key store
    const isNew = run !== undefined && number > (await this.#stored());
    const secret = isNew
      ? run.memoryOf(this, () => randomBytes(32))
      : await this.platform.keys.secret(name);
    const privateKey = ed25519Key(secret);
    return { privateKey, publicKey: publicKeyOf(privateKey) };
  }

  /** Number of the current key, regardless of a dry run. */
  async #stored(): Promise<number> {
    const load = () => this.aggregates.load(signingKeys, SIGNING);
    return (await outsideDryRuns(load)).state.number;
  }
}
