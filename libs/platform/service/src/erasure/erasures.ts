import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type AggregateStore,
  type EventRegistry,
  type EventStore,
  sealedTexts,
  type StoredEvent,
} from '#libs/platform/event-store';
import type { ErasureWatch } from '#libs/platform/read-models';
import { KeyMissingError, type KeyStore, sealedSubject } from '#libs/platform/runtime';
import { type Erasure, ERASURE_LIST, erasureDecider, type PersonErased } from './erasure.js';

const STORED = 'erasure.PersonErased.v';
const PAUSE_MS = 1_000;
const KEYS_AT_ONCE = 1_000;

/** What erasing a person reaches. */
export interface ErasureParts {
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

  constructor(private readonly parts: ErasureParts) {}

  /** Everybody who has been erased, as the log has it at the time of the call. */
  async list(): Promise<ReadonlyMap<string, Erasure>> {
    return (await this.parts.aggregates.load(erasureDecider, ERASURE_LIST)).state;
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

  /** Follows erasures by other processes until {@link stop}. */
  follow(): void {
    this.#following = this.#follow();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#following;
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stop;
    const { eventStore } = this.parts;
    let after: bigint | undefined;
    while (!signal.aborted) {
      try {
        after ??= await this.#newest();
        const filter = { typePrefixes: [STORED] };
        for await (const message of eventStore.subscribeToAll({ after, filter, signal })) {
          if (message.kind === 'event') {
            await this.forget(keyIdOf(message.event));
            after = message.event.position;
          }
        }
      } catch {
        // the store is away; everything else meets that too and reports it
        await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined);
      }
    }
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
    const { keys } = this.parts;
    await keys.open([keyId]);
    try {
      const key = keys.keyOf(keyId);
      return key
        ? createHash('sha256').update('key fingerprint\0').update(key).digest('hex')
        : null;
    } catch (error) {
      if (error instanceof KeyMissingError) return null;
      throw error;
    }
  }

  /** Whether the key store has destroyed the key. */
  async isDestroyed(keyId: string): Promise<boolean> {
    await this.parts.keys.open([keyId]);
    return this.#isGone(keyId);
  }

  /** Whether the key, brought into memory, has been destroyed; one that never was has not. */
  #isGone(keyId: string): boolean {
    try {
      return this.parts.keys.keyOf(keyId) === undefined;
    } catch (error) {
      if (error instanceof KeyMissingError) return false;
      throw error;
    }
  }

  /** Streams with data sealed under a key, in the log after one position and up to another. */
  async streamsWith(keyId: string, after: bigint, upTo: bigint): Promise<ReadonlySet<string>> {
    const { eventStore, registry } = this.parts;
    const streams = new Set<string>();
    const typePrefixes = registry
      .all()
      .filter(({ definition }) => definition.personal)
      .map(({ type }) => `${type}.v`);
    if (after >= upTo || typePrefixes.length === 0) return streams;
    for await (const event of eventStore.readAll({ after, filter: { typePrefixes } })) {
      if (event.position > upTo) break;
      if (holds(event, keyId)) streams.add(event.stream);
    }
    return streams;
  }

  concerns(event: StoredEvent, erasure: StoredEvent): boolean {
    return holds(event, keyIdOf(erasure));
  }

  async apply(erasure: StoredEvent): Promise<readonly string[]> {
    const { keyId, streams, scannedTo } = dataOf(erasure);
    await this.forget(keyId);
    const later = await this.streamsWith(keyId, BigInt(scannedTo), erasure.position);
    return [...new Set([...streams, ...later])];
  }
}

function dataOf({ data }: StoredEvent): PersonErased['data'] {
  return data as unknown as PersonErased['data'];
}

function keyIdOf(erasure: StoredEvent): string {
  return dataOf(erasure).keyId;
}

function holds({ data }: StoredEvent, keyId: string): boolean {
  return sealedTexts(data).some((text) => sealedSubject(text) === keyId);
}
