import { LRUCache } from 'lru-cache';
import type { Document } from '../document-store.js';

/** What is kept decoded, in bytes of stored records; in memory it takes half as much again. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A document as it was read, and the length of its record. */
export interface ReadDocument {
  readonly document: Document;
  readonly bytes: number;
}

/**
 * Documents that were read lately. One that is being written is read from the store itself: whoever has seen the checkpoint of a
 * write also sees its documents, even before the writer hears that it is done.
 */
export class RecentDocuments {
  readonly #documents: LRUCache<string, Document>;
  /** Keys being written, with the number of writes under way. */
  readonly #writing = new Map<string, number>();

  constructor(mostBytes: number = MOST_BYTES) {
    this.#documents = new LRUCache({ maxSize: mostBytes });
  }

  get(key: string, read: () => ReadDocument | undefined): Document | undefined {
    if (this.#writing.has(key)) return read()?.document;
    const known = this.#documents.get(key);
    if (known !== undefined) return known;
    const found = read();
    if (found === undefined) return undefined;
    this.#documents.set(key, found.document, { size: found.bytes });
    return found.document;
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
