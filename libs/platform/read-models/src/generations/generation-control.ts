import { setTimeout as delay } from 'node:timers/promises';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { NamedError } from '#libs/platform/kernel';
import type { DocumentStore } from '../document-store.js';
import {
  createGeneration,
  type Generation,
  listGenerations,
  BUILT,
  dropGeneration,
} from './generations.js';
import type { Projection } from '../projection.js';

export class NoSuchGenerationError extends NamedError {}

export class LiveGenerationError extends NamedError {}

/** How often to check whether a request has been carried out. */
const POLL_MS = 20;
/** How often to try to drop a generation here, in case the process that should has died. This takes the lease. */
const ADOPT_MS = 1_000;

/** The part of a runner that carries out requests. */
interface GenerationWork {
  /** Carries out requests now if possible; another process notices them within its `pollMs`. */
  adopt(): Promise<void>;
  /** Collections that this or another process folds into. */
  folded(): Promise<readonly string[]>;
  /** Positions that a projection skips, in this or another process. */
  skipped(name: string): Promise<readonly bigint[]>;
}

export interface ListedGeneration extends Generation {
  readonly live: boolean;
  /** It becomes live as soon as it is complete. */
  readonly chosen: boolean;
  /** It is folded into, or will be in a moment. */
  readonly wanted: boolean;
}

/**
 * Operations on generations. Requests are stored and carried out by the process that holds the lease; if interrupted, they continue
 * after its next start.
 */
export class GenerationControl {
  constructor(
    private readonly documents: DocumentStore,
    private readonly projections: readonly Projection[],
    private readonly work: GenerationWork,
    /** How long to wait for another process, in milliseconds. If it is dead, its lease has to expire first. */
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

  /** Builds a new generation beside the live one. It becomes live once it has caught up or, with `hold`, through {@link switchTo}. */
  async rebuild(name: string, { hold = false }: { hold?: boolean } = {}): Promise<Generation> {
    const projection = this.#projection(name);
    if (hold) {
      // Nothing is live until the first generation is complete.
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
   * Makes a generation of this version live: at once if it is complete, else once it has caught up.
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
   * Drops a generation that is not live, even if it is being built.
   * @throws LiveGenerationError, NoSuchGenerationError
   * @throws StoreUnavailableError if that takes too long; the leader still drops it later
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
        throw new StoreUnavailableError(`${collection} has not been dropped yet`);
      }
      await delay(POLL_MS);
    }
  }

  /**
   * Waits until a read model goes on without an event that the log marks as skipped.
   * @throws StoreUnavailableError if that takes too long; the read model still goes on later
   */
  async skipEvent(name: string, position: bigint): Promise<void> {
    const end = performance.now() + this.patienceMs;
    for (;;) {
      await this.work.adopt();
      const skipped = await this.work.skipped(name);
      if (skipped.includes(position)) return;
      if (performance.now() >= end) throw new StoreUnavailableError(`${name} has not gone on yet`);
      await delay(POLL_MS);
    }
  }

  /** Generations that have not reached a position yet, without abandoned ones. */
  async behind(names: readonly string[], position: bigint): Promise<readonly string[]> {
    return (await this.#behind(names, position)).coming;
  }

  /**
   * Drops abandoned generations that have not reached a position.
   * @returns {@link behind}
   */
  async dropAbandoned(names: readonly string[], position: bigint): Promise<readonly string[]> {
    const { coming, abandoned } = await this.#behind(names, position);
    for (const { name, collection } of abandoned) {
      await this.drop(name, collection).catch((error: unknown) => {
        // Another process was faster, or the generation has just become live and will get there.
        if (error instanceof NoSuchGenerationError) return;
        if (!(error instanceof LiveGenerationError)) throw error;
      });
    }
    return abandoned.length === 0 ? coming : this.behind(names, position);
  }

  /** Generations that have not reached a position: those still folded into, and abandoned ones. */
  async #behind(names: readonly string[], position: bigint) {
    const coming: string[] = [];
    const abandoned: { name: string; collection: string }[] = [];
    const folded = await this.work.folded();
    for (const name of names) {
      for (const { collection, live, wanted } of await this.list(name)) {
        if (((await this.documents.checkpoint(collection)) ?? 0n) >= position) continue;
        if (live || wanted || folded.includes(collection)) coming.push(collection);
        else abandoned.push({ name, collection });
      }
    }
    return { coming, abandoned };
  }

