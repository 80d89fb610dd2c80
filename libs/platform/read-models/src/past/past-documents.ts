import type { Document, DocumentStore, FindOptions, Page } from '../document-store.js';
import type { TapeReader } from './document-tape.js';
import { type Candidate, FoldedPast } from './folded-past.js';
import { asStored } from './past-fold.js';
import { PastLists } from './past-lists.js';
import type { Projection } from '../projection.js';
import { cursorAt, selectionOf } from '../selection.js';
import type { Entry } from '../selection-keys.js';

/** Documents looked at at a time. */
const PAGE = 200;

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
    reader: TapeReader,
  ) {
    this.#past = new FoldedPast(documents, reader);
  }

  /** Forgets what is kept in memory, personal data with it. */
  forget(): void {
    this.#past.forget();
    // What is being read now ends up in the old ones.
    this.#lists = new PastLists();
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

  /** What `find` answered when `asOf` was the newest position. */
  async find<D extends Document>(
    projection: Projection,
    collection: string,
    options: FindOptions,
    asOf: bigint,
  ): Promise<Page<D>> {
    const { history, indexes } = projection;
    const selection = selectionOf(collection, indexes, options);
    const fixed = history?.fixed[selection.index.name] ?? 0;
    if (fixed >= selection.index.fields.length) {
      return this.findAmong<D>(projection, collection, options, asOf);
    }
    const equals = options.equals.slice(0, fixed);
    return this.#lists.page<D>(`${collection} ${asOf}`, selection, options, () =>
      this.#all(projection, collection, options.index, equals, asOf),
    );
  }

  /** All documents with the same fixed fields as they were, in any order. */
  async #all<D extends Document>(
    projection: Projection,
    collection: string,
    index: string,
    equals: FindOptions['equals'],
    asOf: bigint,
  ): Promise<readonly Entry<D>[]> {
    if (projection.history === undefined) {
      const all = [...(await this.#past.fromLog(projection, asOf))];
      return all.map(([id, document]) => ({ id, document: asStored(document) as D }));
    }
    const then: Entry<D>[] = [];
    for await (const candidates of this.#candidates(collection, index, equals)) {
      const documents = await this.#past.candidatesAsOf<D>(
        projection,
        collection,
        candidates,
        asOf,
      );
      candidates.forEach(({ id }, i) => {
        const document = documents[i];
        if (document !== undefined) then.push({ id, document });
      });
    }
    return then;
  }

  /** What is selected now, as it was then; what did not exist then is left out. */
  async findAmong<D extends Document>(
    projection: Projection,
    collection: string,
    options: FindOptions,
    asOf: bigint,
  ): Promise<Page<D>> {
    const selection = selectionOf(collection, projection.indexes, options);
    const found: Found<D>[] = [];
    let { after } = options;
    do {
      const place = after === undefined ? {} : { after };
      const wider = { ...options, ...place, limit: Math.max(options.limit, PAGE) };
      const { items, next } = await this.documents.findStored(collection, wider);
      const documents = await this.#past.candidatesAsOf<D>(projection, collection, items, asOf);
      items.forEach(({ id, document: present }, i) => {
        const document = documents[i];
        if (document !== undefined) found.push({ id, document, present });
      });
      after = next;
    } while (after !== undefined && found.length <= options.limit);
    const page = found.slice(0, options.limit);
    const items = page.map(({ document }) => document);
    const last = page.at(-1);
    if (found.length <= options.limit || last === undefined) return { items };
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
