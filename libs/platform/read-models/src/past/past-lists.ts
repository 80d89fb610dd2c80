import { LRUCache } from 'lru-cache';
import { KeyedQueue, weightOf } from '#libs/platform/event-store';
import type { Document, Entry, FindOptions, InOrder, Page } from '../document-store.js';
import { documentsOf, pageOf, selectedIds, type Selection } from '../selection.js';

/** How long what has not been asked for yet of a list is kept: whoever wants all of it asks page after page. */
const KEPT_MS = 60_000;
/** Ids kept, of all lists together, in bytes. */
const MOST_KEPT = 64 * 1024 * 1024;
/** Lists made at a time: each takes some hundred bytes for every document in it. */
const AT_ONCE = 4;
/** Documents of a page that are folded at a time. */
const FOLDED = 100;

/** What a list of the past is made of. */
interface PastList {
  /** Names what the list is of: the same name, the same documents. */
  readonly of: string;
  /** The documents to select from, in any order. */
  readonly all: () => AsyncIterable<Iterable<Entry>>;
  /** Some of them. */
  readonly some: (ids: readonly string[]) => Promise<InOrder<Document>>;
}

/**
 * Pages of lists of the past. Which documents are on all pages of a list is found out at once, since to do it for each is work in
 * the square of their number; the ids of those on the next pages are kept, the documents are not.
 */
export class PastLists {
  /** Rests of lists, by the cursor that asks for them. */
  readonly #rests = new LRUCache<string, readonly string[]>({
    maxSize: MOST_KEPT,
    sizeCalculation: (ids, name) => weightOf(ids) + weightOf(name),
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

/** As many documents as a page holds, and the place of the first id after them. */
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
      // an erasure may have come between
      if (document === undefined) continue;
      found.push({ id, document });
      if (maxBytes !== Infinity) bytes += JSON.stringify(document).length;
      if (bytes >= maxBytes) break;
    }
  }
  return { found, next };
}
