import { LRUCache } from 'lru-cache';
import type { Document, FindOptions, Page } from '../document-store.js';
import type { Selection } from '../selection.js';
import { type Entry, firstPage, selectFrom } from '../selection-keys.js';

/** How long what has not been asked for yet of a list is kept: whoever wants all of it asks page after page. */
const KEPT_MS = 5_000;
const MOST_KEPT = 10;

/**
 * Pages of lists of the past. All pages of a list are made at once, since to make each on its own is work in the square of
 * their number; what a page leaves over is kept for the next one.
 */
export class PastLists {
  /** Rests of lists, by the cursor that asks for them. */
  readonly #rests = new LRUCache<string, readonly Entry<Document>[]>({
    max: MOST_KEPT,
    ttl: KEPT_MS,
    ttlAutopurge: true,
  });

  /**
   * @param of names what the list is of: the same name, the same documents
   * @param all makes the documents to select from, in any order
   */
  async page<D extends Document>(
    of: string,
    selection: Selection,
    options: FindOptions,
    all: () => Promise<readonly Entry<D>[]>,
  ): Promise<Page<D>> {
    const { limit, after, ...list } = options;
    const nameOf = (cursor = ''): string => JSON.stringify([of, list, cursor]);
    const kept = this.#rests.get(nameOf(after)) as readonly Entry<D>[] | undefined;
    const selected = kept ?? selectFrom(selection, options, await all());
    const page = firstPage(selection, limit, selected);
    this.#rests.delete(nameOf(after));
    if (page.next !== undefined) this.#rests.set(nameOf(page.next), selected.slice(limit));
    return page;
  }
}
