import { BehindLogError } from '#libs/platform/event-store';
import { isPast, type ReadPoint } from '#libs/platform/kernel';
import {
  type Document,
  type DocumentStore,
  type FindOptions,
  MissingIndexError,
  type Page,
} from './document-store.js';
import type { VersionsReader } from './past/document-versions.js';
import { PastDocuments, type Selected } from './past/past-documents.js';
import type { Projection, ReadModelDefinition } from './projection.js';
import type { LiveGeneration, ProjectionProgress } from './projection-progress.js';

export type { Selected };

/** All that a selection finds, in pages of 500 unless it is said otherwise. */
export type WholeSelection = Omit<FindOptions, 'limit' | 'after'> & { readonly pageSize?: number };

const PAGE = 500;

/** What queries read: the live documents of each projection, whichever generation that is, and those of the past. */
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
      this.#models.set(
        projection.name,
        new ReadModel(projection, documents, this.#past, progress, patienceMs),
      );
    }
  }

  /** Throws for a projection that the service does not have. */
  of<D extends Document>(projection: ReadModelDefinition<D>): ReadModel<D> {
    const model = this.#models.get(projection.name);
    if (model === undefined) throw new Error(`no read model ${projection.name}`);
    return model as ReadModel<D>;
  }

  /** Forgets documents of the past that are kept in memory: to be called when personal data have been erased. */
  forgetPast(): void {
    this.#past.forget();
  }
}

/**
 * Documents of one projection. `point` is a position of the log that must be in what is read, or a moment of the past; the
 * read waits for it briefly. Throws {@link BehindLogError} (HTTP 503) when it takes longer, or when a lost read model
 * is being rebuilt, or when its live generation has an index not yet: never an older answer instead, nor one that is older than what this process has read before.
 */
export class ReadModel<D extends Document = Document> {
  /** Newest position that was read at: no later read of this process is older, whichever generation it reads. */
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
   * The document that a route shows. Of a moment before it was there that of now, so that the caller's rights can be looked at:
   * `notYet` of the moment is told since when it is.
   */
  async shown(id: string, point?: ReadPoint): Promise<D | undefined> {
    const found = await this.get(id, point);
    if (found !== undefined || !isPast(point) || !point.notYet) return found;
    const [now, since] = await Promise.all([
      this.get(id),
      this.past.thereSince(this.projection, id),
    ]);
    if (now === undefined || since === undefined) return undefined;
    point.notYet(since);
    return now;
  }

  /** In the order of `ids`; undefined where there is none. */
  async getMany(ids: readonly string[], point?: ReadPoint): Promise<readonly (D | undefined)[]> {
    return this.#read(
      positionOf(point),
      (collection) =>
        isPast(point)
          ? this.past.getMany<D>(this.projection, collection, ids, point.asOf)
          : this.documents.getMany<D>(collection, ids),
      (found) => found.includes(undefined),
    );
  }

  /** @param selected `now` where the selection says what the caller may see, and so is of the present */
  async find(
    options: FindOptions,
    point?: ReadPoint,
    selected: Selected = 'then',
  ): Promise<Page<D>> {
    try {
      return await this.#read(
        positionOf(point),
        (collection) =>
          isPast(point)
            ? this.past.find<D>(this.projection, collection, options, point.asOf, selected)
            : this.documents.find<D>(collection, options),
        ({ items }) => items.length === 0,
      );
    } catch (error) {
      if (!(error instanceof MissingIndexError) || !this.#declares(options.index)) throw error;
      throw new BehindLogError(`read model ${this.#name} is of an earlier version`);
    }
  }

  /** How a list of documents is read, for its answer: the pages of what a selection finds. */
  pages(
    selection: Omit<FindOptions, 'limit' | 'after'>,
    point?: ReadPoint,
    selected?: Selected,
  ): (wanted: Pick<FindOptions, 'limit' | 'after'>) => Promise<Page<D>> {
    return (wanted) => this.find({ ...selection, ...wanted }, point, selected);
  }

  /** Everything a selection finds, in its order, read page by page as it is asked for. */
  async *each(selection: WholeSelection, point?: ReadPoint): AsyncGenerator<D, void, undefined> {
    for await (const page of this.#pages(selection, point)) yield* page;
  }

  /** Everything a selection finds, in its order, at once. */
  async findAll(selection: WholeSelection, point?: ReadPoint): Promise<readonly D[]> {
    const found: D[] = [];
    for await (const page of this.#pages(selection, point)) found.push(...page);
    return found;
  }

  async *#pages(
    { pageSize = PAGE, ...selection }: WholeSelection,
    point: ReadPoint | undefined,
  ): AsyncGenerator<readonly D[], void, undefined> {
    let after: string | undefined;
    do {
      const place = after === undefined ? {} : { after };
      const { items, next } = await this.find({ ...selection, ...place, limit: pageSize }, point);
      yield items;
      after = next;
    } while (after !== undefined);
  }

  #declares(index: string): boolean {
    return this.projection.indexes.some(({ name }) => name === index);
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
      // Another process may have moved the pointer and dropped the generation that was read.
      const now = await this.progress.refresh(this.#name);
      if (now?.collection === collection) return result;
    }
  }

  async #wait(atLeast: bigint): Promise<LiveGeneration> {
    const reached = await this.progress.waitFor([this.#name], atLeast, this.patienceMs);
    // What was just read may have taken longer than it counts.
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
