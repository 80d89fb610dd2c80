import type { DocumentStore, StoredDocument } from '../document-store.js';
import { NoSuchGenerationError } from '../generations/generation-control.js';
import { differencesOf, type FieldDifference } from './document-difference.js';

/** What the live documents are compared with. */
interface ComparedDocuments {
  readonly documents: DocumentStore;
  /** The generation that they are. */
  readonly collection: string;
  /** They have everything up to here, at least. */
  readonly position: bigint;
  /** Has them go on up to a position, as far as they do. */
  to(position: bigint, options?: { readonly signal?: AbortSignal }): Promise<void>;
}

/** The documents of a generation that stands beside the live one. It is folded by others, or not any more. */
export class GenerationDocuments implements ComparedDocuments {
  position = 0n;

  constructor(
    readonly documents: DocumentStore,
    readonly collection: string,
  ) {}

  async to(position: bigint): Promise<void> {
    const reached = (await this.documents.checkpoint(this.collection)) ?? 0n;
    this.position = reached < position ? reached : position;
  }
}

/** A document that differs. */
interface DocumentDifference {
  readonly id: string;
  /** `added`: the live ones don't have it; `gone`: only they do; or `changed`. */
  readonly kind: 'added' | 'gone' | 'changed';
  /** Of a changed one. */
  readonly fields: readonly FieldDifference[];
}

/** What came of comparing. */
export interface Comparison {
  readonly same: number;
  readonly added: number;
  readonly gone: number;
  readonly changed: number;
  /** Documents that moved on faster than they could be compared, or are past the position asked for. */
  readonly ahead: number;
  /** In how many documents each field differs, most first. */
  readonly fields: readonly { readonly path: string; readonly documents: number }[];
  readonly samples: readonly DocumentDifference[];
}

/** How two sets of documents are compared. */
export interface ComparisonOptions {
  /** Which ids are looked at; default all. */
  readonly isIncluded?: (id: string) => boolean;
  readonly isPersonal: (field: string) => boolean;
  /** Samples of each kind; default 3. */
  readonly samples?: number;
  /** Times that documents which have moved on are folded further and looked at again; default 10. */
  readonly rounds?: number;
  readonly signal?: AbortSignal;
}

const PAGE = 200;

/**
 * Compares the live documents with others: those that were folded anew, or another generation. The live ones go on meanwhile. A
 * document is compared only where both have the same events: at the position of the others, when it has not changed since; else
 * they go on to where the live generation is, and it is looked at again.
 */
export class DocumentComparison {
  #same = 0;
  readonly #counts = { added: 0, gone: 0, changed: 0 };
  readonly #fields = new Map<string, number>();
  readonly #samples: DocumentDifference[] = [];
  readonly #ahead = new Set<string>();

  private constructor(
    private readonly live: DocumentStore,
    private readonly collection: string,
    private readonly others: ComparedDocuments,
    private readonly options: ComparisonOptions,
  ) {}

  /**
   * @param collection the live generation, which has everything up to the position of `others`
   * @throws NoSuchGenerationError when one of them has been dropped at the end
   */
  static async of(
    live: DocumentStore,
    collection: string,
    others: ComparedDocuments,
    options: ComparisonOptions,
  ): Promise<Comparison> {
    const comparison = new DocumentComparison(live, collection, others, options);
    await comparison.#all();
    for (let round = options.rounds ?? 10; round > 0 && comparison.#ahead.size > 0; round--) {
      await comparison.#again();
    }
    for (const [store, name] of [
      [live, collection],
      [others.documents, others.collection],
    ] as const) {
      const there = await store.listCollections();
      if (!there.includes(name)) throw new NoSuchGenerationError(`${name} was dropped meanwhile`);
    }
    return comparison.#result();
  }

  async #all(): Promise<void> {
    const included = this.options.isIncluded ?? (() => true);
    for await (const ids of pages(this.live.scan(this.collection), included)) {
      await this.#compare(ids);
    }
    const { documents, collection } = this.others;
    for await (const ids of pages(documents.scan(collection), included)) {
      const stored = await this.live.load(this.collection, ids);
      await this.#compare(ids.filter((_id, index) => stored[index]?.document === undefined));
    }
  }

  async #again(): Promise<void> {
    const { signal } = this.options;
    const position = (await this.live.checkpoint(this.collection)) ?? 0n;
    await this.others.to(position, signal && { signal });
    const ids = [...this.#ahead];
    this.#ahead.clear();
    for (let at = 0; at < ids.length; at += PAGE) await this.#compare(ids.slice(at, at + PAGE));
  }

  async #compare(ids: readonly string[]): Promise<void> {
    this.options.signal?.throwIfAborted();
    const [live, others] = await Promise.all([
      this.live.load(this.collection, ids),
      this.others.documents.load(this.others.collection, ids),
    ]);
    ids.forEach((id, index) => this.#compareOne(id, live[index], others[index]));
  }

  #compareOne(id: string, live?: StoredDocument, other?: StoredDocument): void {
    const { position } = this.others;
    const isAhead = (one: StoredDocument | undefined): boolean => (one?.position ?? 0n) > position;
    if (isAhead(live) || isAhead(other)) this.#ahead.add(id);
    else if (live?.document === undefined) {
      if (other?.document !== undefined) this.#note({ id, kind: 'added', fields: [] });
    } else if (other?.document === undefined) this.#note({ id, kind: 'gone', fields: [] });
    else {
      const fields = differencesOf(live.document, other.document, this.options.isPersonal);
      if (fields.length === 0) this.#same += 1;
      else this.#note({ id, kind: 'changed', fields });
    }
  }

  #note(difference: DocumentDifference): void {
    const { kind, fields } = difference;
    this.#counts[kind] += 1;
    if (this.#counts[kind] <= (this.options.samples ?? 3)) this.#samples.push(difference);
    for (const path of new Set(fields.map((field) => field.path))) {
      this.#fields.set(path, (this.#fields.get(path) ?? 0) + 1);
    }
  }

  #result(): Comparison {
    return {
      same: this.#same,
      ...this.#counts,
      ahead: this.#ahead.size,
      fields: [...this.#fields]
        .map(([path, documents]) => ({ path, documents }))
        .sort((a, b) => b.documents - a.documents || (a.path < b.path ? -1 : 1)),
      samples: this.#samples,
    };
  }
}

async function* pages(
  documents: AsyncIterable<{ readonly id: string }>,
  isIncluded: (id: string) => boolean,
): AsyncIterable<readonly string[]> {
  let page: string[] = [];
  for await (const { id } of documents) {
    if (!isIncluded(id)) continue;
    if (page.push(id) < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
