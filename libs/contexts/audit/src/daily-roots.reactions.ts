import { type KeyObject, randomBytes } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import {
  AggregateStore,
  dryRunUnderWay,
  type EventStore,
  outsideDryRuns,
  StoreUnavailableError,
} from '#libs/platform/event-store';
import {
  addDays,
  type Clock,
  type LocalDate,
  processMetadata,
  timestampOf,
  wireTimestamp,
} from '#libs/platform/kernel';
import { type PublicKey, publicKeyOf, signRoot } from '#libs/platform/proof';
import type { DocumentStore, Lease } from '#libs/platform/read-models';
import { deriveUuid, ed25519Key, type Logger } from '#libs/platform/runtime';
import {
  CLOCK,
  DOCUMENT_STORE,
  EVENT_STORE,
  EveryMinute,
  LOGGER,
  PLATFORM,
  type Platform,
  workOnceLeased,
} from '#libs/platform/service';
import type { SignedRoot } from './audit.events.js';
import { HeadProofs, StreamHeads, timeOf } from './daily-roots.facts.js';
import { DAILY, dailyRoots, type RotateSigningKey, SIGNING, signingKeys } from './daily-roots.js';

interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: PublicKey;
}

/** `retiredAt`: when it was replaced; null for the current key. */
type PublishedKey = PublicKey & { readonly retiredAt: string | null };

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

  /** The command that replaces the current key by the next one. */
  async rotation(): Promise<RotateSigningKey> {
    const { state } = await this.aggregates.load(signingKeys, SIGNING);
    const number = state.number + 1;
    const [{ publicKey: retired }, { publicKey: key }] = await Promise.all([
      this.#numbered(state.number),
      this.#numbered(number),
    ]);
    return { number, key, retired };
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

const LEASE = 'audit.daily-roots';

/**
 * Signs the root of each day once it has ended, in order; after an outage of the service, all missing ones. A day ends before the
 * first event of a later one. Any number of processes may run it; a lease lets one at a time work.
 */
@Injectable()
export class DailyRootSigner extends EveryMinute {
  readonly #heads: StreamHeads;
  /** The newest root known to be provable with the stored heads. */
  #provable: string | undefined;
  private readonly holder: string;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly key: AuditKey,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PLATFORM) { holder }: Pick<Platform, 'holder'>,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('daily root not signed', logger);
    this.#heads = new StreamHeads(store, documents);
    this.holder = holder;
  }

  /** Signs every ended day without a root and returns how many. Rebuilds the heads of the newest root if they were lost. */
  async run(): Promise<number> {
    const today = timestampOf(this.clock.now()).slice(0, 10);
    const newest = await this.newest();
    if (newest?.day === addDays(today, -1)) {
      await this.#keepProvable(newest);
      return 0;
    }
    const first = newest ? addDays(newest.day, 1) : await this.#firstDay();
    if (first === undefined || first >= today) return 0;
    const signed = await this.#leased((signal, lease) =>
      this.#signAll(first, today, signal, lease),
    );
    return signed ?? 0;
  }

  #leased<T>(work: (signal: AbortSignal, lease: Lease) => Promise<T>): Promise<T | undefined> {
    const { documents, clock, holder } = this;
    return workOnceLeased(LEASE, { documents, clock, holder }, work);
  }

  /** Exports prove their streams with the heads of the newest root. These are missing after the read database was lost or emptied. */
  async #keepProvable({ day, root, position }: SignedRoot): Promise<void> {
    const there = (await this.#heads.position()) >= BigInt(position);
    if (there && this.#provable === root) return;
    await this.#heads.prepare();
    if (!(await HeadProofs.against(this.#heads, root))) {
      const made = await this.#leased(async (_signal, lease) => {
        const until = await this.#heads.advance(endOf(day), lease);
        return this.#heads.root(until, lease);
      });
      if (made === undefined) return;
    }
    this.#provable = root;
  }

  async #signAll(
    first: LocalDate,
    today: LocalDate,
    signal: AbortSignal,
    lease: Lease,
  ): Promise<number> {
    await this.#heads.prepare();
    // another process may have signed some by now
    let newest = await this.newest();
    let signed = 0;
    let day = newest ? addDays(newest.day, 1) : first;
    for (; day < today && !signal.aborted; day = addDays(day, 1)) {
      newest = await this.#sign(day, newest, lease);
      signed += 1;
    }
    return signed;
  }

  /** The newest root; undefined before the first day has ended. */
  async newest(): Promise<SignedRoot | undefined> {
    return (await this.aggregates.load(dailyRoots, DAILY)).state;
  }

  async #sign(day: LocalDate, newest: SignedRoot | undefined, lease: Lease): Promise<SignedRoot> {
    const { privateKey, publicKey } = await this.key.get();
    const position = await this.#heads.advance(endOf(day), lease);
    const { root, streams } = await this.#heads.root(position, lease);
    const previous = newest?.root ?? null;
    const unsigned = { day, root, streams, position: String(position), previous };
    const signed = signRoot(unsigned, privateKey, publicKey.kid);
    const commandId = deriveUuid('audit.daily-root', day);
    const receivedAt = timestampOf(this.clock.now());
    const metadata = processMetadata('audit.daily-root-signer', commandId, receivedAt);
    await this.aggregates.handle(dailyRoots, DAILY, { root: signed }, metadata);
    return signed;
  }

  async #firstDay(): Promise<LocalDate | undefined> {
    for await (const event of this.store.readAll({ max: 1 })) return timeOf(event).slice(0, 10);
    return undefined;
  }
}

function endOf(day: LocalDate): string {
  return `${addDays(day, 1)}T00:00:00.000Z`;
}
