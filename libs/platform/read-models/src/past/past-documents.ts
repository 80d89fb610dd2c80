import type { Document, DocumentStore, FindOptions, Page } from '../document-store.js';
import type { VersionsReader } from './document-versions.js';
import { type Candidate, FoldedPast } from './folded-past.js';
import { asStored } from './past-fold.js';
import { PastLists } from './past-lists.js';
import type { Projection } from '../projection.js';
import { cursorAt, type Selection, selectionOf } from '../selection.js';
import type { Entry } from '../selection-keys.js';

/** Documents looked at at a time. */
const PAGE = 200;

/** How a past selection is made: as it was then, or from what is selected now, each document as it was then. */
export type Selected = 'then' | 'now';

/** A document of the past, and that of the present which led to it. */
interface Found<D> {
  readonly id: string;
  readonly document: D;
  readonly present: Document;
}

/** The documents of projections as they were at a position of the log: by their ids, or by a selection. */
export class PastDocuments {
  readonly #past: FoldedPast;
  #lists = new PastLists();

  constructor(
    private readonly documents: DocumentStore,
    reader: VersionsReader,
  ) {
    this.#past = new FoldedPast(documents, reader);
  }

  /** Forgets what is kept in memory, personal data with it. */
  forget(): void {
    this.#past.forget();
    // What is being read now ends up in the old ones.
    this.#lists = new PastLists();
  }

  /** When the event that a document began with was recorded; undefined where nothing says where its past is. */
  thereSince(projection: Projection, id: string): Promise<string | undefined> {
    return this.#past.thereSince(projection, id);
  }

  /**
   * Documents by their ids, in the order of `ids`.
   * @param collection the live generation; it has everything up to `asOf`
   */
  async getMany<D extends Document>(
    projection: Projection,
    collection: string,
    ids: readonly string[],
    asOf: bigint,
  ): Promise<readonly (D | undefined)[]> {
    const stored = await this.documents.load(collection, ids);
    const candidates = ids.map((id, i): Candidate => ({ id, ...(stored[i] ?? { position: -1n }) }));
    return this.#past.candidatesAsOf<D>(projection, collection, candidates, asOf);
  }

  /**
   * What `find` answered when `asOf` was the newest position; `selected` is `now` where what the selection binds is of the present,
   * and only its order is of then.
   */
  async find<D extends Document>(
    projection: Projection,
    collection: string,
    options: FindOptions,
    asOf: bigint,
    selected: Selected = 'then',
  ): Promise<Page<D>> {
    const selection = selectionOf(collection, projection.indexes, options);
    const fixed = projection.history?.fixed[selection.index.name] ?? 0;
    const isNow = selected === 'now';
    if (isNow ? isFixedOrder(projection, selection) : fixed >= selection.index.fields.length) {
      return this.#findAmong<D>(projection, selection, collection, options, asOf);
    }
    const equals = isNow ? options.equals : options.equals.slice(0, fixed);
    const list = {
      of: JSON.stringify([collection, asOf.toString(), selected, equals]),
      all: () => this.#all<D>(projection, collection, options.index, equals, asOf),
      some: (ids: readonly string[]) => this.getMany<D>(projection, collection, ids, asOf),
    };
    if (!isNow) return this.#lists.page<D>(list, selection, options);
    const order = { name: selection.index.name, fields: selection.orderedFields };
    return this.#lists.page<D>(list, { ...selection, index: order }, { ...options, equals: [] });
  }

  /** All documents with the same fixed fields as they were, in any order. */
  async *#all<D extends Document>(
    projection: Projection,
    collection: string,
    index: string,
    equals: FindOptions['equals'],
    asOf: bigint,
  ): AsyncGenerator<readonly Entry<D>[]> {
    if (projection.history === undefined) {
      const all = [...(await this.#past.fromLog(projection, asOf))];
      yield all.map(([id, document]) => ({ id, document: asStored(document) as D }));
      return;
    }
    for await (const candidates of this.#candidates(collection, index, equals)) {
      const documents = await this.#past.candidatesAsOf<D>(
        projection,
        collection,
        candidates,
        asOf,
      );
      yield candidates.flatMap(({ id }, i) => {
        const document = documents[i];
        return document === undefined ? [] : [{ id, document }];
      });
    }
  }

  /** What is selected now, as it was then; what did not exist then is left out. */
  async #findAmong<D extends Document>(
    projection: Projection,
    selection: Selection,
    collection: string,
    options: FindOptions,
    asOf: bigint,
  ): Promise<Page<D>> {
    const { limit, maxBytes = Infinity } = options;
    const found: Found<D>[] = [];
    let [after, bytes] = [options.after, 0];
    do {
      const place = after === undefined ? {} : { after };
      const wider = { ...options, ...place, limit: PAGE };
      const { items, next } = await this.documents.findStored(collection, wider);
      const documents = await this.#past.candidatesAsOf<D>(projection, collection, items, asOf);
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

  /** What may have been in a selection: all that has the same fixed fields now. */
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
      const options = { index, equals, limit: PAGE, ...(after !== undefined && { after }) };
      const { items, next } = await this.documents.findStored(collection, options);
      yield items;
      after = next;
    } while (after !== undefined);
  }
}

/** Whether what a selection is in the order of never changes, as one index or another says; without a history, the order of now will do. */
function isFixedOrder({ indexes, history }: Projection, { orderedFields }: Selection): boolean {
  if (history === undefined) return true;
  const fixed = indexes.flatMap(({ name, fields }) => fields.slice(0, history.fixed[name] ?? 0));
  return orderedFields.every((field) => fixed.includes(field));
}
