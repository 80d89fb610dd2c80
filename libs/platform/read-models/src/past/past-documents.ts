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
import { asStored } from './past-fold.js';
import { PastLists } from './past-lists.js';
import type { Projection } from '../projection.js';
import { cursorAt, type Selection, selectionOf } from '../selection.js';

/** Documents looked at at a time. */
const PAGE = 200;

/** How a past selection is made: as it was then, or from what is selected now, each document as it was then. */
export type Selected = 'then' | 'now';

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

  /** Documents by their ids. */
  async getMany(moment: Moment, ids: readonly string[]): Promise<InOrder<Document>> {
    const stored = await this.documents.load(moment.collection, ids);
    const candidates = ids.map((id, i): Candidate => ({ id, ...(stored[i] ?? { position: -1n }) }));
    return this.#past.candidatesAsOf(moment, candidates);
  }

  /**
   * What `find` answered when `asOf` was the newest position; `selected` is `now` where what the selection binds is of the present,
   * and only its order is of then.
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

  /** All documents with the same fixed fields as they were, in any order. */
  async *#all(
    moment: Moment,
    index: string,
    equals: FindOptions['equals'],
  ): AsyncGenerator<readonly Entry[]> {
    if (moment.projection.history === undefined) {
      const all = [...(await this.#past.fromLog(moment))];
      yield all.map(([id, document]) => ({ id, document: asStored(document) }));
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

  /** What is selected now, as it was then; what did not exist then is left out. */
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
      const options = { index, equals, limit: PAGE, after };
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
