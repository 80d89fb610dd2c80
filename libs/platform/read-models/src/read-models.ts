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

/** All that a selection finds. */
type WholeSelection = Omit<FindOptions, 'limit' | 'after'>;

/** Documents that are read at a time where all are wanted. */
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
      const model = new ReadModel(projection, documents, this.#past, progress, patienceMs);
      this.#models.set(projection.name, model);
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

  /** @param selected `now` where the selection says what the caller may see, and so is of the present */
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
      throw new BehindLogError(`read model ${this.#name} is of an earlier version`);
    }
  }

  /** How a list of documents is read, for its answer: the pages of what a selection finds. */
  pages(
    selection: WholeSelection,
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
