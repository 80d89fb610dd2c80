import { LRUCache } from 'lru-cache';
import type { Document } from './document-store.js';

/** Documents kept decoded. */
const MOST = 4_096;

/**
 * Documents that are read again and again. One is kept from its second read on: where few are read twice, keeping each would
 * only give the collector old objects to clear away. One that is being written is read from the store itself: whoever has seen
 * the checkpoint of a write also sees its documents, even before the writer hears that it is done.
 */
export class RecentDocuments {
  readonly #documents = new LRUCache<string, Document>({ max: MOST });
  readonly #once = new SeenKeys(2 * MOST);
  /** Keys being written, with the number of writes under way. */
  readonly #writing = new Map<string, number>();

  get(key: string, read: () => Document | undefined): Document | undefined {
    if (this.#writing.has(key)) return read();
    const known = this.#documents.get(key);
    if (known !== undefined) return known;
    const document = read();
    if (document !== undefined && this.#once.seen(key)) this.#documents.set(key, document);
    return document;
  }

  /** To be called before the store can hold anything newer. */
  writing(keys: readonly string[]): void {
    for (const key of keys) {
      this.#documents.delete(key);
      this.#writing.set(key, (this.#writing.get(key) ?? 0) + 1);
    }
  }

  /** The write is over, with whatever outcome. */
  written(keys: readonly string[]): void {
    for (const key of keys) {
      const left = (this.#writing.get(key) ?? 1) - 1;
      if (left === 0) this.#writing.delete(key);
      else this.#writing.set(key, left);
    }
  }

  clear(): void {
    this.#documents.clear();
  }
}

/** Bits for each key that a set is meant for: few enough to stay in the processor's cache, so many that few keys share one. */
const BITS_A_KEY = 16;

/** Which keys were seen lately, give or take a few: a Bloom filter of one hash that starts anew when it has so many keys. */
class SeenKeys {
  readonly #bits: Uint8Array;
  #keys = 0;

  /** @param most a power of two */
  constructor(private readonly most: number) {
    this.#bits = new Uint8Array((most * BITS_A_KEY) / 8);
  }

  /** Whether the key was seen before; from now on it was. */
  seen(key: string): boolean {
    const hash = hashOf(key);
    const byte = (hash >>> 3) & (this.#bits.length - 1);
    const bit = 1 << (hash & 7);
    const bits = this.#bits[byte] ?? 0;
    if ((bits & bit) !== 0) return true;
    if (++this.#keys > this.most) {
      this.#bits.fill(0);
      this.#keys = 1;
    }
    this.#bits[byte] = (this.#bits[byte] ?? 0) | bit;
    return false;
  }
}

/** FNV-1a, its upper half folded into the lower, of which few bits are used. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  return (hash ^ (hash >>> 16)) >>> 0;
}
