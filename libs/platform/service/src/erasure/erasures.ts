import {
  AggregateStore,
  type EventRegistry,
  type EventStore,
  sealedTexts,
  type StoredEvent,
} from '#libs/platform/event-store';
import type { ErasureWatch } from '#libs/platform/read-models';
import {
  KeyMissingError,
  type KeyStore,
  keyFingerprint,
  sealingKeys,
} from '#libs/platform/runtime';
import { LogConsumer, oneByOne } from '../log-consumer.js';
import {
  type Erasure,
  ERASURE_LIST,
  erasureDecider,
  type ErasureList,
  erasuresByLogin,
  erasureScopeDecider,
  type PersonErased,
  type StreamsListed,
} from './erasure.js';

const STORED = 'erasure.PersonErased.v';
/** The erasure and its certificate. */
const FOLLOWED = 'erasure.';
const KEYS_AT_ONCE = 1_000;

/** What erasing a person reaches. */
interface ErasureParts {
  readonly eventStore: EventStore;
  readonly registry: EventRegistry;
  readonly keys: KeyStore;
  readonly aggregates: AggregateStore;
  /** Forgets what else is kept in memory. */
  readonly forget: () => void;
}

/** The erasure of persons in this process: destroys keys, forgets, and finds what is concerned. */
export class Erasures implements ErasureWatch {
  readonly typePrefix = STORED;
  readonly #stop = new AbortController();
  #following: Promise<void> = Promise.resolve();
  /** The list as it was last asked for: some 300 bytes of each person who was erased. */
  #list: { readonly state: ErasureList; readonly byLogin: ReadonlyMap<string, Erasure> } = {
    state: undefined,
    byLogin: new Map(),
  };
  /** Types of events with data of a person, or of another whose key it is. */
  readonly #personal: ReadonlySet<string>;

  constructor(private readonly parts: ErasureParts) {
    const personal = parts.registry.all().filter(({ definition }) => definition.personal);
    this.#personal = new Set(personal.map(({ type }) => type));
  }

  /** Everybody who has been erased, as the log has it at the time of the call; the same map as long as nobody follows. */
  async list(): Promise<ReadonlyMap<string, Erasure>> {
    const { state } = await this.parts.aggregates.load(erasureDecider, ERASURE_LIST);
    if (this.#list.state !== state) this.#list = { state, byLogin: erasuresByLogin(state) };
    return this.#list.byLogin;
  }

  /**
   * Destroys every key on the list, also those that a backup of the key store has brought back. To be called before
   * anything is served.
   */
  async reapply(): Promise<void> {
    const keyIds = [...(await this.list()).values()].map(({ keyId }) => keyId);
    for (let i = 0; i < keyIds.length; i += KEYS_AT_ONCE) {
      const some = keyIds.slice(i, i + KEYS_AT_ONCE);
      await this.parts.keys.open(some);
      for (const keyId of some) if (!this.#isGone(keyId)) await this.parts.keys.destroy(keyId);
    }
  }

  /** Follows erasures and their certificates, which other processes may write, until {@link stop}. */
  follow(): void {
    const consumer = new LogConsumer({
      name: 'erasure.forgotten-keys',
      // What was read before the documents were blanked is forgotten once they are.
      typePrefixes: [FOLLOWED],
      store: this.parts.eventStore,
      from: () => this.#newest(),
      handle: oneByOne((event) => this.forget(keyIdOf(event))),
    });
    this.#following = consumer.run(this.#stop.signal);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#following;
  }

  /** Where to follow from: what came before has been applied at the start. */
  async #newest(): Promise<bigint> {
    const { eventStore } = this.parts;
    const head = await eventStore.head();
    await this.reapply();
    return head;
  }

  /** Destroys a key and everything in memory that was made with it. */
  async forget(keyId: string): Promise<void> {
    await this.parts.keys.open([keyId]);
    if (!this.#isGone(keyId)) await this.parts.keys.destroy(keyId);
    this.parts.aggregates.forget();
    this.parts.forget();
  }

  /** SHA-256 (hexadecimal) that only this key has; null when there is no such key, or no more. */
  async fingerprint(keyId: string): Promise<string | null> {
    await this.parts.keys.open([keyId]);
    const key = this.#keyOf(keyId);
    return key ? keyFingerprint(key) : null;
  }

  /** Whether the key store has destroyed the key. */
  async isDestroyed(keyId: string): Promise<boolean> {
    await this.parts.keys.open([keyId]);
    return this.#isGone(keyId);
  }

  /** Whether the key, brought into memory, has been destroyed; one that never was has not. */
  #isGone(keyId: string): boolean {
    return this.#keyOf(keyId) === undefined;
  }

  /** A key that was brought into memory: undefined when it has been destroyed, null when there never was one. */
  #keyOf(keyId: string): ReturnType<KeyStore['keyOf']> | null {
    try {
      return this.parts.keys.keyOf(keyId);
    } catch (error) {
      if (error instanceof KeyMissingError) return null;
      throw error;
    }
  }

  isPersonal(type: string): boolean {
    return this.#personal.has(type);
  }

  concerns(event: StoredEvent, erasure: StoredEvent): boolean {
    return holds(event, keyIdOf(erasure));
  }

  async apply(erasure: StoredEvent): Promise<readonly string[]> {
    const { loginId, keyId, streams = [], scannedTo } = dataOf(erasure);
    await this.forget(keyId);
    const found = new Set(streams);
    const scope = AggregateStore.stream(erasureScopeDecider, loginId);
    for await (const { data } of this.parts.eventStore.readStream(scope)) {
      for (const stream of (data as unknown as StreamsListed['data']).streams) found.add(stream);
    }
    await this.#addBetween(found, keyId, BigInt(scannedTo), erasure.position);
    return [...found];
  }

  /** Adds streams that got data under a key after they were listed and before its erasure: the log has few events there. */
  async #addBetween(found: Set<string>, keyId: string, after: bigint, upTo: bigint): Promise<void> {
    if (after >= upTo) return;
    // Without a filter, which would look far beyond the erasure for the next event that passes it.
    for await (const event of this.parts.eventStore.readAll({ after })) {
      if (event.position > upTo) break;
      if (holds(event, keyId)) found.add(event.stream);
    }
  }
}

function dataOf({ data }: StoredEvent): PersonErased['data'] {
  return data as unknown as PersonErased['data'];
}

function keyIdOf(erasure: StoredEvent): string {
  return dataOf(erasure).keyId;
}

function holds({ data }: StoredEvent, keyId: string): boolean {
  return sealedTexts(data).some((text) => sealingKeys(text).includes(keyId));
}

/**
 * The keys of a key store for a process that destroys none itself: those of everybody who has been erased pass for destroyed,
 * also where a backup of the key store has brought them back and no service has started since.
 */
export async function keysOfTheLiving(
  keys: KeyStore,
  eventStore: Pick<EventStore, 'readStream'>,
): Promise<KeyStore> {
  const erased = new Set<string>();
  const list = AggregateStore.stream(erasureDecider, ERASURE_LIST);
  for await (const { data } of eventStore.readStream(list)) {
    erased.add((data as unknown as PersonErased['data']).keyId);
  }
  return {
    open: (subjects) => keys.open(subjects),
    keyOf: (subject) => (erased.has(subject) ? undefined : keys.keyOf(subject)),
    ensure: (subject) => keys.ensure(subject),
    destroy: (subject) => keys.destroy(subject),
    secret: (name) => keys.secret(name),
    close: () => keys.close(),
  };
}
