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
import type { PublicKeyAnswer } from './http/export.dto.js';
import { SIGNING, type SigningKeyRotated, signingKeys } from './domain/signing-keys.js';

/** The key that exports and daily roots are signed with. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: PublicKey;
}

/** A key as it is published, and when it was replaced; null for the current key. */
type PublishedKey = PublicKey & Pick<PublicKeyAnswer, 'retiredAt'>;

/** Takes signing keys out of the key store: one at a time signs, the same for all processes; which one stands in the log. */
@Injectable()
export class AuditKey implements OnApplicationBootstrap {
  constructor(
    @Inject(PLATFORM) private readonly platform: Platform,
    private readonly aggregates: AggregateStore,
  ) {}

  /** The key is there from the first start on, so that every backup has it; while a store is away its first use makes it. */
  async onApplicationBootstrap(): Promise<void> {
    try {
      await this.get();
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
    }
  }

  /** @throws StoreUnavailableError when the key store or the log is away */
  async get(): Promise<SigningKey> {
    const { state } = await this.aggregates.load(signingKeys, SIGNING);
    return this.#numbered(state.number);
  }

  /** Every key that something may be signed with: the present one, then earlier ones, the newest first. */
  async published(): Promise<readonly PublishedKey[]> {
    const { state } = await this.aggregates.load(signingKeys, SIGNING);
    const { publicKey } = await this.#numbered(state.number);
    return [
      { ...publicKey, retiredAt: null },
      ...state.retired.map((key) => ({ ...key, retiredAt: wireTimestamp(key.retiredAt) })),
    ];
  }

  async find(kid: string): Promise<PublicKey | undefined> {
    const found = (await this.published()).find((one) => one.kid === kid);
    return found && { kty: found.kty, crv: found.crv, x: found.x, kid };
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
    // a dry run makes none that is kept
    const isNew = run !== undefined && number > (await this.#stored());
    const secret = isNew
      ? run.memoryOf(this, () => randomBytes(32))
      : await this.platform.keys.secret(name);
    const privateKey = ed25519Key(secret);
    return { privateKey, publicKey: publicKeyOf(privateKey) };
  }

  /** Number of the key that signs, whatever a dry run makes of it. */
  async #stored(): Promise<number> {
    const load = () => this.aggregates.load(signingKeys, SIGNING);
    return (await outsideDryRuns(load)).state.number;
  }
}
