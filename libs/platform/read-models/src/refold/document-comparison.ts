import diff from 'microdiff';
import { pluralize } from '#libs/platform/kernel';
import type { DocumentStore, StoredDocument, Document } from '../document-store.js';
import { NoSuchGenerationError } from '../generations/generation-control.js';

/** Documents to compare with the live ones. */
interface ComparedDocuments {
  readonly documents: DocumentStore;
  readonly collection: string;
  /** They are complete at least up to here. */
  readonly position: bigint;
  /** Moves on up to a position, as far as possible. */
  to(position: bigint, options?: { readonly signal?: AbortSignal }): Promise<void>;
}

/** A generation beside the live one, which other processes may still fold into. */
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

interface DocumentDifference {
  readonly id: string;
  /** `added`: missing among the live documents; `gone`: only there. */
  readonly kind: 'added' | 'gone' | 'changed';
  /** Empty unless `changed`. */
  readonly fields: readonly FieldDifference[];
}

export interface Comparison {
  readonly same: number;
  readonly added: number;
  readonly gone: number;
  readonly changed: number;
  /** Documents that changed too fast to be compared, or are past the requested position. */
  readonly ahead: number;
  /** Number of documents in which each field differs, most first. */
  readonly fields: readonly { readonly path: string; readonly documents: number }[];
  readonly samples: readonly DocumentDifference[];
}

/** How to compare two sets of documents. */
export interface ComparisonOptions {
  /** Which ids to compare; default all. */
  readonly isIncluded?: (id: string) => boolean;
  readonly isPersonal: (field: string) => boolean;
  /** Samples per kind; default 3. */
  readonly samples?: number;
  /** How often to compare documents again that have changed meanwhile; default 10. */
  readonly rounds?: number;
  readonly signal?: AbortSignal;
}

const PAGE = 200;

/**
 * Compares the live documents with a refold or another generation while the live ones keep changing. A document is compared only if
 * both sides contain the same events: neither has changed since the position of the others. Otherwise the others move on to the
 * position of the live generation, and the document is compared again.
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
   * @param collection the live generation, complete up to the position of `others`
   * @throws NoSuchGenerationError if one of them was dropped meanwhile
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

/** A field in which two documents differ. A side is absent if it lacks the field. */
export interface FieldDifference {
  /** Dotted, with `[]` for elements of lists: `owners[].login`. */
  readonly path: string;
  /** Masked by {@link maskedValue}. */
  readonly live?: string;
  readonly refolded?: string;
}

/** The fields in which two documents differ; each element of a list is compared separately. */
export function differencesOf(
  live: Document,
  refolded: Document,
  isPersonal: (field: string) => boolean,
): readonly FieldDifference[] {
  return diff(live, refolded).map((change) => {
    const path = change.path.reduce<string>(
      (text, part) =>
        typeof part === 'number' ? `${text}[]` : text === '' ? part : `${text}.${part}`,
      '',
    );
    const personal = change.path.some((part) => typeof part === 'string' && isPersonal(part));
    return {
      path,
      ...('oldValue' in change && { live: maskedValue(change.oldValue, personal) }),
      ...('value' in change && { refolded: maskedValue(change.value, personal) }),
    };
  });
}

const CODE = /^[A-Z][A-Z0-9_]{0,11}$/;
const FIGURE = /^-?\d{1,6}(\.\d{1,10})?$/;
const TIME = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d))?$/;

/** Masks a value for operators: shows codes, figures, times and booleans of fields that are not personal, else only sizes. */
export function maskedValue(value: unknown, personal: boolean): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (typeof value === 'object')
    return `object of ${pluralize(Object.keys(value).length, 'field')}`;
  if (personal) return '***';
  if (typeof value !== 'string') return JSON.stringify(value);
  if (CODE.test(value) || FIGURE.test(value) || TIME.test(value)) return JSON.stringify(value);
  return `text of ${value.length}`;
}