  #projection(name: string): Projection {
    const projection = this.projections.find((known) => known.name === name);
    if (projection === undefined) throw new Error(`no projection ${name}`);
    return projection;
  }
}

/** Requests of operators, stored as a map under a pointer that every process may change. */
type Wishes = Readonly<Record<string, string>>;
const TARGETS = 'generation-targets';
const DROPS = 'generation-drops';

/** All that operators request of the leader. */
export interface GenerationWishes {
  /** Differs when anything was requested since. */
  readonly all: string;
  readonly hasDrops: boolean;
}

/** Reads all requests in one command. */
export async function wishesOf(documents: DocumentStore): Promise<GenerationWishes> {
  const pointers = await documents.pointers([TARGETS, DROPS, BUILT]);
  const hasDrops = Object.keys(parse(pointers.get(DROPS))).length > 0;
  return { all: JSON.stringify([...pointers].sort()), hasDrops };
}

async function wishesAt(documents: DocumentStore, pointer: string): Promise<Wishes> {
  return parse(await documents.pointer(pointer));
}

/** @param to returns its argument if nothing changes */
async function change(
  documents: DocumentStore,
  pointer: string,
  to: (wishes: Wishes) => Wishes,
): Promise<void> {
  for (;;) {
    const stored = await documents.pointer(pointer);
    const wishes = parse(stored);
    const next = to(wishes);
    if (next === wishes) return;
    if (await documents.setPointer(pointer, stored, JSON.stringify(next))) return;
  }
}

function parse(stored: string | undefined): Wishes {
  return stored === undefined ? {} : (JSON.parse(stored) as Wishes);
}

/** The generations that operators chose to be live, by projection. By default the newest complete one is. */
export type GenerationTargets = Wishes;

/** Reads the generations that operators chose. */
export function generationTargets(documents: DocumentStore): Promise<GenerationTargets> {
  return wishesAt(documents, TARGETS);
}

/** Chooses the generation that becomes live once it is complete; undefined means the newest. */
function setGenerationTarget(
  documents: DocumentStore,
  projection: string,
  collection: string | undefined,
): Promise<void> {
  return change(documents, TARGETS, (targets) => {
    const { [projection]: before, ...others } = targets;
    if (before === collection) return targets;
    return collection === undefined ? others : { ...others, [projection]: collection };
  });
}

/** Requests that a generation be dropped. The leader does it, since writing to a dropped collection would create it again. */
export function askToDrop(
  documents: DocumentStore,
  projection: string,
  collection: string,
): Promise<void> {
  return change(documents, DROPS, (drops) => ({ ...drops, [collection]: projection }));
}

/**
 * Drops the requested generations, except live ones. Must be called by the process that holds the lease.
 * @param release stops folding into a generation; false if it is live or about to be: the request is then kept
 * @returns the collections that were dropped
 */
export async function carryOutDrops(
  documents: DocumentStore,
  release: (collection: string) => Promise<boolean> = () => Promise.resolve(true),
): Promise<readonly string[]> {
  const dropped: string[] = [];
  for (const [collection, name] of Object.entries(await wishesAt(documents, DROPS))) {
    if ((await documents.pointer(name)) !== collection) {
      if (!(await release(collection))) continue;
      const targets = await generationTargets(documents);
      if (targets[name] === collection) await setGenerationTarget(documents, name, undefined);
      await dropGeneration(documents, { name }, collection);
      dropped.push(collection);
    }
    await change(documents, DROPS, ({ [collection]: _done, ...others }) => others);
  }
  return dropped;
}

/**
 * Drops the requested generations if no process is the leader.
 * @param lease the lease of the leader
 */
export async function dropUnattended(
  documents: DocumentStore,
  lease: string,
  holder: string,
  leaseMs: number,
): Promise<void> {
  if (Object.keys(await wishesAt(documents, DROPS)).length === 0) return;
  const held = await documents.acquireLease(lease, holder, leaseMs);
  if (held === undefined) return;
  await carryOutDrops(documents).finally(() => documents.releaseLease(held));
}
