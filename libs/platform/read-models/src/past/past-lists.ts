import { LRUCache } from 'lru-cache';
import { KeyedQueue, memoryUseOf } from '#libs/platform/event-store';
import type { Document, Entry, FindOptions, InOrder, Page } from '../document-store.js';
import { documentsOf, pageOf, selectedIds, type Selection } from '../selection.js';

/** How long the ids of the following pages are kept, in milliseconds. */
const KEPT_MS = 60_000;
/** Limit for the ids of all lists, in bytes. */
const MOST_KEPT = 64 * 1024 * 1024;
/** Lists built at a time: each takes a few hundred bytes per document. */
const AT_ONCE = 4;
/** Documents of a page that are folded at a time. */
const FOLDED = 100;

/** The source of a list of the past. */
interface PastList {
  /** Identifies the documents of the list. */
  readonly of: string;
  /** The documents to select from, in any order. */
  readonly all: () => AsyncIterable<Iterable<Entry>>;
  /** Some of the documents. */
  readonly some: (ids: readonly string[]) => Promise<InOrder<Document>>;
}

/**
 * Pages of lists of the past. The first page determines the ids on all pages, since selecting anew for each page would take quadratic
 * time. The ids of the following pages are kept, but no documents.
 */
export class PastLists {
  /** Ids of the following pages, by cursor. */
  readonly #rests = new LRUCache<string, readonly string[]>({
    maxSize: MOST_KEPT,
    sizeCalculation: (ids, name) => memoryUseOf(ids) + memoryUseOf(name),
    ttl: KEPT_MS,
    ttlAutopurge: true,
  });
  readonly #turns = new KeyedQueue();
  #made = 0;

  async page(list: PastList, selection: Selection, options: FindOptions): Promise<Page<Document>> {
    const { limit: _, maxBytes: __, after, ...selected } = options;
    const nameOf = (cursor = ''): string => JSON.stringify([list.of, selected, cursor]);
    const ids =
      this.#rests.get(nameOf(after)) ??
      (await this.#turns.run(String(this.#made++ % AT_ONCE), () =>
        selectedIds(selection, options, list.all()),
      ));
    const { found, next } = await firstOf(ids, list, options);
    this.#rests.delete(nameOf(after));
    const page = pageOf(selection, found, next === ids.length);
    if (page.next !== undefined) this.#rests.set(nameOf(page.next), ids.slice(next));
    return documentsOf(page);
  }
}

/** The documents of a page, and the index of the first id after them. */
async function firstOf(
  ids: readonly string[],
  { some }: PastList,
  { limit, maxBytes = Infinity }: FindOptions,
): Promise<{ readonly found: readonly Entry[]; readonly next: number }> {
  const found: Entry[] = [];
  let [next, bytes] = [0, 0];
  while (next < ids.length && found.length < limit && bytes < maxBytes) {
    const wanted = ids.slice(next, next + Math.min(FOLDED, limit - found.length));
    const documents = await some(wanted);
    for (const [at, id] of wanted.entries()) {
      next += 1;
      const document = documents[at];
      // It may have been erased in the meantime.
      if (document === undefined) continue;
      found.push({ id, document });
      if (maxBytes !== Infinity) bytes += JSON.stringify(document).length;
      if (bytes >= maxBytes) break;
    }
  }
  return { found, next };
}
