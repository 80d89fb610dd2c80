import { LRUCache } from 'lru-cache';
import type { Document } from '../document-store.js';

/** Limit in bytes of stored records; decoded they take about 1.5 times as much memory. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A document and the length of its record. */
export interface ReadDocument {
  readonly document: Document;
  readonly bytes: number;
}

/**
 * Cache of recently read documents. While a document is being written it is read from the store: a reader that has seen the checkpoint
 * of a write must see its documents even before the writer learns that it is done.
 */
export class RecentDocuments {
  readonly #documents: LRUCache<string, Document>;
  /** Number of writes under way, by key. */
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

  /** Must be called before the store can contain anything newer. */
  writing(keys: readonly string[]): void {
    for (const key of keys) {
      this.#documents.delete(key);
      this.#writing.set(key, (this.#writing.get(key) ?? 0) + 1);
    }
  }

  /** Must be called when the write has succeeded or failed. */
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
