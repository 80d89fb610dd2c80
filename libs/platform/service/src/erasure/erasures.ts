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
/** Matches the erasure and its certificate. */
const FOLLOWED = 'erasure.';
const KEYS_AT_ONCE = 1_000;

interface ErasureParts {
  readonly eventStore: EventStore;
  readonly registry: EventRegistry;
  readonly keys: KeyStore;
  readonly aggregates: AggregateStore;
  /** Clears other caches. */
  readonly forget: () => void;
}

/** Carries out erasures in this process: destroys keys, clears caches, and finds the affected streams. */
export class Erasures implements ErasureWatch {
  readonly typePrefix = STORED;
  readonly #stop = new AbortController();
  #following: Promise<void> = Promise.resolve();
  /** The last list read; about 300 bytes per erased person. */
  #list: { readonly state: ErasureList; readonly byLogin: ReadonlyMap<string, Erasure> } = {
    state: undefined,
    byLogin: new Map(),
  };
  /** Types of events that contain personal data. */
  readonly #personal: ReadonlySet<string>;

  constructor(private readonly parts: ErasureParts) {
    const personal = parts.registry.all().filter(({ definition }) => definition.personal);
    this.#personal = new Set(personal.map(({ type }) => type));
  }

  /** Returns everyone erased so far, by login id; the same map until someone else is erased. */
  async list(): Promise<ReadonlyMap<string, Erasure>> {
    const { state } = await this.parts.aggregates.load(erasureDecider, ERASURE_LIST);
    if (this.#list.state !== state) this.#list = { state, byLogin: erasuresByLogin(state) };
    return this.#list.byLogin;
  }

  /** Destroys every key on the list, including those that a restored key store brought back. Must run before requests are served. */
  async reapply(): Promise<void> {
    const keyIds = [...(await this.list()).values()].map(({ keyId }) => keyId);
    for (let i = 0; i < keyIds.length; i += KEYS_AT_ONCE) {
      const some = keyIds.slice(i, i + KEYS_AT_ONCE);
      await this.parts.keys.open(some);
      for (const keyId of some) if (!this.#isGone(keyId)) await this.parts.keys.destroy(keyId);
    }
  }

  /** Follows erasures and certificates, which any process may append, until {@link stop}. */
  follow(): void {
    const consumer = new LogConsumer({
      name: 'erasure.forgotten-keys',
      // Includes certificates, to drop what was cached before the documents were blanked.
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

  /** Position to follow from; earlier erasures are reapplied first. */
  async #newest(): Promise<bigint> {
    const { eventStore } = this.parts;
    const head = await eventStore.head();
    await this.reapply();
    return head;
  }

  /** Destroys a key and clears every cache that may hold data it encrypted. */
  async forget(keyId: string): Promise<void> {
    await this.parts.keys.open([keyId]);
    if (!this.#isGone(keyId)) await this.parts.keys.destroy(keyId);
    this.parts.aggregates.forget();
    this.parts.forget();
  }

  /** Returns a SHA-256 (hexadecimal) unique to the key; null if it never existed or was destroyed. */
  async fingerprint(keyId: string): Promise<string | null> {
    await this.parts.keys.open([keyId]);
    const key = this.#keyOf(keyId);
    return key ? keyFingerprint(key) : null;
  }

  /** Whether the key was destroyed, in the key store's files too; false if it never existed. */
  async isDestroyed(keyId: string): Promise<boolean> {
    await this.parts.keys.open([keyId]);
    return this.#isGone(keyId) && (await this.parts.keys.overwriteDestroyed());
  }

  #isGone(keyId: string): boolean {
    return this.#keyOf(keyId) === undefined;
  }

  /** Returns a key already in memory; undefined if it was destroyed, null if it never existed. */
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

  /** Adds streams that received data under the key after the list was made and before the erasure; that part of the log is short. */
  async #addBetween(found: Set<string>, keyId: string, after: bigint, upTo: bigint): Promise<void> {
    if (after >= upTo) return;
    // No filter: it would search far beyond the erasure for the next match.
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

/** Wraps a key store for a process that destroys no keys: keys of erased persons count as destroyed even if a restore brought them back. */
export async function withoutErasedKeys(
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
    overwriteDestroyed: () => keys.overwriteDestroyed(),
    secret: (name) => keys.secret(name),
    close: () => keys.close(),
  };
}
