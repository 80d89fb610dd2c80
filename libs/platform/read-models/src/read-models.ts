import { BehindLogError } from '#libs/platform/event-store';
import { isPast, type PastPoint, type ReadPoint } from '#libs/platform/kernel';
import {
  type Document,
  type DocumentStore,
  type FindOptions,
  type InOrder,
  MissingIndexError,
  type Page,
} from './document-store.js';
import type { VersionsReader } from './past/document-versions.js';
import type { Moment } from './past/folded-past.js';
import { PastDocuments, type Selected } from './past/past-documents.js';
import type { Projection, ReadModelDefinition } from './projection.js';
import type { LiveGeneration, ProjectionProgress } from './projection-progress.js';

export type { Selected };

type WholeSelection = Omit<FindOptions, 'limit' | 'after'>;

/** Page size for reading a whole selection. */
const PAGE = 500;

/** Gives queries access to the live and past documents of each projection. */
export class ReadModels {
  readonly #models = new Map<string, ReadModel>();
  readonly #past: PastDocuments;

  constructor(
    documents: DocumentStore,
    projections: readonly Projection[],
    progress: ProjectionProgress,
    log: VersionsReader,
    patienceMs: number,
  ) {
    this.#past = new PastDocuments(documents, log);
    for (const projection of projections) {
      const model = new ReadModel(projection, documents, this.#past, progress, patienceMs);
      this.#models.set(projection.name, model);
    }
  }

  /** Throws for an unknown projection. */
  of<D extends Document>(projection: ReadModelDefinition<D>): ReadModel<D> {
    const model = this.#models.get(projection.name);
    if (model === undefined) throw new Error(`no read model ${projection.name}`);
    return model as ReadModel<D>;
  }

  /** Clears cached documents of the past. Must be called after an erasure of personal data. */
  forgetPast(): void {
    this.#past.forget();
  }
}

/**
 * Documents of one projection. `point` is a position that the documents must have reached, or a moment of the past; reads wait for it
 * briefly. They throw {@link BehindLogError} (HTTP 503) if that takes too long, if a lost read model is being rebuilt, or if the live
 * generation lacks an index. They never return documents older than requested or older than this process has already read.
 */
export class ReadModel<D extends Document = Document> {
  /** Newest position that was read: later reads must not be older, whichever generation they use. */
  #served = 0n;

  constructor(
    private readonly projection: Projection,
    private readonly documents: DocumentStore,
    private readonly past: PastDocuments,
    private readonly progress: ProjectionProgress,
    private readonly patienceMs: number,
  ) {}

  async get(id: string, point?: ReadPoint): Promise<D | undefined> {
    if (isPast(point)) return (await this.getMany([id], point))[0];
    return this.#read(
      point,
      (collection) => this.documents.get<D>(collection, id),
      (document) => document === undefined,
    );
  }

  /**
   * The document that a route shows. For a moment before it existed, returns the present one, so that rights can be checked, and
   * reports through `notYet` when it came into being.
   */
  async shown(id: string, point?: ReadPoint): Promise<D | undefined> {
    const found = await this.get(id, point);
    if (found !== undefined || !isPast(point) || !point.notYet) return found;
    const [now, since] = await Promise.all([
      this.get(id),
      this.past.createdAt(this.projection, id),
    ]);
    if (now === undefined || since === undefined) return undefined;
    point.notYet(since);
    return now;
  }

  async getMany(ids: readonly string[], point?: ReadPoint): Promise<InOrder<D>> {
    const found = await this.#read<InOrder<Document>>(
      positionOf(point),
      (collection) =>
        isPast(point)
          ? this.past.getMany(this.#moment(collection, point), ids)
          : this.documents.getMany(collection, ids),
      (documents) => documents.includes(undefined),
    );
    return found as InOrder<D>;
  }

  /** @param selected `now` if the selection depends on what the caller may see at present */
  async find(options: FindOptions, point?: ReadPoint, selected?: Selected): Promise<Page<D>> {
    try {
      const page = await this.#read<Page<Document>>(
        positionOf(point),
        (collection) =>
          isPast(point)
            ? this.past.find(this.#moment(collection, point), options, selected)
            : this.documents.find(collection, options),
        ({ items }) => items.length === 0,
      );
      return page as Page<D>;
    } catch (error) {
      const isDeclared = this.projection.indexes.some(({ name }) => name === options.index);
      if (!(error instanceof MissingIndexError) || !isDeclared) throw error;
      throw new BehindLogError(`read model ${this.#name} was built by an earlier version`);
    }
  }

  /** Returns a function that reads a page of a selection, for a list response. */
  pages(
    selection: WholeSelection,
    point?: ReadPoint,
    selected?: Selected,
  ): (wanted: Pick<FindOptions, 'limit' | 'after'>) => Promise<Page<D>> {
    return (wanted) => this.find({ ...selection, ...wanted }, point, selected);
  }

  /** Yields all documents of a selection in order, reading page by page. */
  async *each(selection: WholeSelection, point?: ReadPoint): AsyncGenerator<D, void, undefined> {
    for await (const page of this.#pages(selection, point)) yield* page;
  }

  /** Returns all documents of a selection in order. */
  async findAll(selection: WholeSelection, point?: ReadPoint): Promise<readonly D[]> {
    const found: D[] = [];
    for await (const page of this.#pages(selection, point)) found.push(...page);
    return found;
  }

  async *#pages(selection: WholeSelection, point?: ReadPoint): AsyncIterable<readonly D[]> {
    let after: string | undefined;
    do {
      const { items, next } = await this.find({ ...selection, after, limit: PAGE }, point);
      yield items;
      after = next;
    } while (after !== undefined);
  }

  #moment(collection: string, { asOf }: PastPoint): Moment {
    return { projection: this.projection, collection, asOf };
  }

  get #name(): string {
    return this.projection.name;
  }

  async #read<T>(
    atLeast: bigint | undefined,
    read: (collection: string) => Promise<T>,
    isMiss: (result: T) => boolean,
  ): Promise<T> {
    const least = atLeast !== undefined && atLeast > this.#served ? atLeast : this.#served;
    for (;;) {
      const live = this.progress.live(this.#name);
      const usable = live !== undefined && live.position >= least;
      const { collection, position } = usable ? live : await this.#wait(least);
      if (position > this.#served) this.#served = position;
      const result = await read(collection);
      if (!isMiss(result)) return result;
      // Another process may have switched readers to another generation and dropped this one.
      const now = await this.progress.refresh(this.#name);
      if (now?.collection === collection) return result;
    }
  }

  async #wait(atLeast: bigint): Promise<LiveGeneration> {
    const reached = await this.progress.waitFor([this.#name], atLeast, this.patienceMs);
    // Reading the progress may have taken longer than it is trusted.
    const live = reached
      ? (this.progress.live(this.#name) ?? (await this.progress.refresh(this.#name)))
      : undefined;
    if (live === undefined || live.position < atLeast) {
      throw new BehindLogError(`read model ${this.#name} is behind the log`);
    }
    return live;
  }
}

function positionOf(point: ReadPoint | undefined): bigint | undefined {
  return isPast(point) ? point.asOf : point;
}
