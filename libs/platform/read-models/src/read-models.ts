import { StoreUnavailableError } from '#libs/platform/event-store';
import type { Document, DocumentStore, FindOptions, Page } from './document-store.js';
import type { Projection, ReadModelDefinition } from './projection.js';
import type { LiveGeneration, ProjectionProgress } from './projection-progress.js';

/** Longest wait of a read for the projection, in milliseconds. */
const PATIENCE_MS = 2_000;

/** What queries read: the live documents of each projection, whichever generation that is. */
export class ReadModels {
  readonly #models = new Map<string, ReadModel>();

  constructor(
    documents: DocumentStore,
    projections: readonly Pick<Projection, 'name'>[],
    progress: ProjectionProgress,
    options: { readonly patienceMs?: number } = {},
  ) {
    for (const { name } of projections) {
      this.#models.set(
        name,
        new ReadModel(name, documents, progress, options.patienceMs ?? PATIENCE_MS),
      );
    }
  }

  /** Throws for a projection that the service does not have. */
  of<D extends Document>(projection: ReadModelDefinition<D>): ReadModel<D> {
    const model = this.#models.get(projection.name);
    if (model === undefined) throw new Error(`no read model ${projection.name}`);
    return model as ReadModel<D>;
  }
}

/**
 * Documents of one projection. `atLeast` is a position of the log that must be in what is read; the read waits for it
 * briefly. Throws {@link StoreUnavailableError} (HTTP 503) when it takes longer, or when a lost read model is being rebuilt:
 * never an older answer instead.
 */
export class ReadModel<D extends Document = Document> {
  constructor(
    private readonly name: string,
    private readonly documents: DocumentStore,
    private readonly progress: ProjectionProgress,
    private readonly patienceMs: number,
  ) {}

  async get(id: string, atLeast?: bigint): Promise<D | undefined> {
    return this.#read(
      atLeast,
      (collection) => this.documents.get<D>(collection, id),
      (document) => document === undefined,
    );
  }

  /** In the order of `ids`; undefined where there is none. */
  async getMany(ids: readonly string[], atLeast?: bigint): Promise<readonly (D | undefined)[]> {
    return this.#read(
      atLeast,
      (collection) => this.documents.getMany<D>(collection, ids),
      (found) => found.includes(undefined),
    );
  }

  async find(options: FindOptions, atLeast?: bigint): Promise<Page<D>> {
    return this.#read(
      atLeast,
      (collection) => this.documents.find<D>(collection, options),
      ({ items }) => items.length === 0,
    );
  }

  async #read<T>(
    atLeast: bigint | undefined,
    read: (collection: string) => Promise<T>,
    isMiss: (result: T) => boolean,
  ): Promise<T> {
    const live = this.progress.live(this.name);
    const usable = live && (atLeast === undefined || live.position >= atLeast);
    const { collection } = usable ? live : await this.#wait(atLeast ?? 0n);
    const result = await read(collection);
    if (!isMiss(result)) return result;
    // Another process may have moved the pointer and dropped the generation that was read.
    const now = await this.progress.refresh(this.name);
    return now === undefined || now.collection === collection ? result : read(now.collection);
  }

  async #wait(atLeast: bigint): Promise<LiveGeneration> {
    const reached = await this.progress.waitFor([this.name], atLeast, this.patienceMs);
    const live = reached ? this.progress.live(this.name) : undefined;
    if (live === undefined || live.position < atLeast) {
      throw new StoreUnavailableError(`read model ${this.name} is behind the log`);
    }
    return live;
  }
}
