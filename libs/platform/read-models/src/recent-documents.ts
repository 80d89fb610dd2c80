import { LRUCache } from 'lru-cache';
import type { Document } from './document-store.js';

/** Documents kept decoded. */
const MOST = 4_096;

/**
 * Documents that were read lately. One that is being written is read from the store itself: whoever has seen the checkpoint of a
 * write also sees its documents, even before the writer hears that it is done.
 */
export class RecentDocuments {
  readonly #documents = new LRUCache<string, Document>({ max: MOST });
  /** Keys being written, with the number of writes under way. */
  readonly #writing = new Map<string, number>();

  get(key: string, read: () => Document | undefined): Document | undefined {
    if (this.#writing.has(key)) return read();
    const known = this.#documents.get(key);
    if (known !== undefined) return known;
    const document = read();
    if (document !== undefined) this.#documents.set(key, document);
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
