import { LRUCache } from 'lru-cache';
import { jsonForm, Turns } from '#libs/platform/kernel';
import { memoryUseOf } from '#libs/platform/event-store';
import type {
  Document,
  DocumentStore,
  Entry,
  FindOptions,
  InOrder,
  Page,
} from '../document-store.js';
import type { VersionsReader } from './document-versions.js';
import { type Candidate, FoldedPast, type Moment } from './folded-past.js';
import type { Projection } from '../projection.js';
import {
  cursorAt,
  type Selection,
  selectionOf,
  documentsOf,
  pageOf,
  selectedIds,
} from '../selection.js';

/** Documents considered at a time. */
const PAGE = 200;

/** Whether a selection matches documents as they were then, or as they are now, each returned as it was then. */
export type Selected = 'then' | 'now';

/** Finds documents as of a position of the log, by id or by a selection. */
export class PastDocuments {
  readonly #past: FoldedPast;
  #lists = new PastLists();

  constructor(
    private readonly documents: DocumentStore,
    reader: VersionsReader,
  ) {
    this.#past = new FoldedPast(documents, reader);
  }

  /** Clears the caches, including personal data. */
  forget(): void {
    this.#past.forget();
    // Reads under way still fill the old lists.
    this.#lists = new PastLists();
  }

  /** Recording time of the event that created a document; undefined if the projection has no history. */
  createdAt(projection: Projection, id: string): Promise<string | undefined> {
    return this.#past.createdAt(projection, id);
  }

  async getMany(moment: Moment, ids: readonly string[]): Promise<InOrder<Document>> {
    const stored = await this.documents.load(moment.collection, ids);
    const candidates = ids.map((id, i): Candidate => ({ id, ...(stored[i] ?? { position: -1n }) }));
    return this.#past.candidatesAsOf(moment, candidates);
  }

  /**
   * Returns what `find` would have returned when `asOf` was the newest position. With `selected` = `now` the equality matches the
   * present documents, and only the order is that of the past.
   */
  async find(
    moment: Moment,
    options: FindOptions,
    selected: Selected = 'then',
  ): Promise<Page<Document>> {
    const { projection, collection, asOf } = moment;
    const selection = selectionOf(collection, projection.indexes, options);
    const fixed = projection.history?.fixed[selection.index.name] ?? 0;
    const isNow = selected === 'now';
    if (isNow ? isFixedOrder(projection, selection) : fixed >= selection.index.fields.length) {
      return this.#findAmong(moment, selection, options);
    }
    const equals = isNow ? options.equals : options.equals.slice(0, fixed);
    const list = {
      of: JSON.stringify([collection, asOf.toString(), selected, equals]),
      all: () => this.#all(moment, options.index, equals),
      some: (ids: readonly string[]) => this.getMany(moment, ids),
    };
    if (!isNow) return this.#lists.page(list, selection, options);
    const order = { name: selection.index.name, fields: selection.orderedFields };
    return this.#lists.page(list, { ...selection, index: order }, { ...options, equals: [] });
  }

  /** All documents with the same fixed fields as they were then, in any order. */
  async *#all(
    moment: Moment,
    index: string,
    equals: FindOptions['equals'],
  ): AsyncGenerator<readonly Entry[]> {
    if (moment.projection.history === undefined) {
      const all = [...(await this.#past.fromLog(moment))];
      yield all.map(([id, document]) => ({ id, document: jsonForm(document) }));
      return;
    }
    for await (const candidates of this.#candidates(moment.collection, index, equals)) {
      const documents = await this.#past.candidatesAsOf(moment, candidates);
      yield candidates.flatMap(({ id }, i) => {
        const document = documents[i];
        return document === undefined ? [] : [{ id, document }];
      });
    }
  }

  /** The documents selected now, as they were then, without those that did not exist. */
  async #findAmong(
    moment: Moment,
    selection: Selection,
    options: FindOptions,
  ): Promise<Page<Document>> {
    const { limit, maxBytes = Infinity } = options;
    const found: { id: string; document: Document; present: Document }[] = [];
    let [after, bytes] = [options.after, 0];
    do {
      const wider = { ...options, after, limit: PAGE };
      const { items, next } = await this.documents.findStored(moment.collection, wider);
      const documents = await this.#past.candidatesAsOf(moment, items);
      items.forEach(({ id, document: present }, i) => {
        const document = documents[i];
        if (document === undefined) return;
        found.push({ id, document, present });
        if (maxBytes !== Infinity) bytes += JSON.stringify(document).length;
      });
      after = next;
    } while (after !== undefined && found.length <= limit && bytes < maxBytes);
    const page = found.slice(0, limit);
    const items = page.map(({ document }) => document);
    const last = page.at(-1);
    if (last === undefined || (found.length <= limit && after === undefined)) return { items };
    return { items, next: cursorAt(selection, last.present, last.id) };
  }

  /** Documents that the selection may have contained: all with the same fixed fields now. */
  async *#candidates(
    collection: string,
    index: string,
    equals: FindOptions['equals'],
  ): AsyncGenerator<readonly Candidate[]> {
    if (equals.length === 0) {
      let page: Candidate[] = [];
      for await (const entry of this.documents.scan(collection)) {
        if (page.push(entry) < PAGE) continue;
        yield page;
        page = [];
      }
      yield page;
      return;
    }
    let after: string | undefined;
    do {
      const options = { index, equals, limit: PAGE, after };
      const { items, next } = await this.documents.findStored(collection, options);
      yield items;
      after = next;
    } while (after !== undefined);
  }
}

/** Whether some index declares the fields that order a selection as fixed. Without a history the present order is good enough. */
function isFixedOrder({ indexes, history }: Projection, { orderedFields }: Selection): boolean {
  if (history === undefined) return true;
  const fixed = indexes.flatMap(({ name, fields }) => fields.slice(0, history.fixed[name] ?? 0));
  return orderedFields.every((field) => fixed.includes(field));
}

/** How long the ids of the following pages are kept, in milliseconds. */
const KEPT_MS = 60_000;
/** Limit for the ids of all lists, in bytes. */
const MOST_KEPT = 64 * 1024 * 1024;
/** Lists built at a time: each takes a few hundred bytes per document. */
const AT_ONCE = 4;
/** Documents of a page that are folded at a time. */
const FOLDED = 100;

interface PastList {
  /** Identifies the documents of the list. */
  readonly of: string;
  /** The documents to select from, in any order. */
  readonly all: () => AsyncIterable<Iterable<Entry>>;
  readonly some: (ids: readonly string[]) => Promise<InOrder<Document>>;
}

/**
 * Pages of lists of the past. The first page determines the ids on all pages, since selecting anew for each page would take quadratic
 * time. The ids of the following pages are kept, but no documents.
 */
class PastLists {
  /** Ids of the following pages, by cursor. */
  readonly #rests = new LRUCache<string, readonly string[]>({
    maxSize: MOST_KEPT,
    sizeCalculation: (ids, name) => memoryUseOf(ids) + memoryUseOf(name),
    ttl: KEPT_MS,
    ttlAutopurge: true,
  });
  readonly #turns = new Turns(AT_ONCE);

  async page(list: PastList, selection: Selection, options: FindOptions): Promise<Page<Document>> {
    const { limit: _, maxBytes: __, after, ...selected } = options;
    const nameOf = (cursor = ''): string => JSON.stringify([list.of, selected, cursor]);
    const ids =
      this.#rests.get(nameOf(after)) ??
      (await this.#turns.take(() => selectedIds(selection, options, list.all())));
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
