import { LRUCache } from 'lru-cache';
import type { StoredEvent } from '#libs/platform/event-store';
import type {
  Document,
  DocumentStore,
  FindOptions,
  Page,
  StoredDocument,
} from './document-store.js';
import { DocumentTape, type TapeReader } from './document-tape.js';
import { keepsAny, newestKept, type StoredVersion } from './kept-versions.js';
import { asStored, foldEvent, type FoldedDocuments, WantedEvents } from './past-fold.js';
import { PastLists } from './past-lists.js';
import type { EventSource, Projection } from './projection.js';
import { cursorAt, selectionOf } from './selection.js';
import type { Entry } from './selection-keys.js';

/** Versions of documents kept, and for how long when nobody asks for them. */
const MOST_KEPT = 20_000;
const KEPT_MS = 60_000;
/** Documents looked at at a time. */
const PAGE = 200;

/** A document that is looked for in the past: its id, and what is stored of it now. */
interface Candidate extends StoredDocument {
  readonly id: string;
}

/** A document of the past, and that of the present which led to it. */
interface Found<D> {
  readonly id: string;
  readonly document: D;
  readonly present: Document;
}

/**
 * The documents of projections as they were at a position of the log. One that has not changed since is the stored one. Any
 * other is folded from its streams by the projection's own fold, beginning with the newest version of it that is kept.
 */
export class PastDocuments {
  readonly #wanted = new WeakMap<Projection, WantedEvents>();
  #tapes = emptyTapes();
  #lists = new PastLists();

  constructor(
    private readonly documents: DocumentStore,
    private readonly reader: TapeReader,
  ) {}

  /** Forgets what is kept in memory, personal data with it. */
  forget(): void {
    // What is being read now ends up in the old ones.
    this.#tapes = emptyTapes();
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
    return this.#then<D>(projection, collection, candidates, asOf);
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
      const all = [...(await this.#fromLog(projection, asOf))];
      return all.map(([id, document]) => ({ id, document: asStored(document) as D }));
    }
    const then: Entry<D>[] = [];
    for await (const candidates of this.#candidates(collection, index, equals)) {
      const documents = await this.#then<D>(projection, collection, candidates, asOf);
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
      const documents = await this.#then<D>(projection, collection, items, asOf);
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

  /** Candidates as they were, in their order; undefined for one that was not there. */
  async #then<D extends Document>(
    projection: Projection,
    collection: string,
    candidates: readonly Candidate[],
    asOf: bigint,
  ): Promise<readonly (D | undefined)[]> {
    const changed = candidates.filter(({ position }) => position > asOf);
    const then = await this.#folded(projection, collection, changed, asOf);
    return candidates.map(({ id, position, document }) => {
      const folded = then.get(id);
      const found = position <= asOf ? document : folded && asStored(folded);
      return found as D | undefined;
    });
  }

  async #folded(
    projection: Projection,
    collection: string,
    candidates: readonly Candidate[],
    asOf: bigint,
  ): Promise<FoldedDocuments> {
    const { history } = projection;
    if (candidates.length === 0) return new Map();
    if (history === undefined) return this.#fromLog(projection, asOf);
    const sets = new Map<string, { sources: readonly EventSource[]; ids: string[] }>();
    for (const { id } of candidates) {
      const sources = history.streams(id);
      const name = JSON.stringify(sources);
      const known = sets.get(name);
      if (known) known.ids.push(id);
      else sets.set(name, { sources, ids: [id] });
    }
    const folded: FoldedDocuments = new Map();
    const tapes = this.#tapes;
    // Many documents have short histories: one question then saves one for each.
    const areKept = sets.size === 1 || (await keepsAny(this.documents, collection));
    await Promise.all(
      [...sets.values()].map(async ({ sources, ids }) => {
        const start = areKept ? await this.#start(collection, ids, asOf) : undefined;
        // One that was folded anew for an erasure has been written at another position.
        const place = start && [start.version.of, start.version.place, start.position.toString()];
        const name = JSON.stringify([collection, sources, place]);
        const tape =
          tapes.get(name) ??
          new DocumentTape(projection, this.#wants(projection), sources, start?.version);
        await tape.readUpTo(asOf, this.reader);
        // A tape grows: only a new entry is measured again.
        tapes.delete(name);
        tapes.set(name, tape);
        for (const id of ids) {
          const document = tape.at(id, asOf);
          if (document !== undefined) folded.set(id, document);
        }
      }),
    );
    return folded;
  }

  /** What the fold of some documents of the same streams can begin with: of several each would begin elsewhere. */
  async #start(
    collection: string,
    ids: readonly string[],
    asOf: bigint,
  ): Promise<StoredVersion | undefined> {
    const [id, ...others] = ids;
    if (id === undefined || others.length > 0) return undefined;
    return newestKept(this.documents, collection, id, asOf);
  }

  #wants(projection: Projection): WantedEvents {
    let wanted = this.#wanted.get(projection);
    if (wanted === undefined) {
      wanted = new WantedEvents(projection);
      this.#wanted.set(projection, wanted);
    }
    return wanted;
  }

  /** All documents of a projection, folded from the start of the log. */
  async #fromLog(projection: Projection, asOf: bigint): Promise<FoldedDocuments> {
    const documents: FoldedDocuments = new Map();
    const wanted = this.#wants(projection);
    const filter = { typePrefixes: projection.events };
    let batch: StoredEvent[] = [];
    const fold = async (): Promise<void> => {
      for (const event of await this.reader.decode(batch)) {
        if (event) foldEvent(projection, documents, event);
      }
      batch = [];
    };
    for await (const event of this.reader.eventStore.readAll({ filter })) {
      if (event.position > asOf) break;
      if (wanted.has(event.type) && batch.push(event) >= PAGE) await fold();
    }
    await fold();
    return documents;
  }
}

function emptyTapes(): LRUCache<string, DocumentTape> {
  return new LRUCache({ maxSize: MOST_KEPT, sizeCalculation: ({ size }) => size, ttl: KEPT_MS });
}
