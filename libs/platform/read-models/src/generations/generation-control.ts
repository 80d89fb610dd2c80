import { setTimeout as delay } from 'node:timers/promises';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { NamedError } from '#libs/platform/kernel';
import type { DocumentStore } from '../document-store.js';
import { askToDrop, generationTargets, setGenerationTarget } from './generation-wishes.js';
import { createGeneration, type Generation, listGenerations } from './generations.js';
import type { Projection } from '../projection.js';

/** A generation that the store does not have. */
export class NoSuchGenerationError extends NamedError {}

/** The generation is what readers get. */
export class LiveGenerationError extends NamedError {}

/** So often it is seen whether what was asked for is done, */
const POLL_MS = 20;
/** and so often whether the process that was to drop it is, which takes the lease being asked for. */
const ADOPT_MS = 1_000;

/** The part of a runner that acts on what is asked for, where no other process folds. */
interface GenerationWork {
  /** Looks at once for what there is to do; another process notices within its `pollMs`. */
  adopt(): Promise<void>;
  /** Collections that are folded into, here or in another process. */
  folded(): Promise<readonly string[]>;
  /** Positions that a projection goes on without, here or in another process. */
  skipped(name: string): Promise<readonly bigint[]>;
}

/** A generation, and what is to become of it. */
export interface ListedGeneration extends Generation {
  /** Readers get it. */
  readonly live: boolean;
  /** Readers will get it as soon as it is complete. */
  readonly chosen: boolean;
  /** It is folded into; what was asked for a moment ago will be. */
  readonly wanted: boolean;
}

/**
 * What operators do with generations. Everything asked for is kept in the store and done by the process that holds the lease,
 * whichever that is; what is interrupted goes on after its next start.
 */
export class GenerationControl {
  constructor(
    private readonly documents: DocumentStore,
    private readonly projections: readonly Projection[],
    private readonly work: GenerationWork,
    /** How long another process may take to drop a generation, in milliseconds: it may have to be found dead first. */
    private readonly patienceMs = 15_000,
  ) {}

  /** All generations of a projection, oldest first. */
  async list(name: string): Promise<readonly ListedGeneration[]> {
    const projection = this.#projection(name);
    const known = await listGenerations(this.documents, projection);
    const target = (await generationTargets(this.documents))[name];
    const live = known.find((found) => found.live)?.number ?? 0;
    const ours = known.filter(({ version }) => version === projection.version);
    const newest = ours.findLast(({ number }) => number >= live);
    const next = ours.find(({ collection }) => collection === target) ?? newest;
    return known.map((found) => ({
      ...found,
      chosen: found === next && !found.live,
      wanted: ours.includes(found) && (found.live || found === next || found === newest),
    }));
  }

  /**
   * Builds a new generation beside the live one; the pointer moves when it has caught up, or with `hold` when
   * {@link switchTo} says so.
   */
  async rebuild(name: string, { hold = false }: { hold?: boolean } = {}): Promise<Generation> {
    const projection = this.#projection(name);
    if (hold) {
      // Before the first one is complete, nothing is live.
      const known = await this.list(name);
      const before = known.find(({ live }) => live) ?? known.at(-1);
      await setGenerationTarget(this.documents, name, before?.collection);
    }
    const created = await createGeneration(this.documents, projection);
    if (!hold) await setGenerationTarget(this.documents, name, created.collection);
    await this.work.adopt();
    return created;
  }

  /**
   * Makes a generation of this version the live one: at once when it is complete, else once it has caught up.
   * @throws NoSuchGenerationError
   */
  async switchTo(name: string, collection: string): Promise<void> {
    const { version } = this.#projection(name);
    const known = (await this.list(name)).filter((found) => found.version === version);
    if (!known.some((found) => found.collection === collection)) {
      throw new NoSuchGenerationError(`${name} has no generation ${collection}`);
    }
    await setGenerationTarget(this.documents, name, collection);
    await this.work.adopt();
  }

  /**
   * Drops a generation that is not live; one that is being built is given up.
   * @throws LiveGenerationError, NoSuchGenerationError
   * @throws StoreUnavailableError when the process that folds takes its time: it is dropped as soon as it looks
   */
  async drop(name: string, collection: string): Promise<void> {
    const end = performance.now() + this.patienceMs;
    const found = (await this.list(name)).find((known) => known.collection === collection);
    if (found === undefined) {
      throw new NoSuchGenerationError(`${name} has no generation ${collection}`);
    }
    const live = new LiveGenerationError(`${collection} is the live generation`);
    if (found.live) throw live;
    await askToDrop(this.documents, name, collection);
    for (let adoptAt = performance.now(); ;) {
      if ((await this.documents.pointer(name)) === collection) throw live;
      if (performance.now() >= adoptAt) {
        await this.work.adopt();
        adoptAt = performance.now() + ADOPT_MS;
      }
      if (!(await this.documents.listCollections()).includes(collection)) return;
      if (performance.now() >= end) {
        throw new StoreUnavailableError(`${collection} is not dropped yet`);
      }
      await delay(POLL_MS);
    }
  }

  /**
   * Has a read model go on without an event that the log says is skipped.
   * @throws StoreUnavailableError when the process that folds takes its time: it goes on as soon as it looks
   */
  async goOn(name: string, position: bigint): Promise<void> {
    const end = performance.now() + this.patienceMs;
    for (;;) {
      await this.work.adopt();
      const skipped = await this.work.skipped(name);
      if (skipped.includes(position)) return;
      if (performance.now() >= end) throw new StoreUnavailableError(`${name} has yet to go on`);
      await delay(POLL_MS);
    }
  }

  /** Generations of some projections that have yet to pass a position; without those that nobody folds into any more. */
  async behind(names: readonly string[], position: bigint): Promise<readonly string[]> {
    return (await this.#behind(names, position)).coming;
  }

  /**
   * Drops the generations of some projections that have not passed a position and that nobody folds into any more.
   * @returns {@link behind}
   */
  async dropLeft(names: readonly string[], position: bigint): Promise<readonly string[]> {
    const { coming, left } = await this.#behind(names, position);
    for (const { name, collection } of left) {
      await this.drop(name, collection).catch((error: unknown) => {
        // Another process was faster, or an operator has just chosen it: then it is on its way.
        if (error instanceof NoSuchGenerationError) return;
        if (!(error instanceof LiveGenerationError)) throw error;
      });
    }
    return left.length === 0 ? coming : this.behind(names, position);
  }

  /** Generations that don't have everything up to a position: those on their way there, and those that nobody folds into any more. */
  async #behind(names: readonly string[], position: bigint) {
    const coming: string[] = [];
    const left: { name: string; collection: string }[] = [];
    const folded = await this.work.folded();
    for (const name of names) {
      for (const { collection, live, wanted } of await this.list(name)) {
        if (((await this.documents.checkpoint(collection)) ?? 0n) >= position) continue;
        if (live || wanted || folded.includes(collection)) coming.push(collection);
        else left.push({ name, collection });
      }
    }
    return { coming, left };
  }

  #projection(name: string): Projection {
    const projection = this.projections.find((known) => known.name === name);
    if (projection === undefined) throw new Error(`no projection ${name}`);
    return projection;
  }
}
