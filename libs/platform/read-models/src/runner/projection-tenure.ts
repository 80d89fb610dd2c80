import { KeyedQueue, StoreUnavailableError } from '#libs/platform/event-store';
import { carryOutDrops } from '../generations/generation-drops.js';
import { type GenerationTargets, generationTargets } from '../generations/generation-targets.js';
import {
  type GenerationPlan,
  type OpenGeneration,
  openGeneration,
  openGenerations,
} from '../generations/generations.js';
import type { Projection } from '../projection.js';
import { besideReaders, type LaneContext } from './lane-context.js';
import { ProjectionLane } from './projection-lane.js';
import type { LiveGeneration } from '../projection-progress.js';
import { ProjectionSlot } from './projection-slot.js';
import { isSucceeded, isSuperseded, mayGoLive, unopenedAmong } from './slot-succession.js';

/** The work of the process that holds the lease: a main lane, and lanes of their own for what is behind it. */
export class ProjectionTenure {
  readonly #pointers = new Map<string, string | undefined>();
  /** What readers get while no generation of this version is complete. */
  readonly #readable = new Map<string, LiveGeneration | undefined>();
  readonly #live = new Map<string, ProjectionSlot>();
  readonly #side = new Map<ProjectionLane, Promise<void>>();
  readonly #ended = new AbortController();
  readonly #turns = new KeyedQueue();
  #targets: GenerationTargets = {};
  #main: ProjectionLane;
  #behind: readonly ProjectionSlot[] = [];
  /** Slots that could not be opened. */
  #broken: readonly ProjectionSlot[] = [];
  #signal: AbortSignal = this.#ended.signal;
  #failed: (error: unknown) => void = () => undefined;

  constructor(
    private readonly context: LaneContext,
    private readonly projections: readonly Projection[],
  ) {
    this.#main = new ProjectionLane(context, [], 0n);
  }

  /** Every slot, live or being built. */
  get slots(): readonly ProjectionSlot[] {
    const lanes = [this.#main, ...this.#side.keys()].flatMap(({ slots }) => slots);
    // A predecessor has left its lane already while its pointer is being moved.
    return [...new Set([...lanes, ...this.#behind, ...this.#broken, ...this.#live.values()])];
  }

  /** Finds or creates the generations. Those without anything to catch up with become live at once. */
  async open(head: bigint): Promise<void> {
    const slots: ProjectionSlot[] = [];
    await carryOutDrops(this.context.documents);
    this.#targets = await generationTargets(this.context.documents);
    for (const projection of this.projections) {
      slots.push(...(await this.#open(projection, head)));
    }
    // The live ones never wait for those that are being built.
    const live = slots.filter((slot) => slot.live);
    const ahead = (live.length > 0 ? live : slots).map(({ position }) => position);
    const frontier = ahead.reduce((most, position) => (position > most ? position : most), 0n);
    this.#behind = slots.filter(({ position }) => position < frontier);
    const main = slots.filter(({ position }) => position >= frontier);
    this.#main = new ProjectionLane(this.context, main, frontier);
    if (frontier >= head) await this.#goLive(main);
  }

  async #open(projection: Projection, head: bigint): Promise<readonly ProjectionSlot[]> {
    const { name, version } = projection;
    let plan: GenerationPlan;
    try {
      plan = await openGenerations(this.context.documents, projection, head, this.#targets[name]);
    } catch (error) {
      if (error instanceof StoreUnavailableError) throw error;
      const none = { collection: '', version, number: 0, position: 0n, live: false };
      const slot = this.#slot(projection, none);
      slot.stop(error);
      this.#broken = [...this.#broken, slot];
      return [];
    }
    await this.context.skipped?.refresh(projection);
    this.#pointers.set(name, plan.pointer);
    this.#readable.set(name, plan.readable);
    const slots = plan.open.map((generation) => this.#slot(projection, generation));
    for (const slot of slots) if (slot.live) this.#live.set(name, slot);
    return slots;
  }

  #slot(projection: Projection, generation: OpenGeneration): ProjectionSlot {
    return new ProjectionSlot(projection, generation, this.context.skipped?.of(projection));
  }

  /** Runs until aborted; throws when a lane fails or loses the lease. */
  async run(signal: AbortSignal): Promise<void> {
    this.#signal = AbortSignal.any([signal, this.#ended.signal]);
    const failure = new Promise<never>((_resolve, reject) => (this.#failed = reject));
    const behind = this.#behind;
    this.#behind = [];
    for (const position of new Set(behind.map((slot) => slot.position))) {
      this.#catchUp(behind.filter((slot) => slot.position === position));
    }
    const main = this.#main.run(this.#signal, {
      caughtUp: () => this.#goLive(this.#main.slots),
      done: () => false,
    });
    try {
      await Promise.race([main, failure]);
    } finally {
      this.#ended.abort();
      await Promise.allSettled([main, ...this.#side.values()]);
    }
  }

  /** Lets slots read the log on their own until they are where the main lane is, and join it there. */
  #catchUp(slots: readonly ProjectionSlot[]): void {
    const [first] = slots;
    if (first === undefined) return;
    const lane = new ProjectionLane(besideReaders(this.context), slots, first.position);
    const running = lane
      .run(this.#signal, { caughtUp: () => Promise.resolve(), done: () => this.#join(lane) })
      .catch((error: unknown) => this.#failed(error));
    this.#side.set(lane, running);
  }

  async #join(lane: ProjectionLane): Promise<boolean> {
    const joined = this.#side.get(lane);
    if (lane.slots.length === 0) return this.#side.delete(lane);
    if (!lane.live || joined === undefined) return false;
    // Under load the main lane would be ahead each time.
    this.#main.waitFor(joined);
    if (lane.frontier < this.#main.frontier) return false;
    if (this.#main.live) await this.#goLive(lane.slots);
    // From here on nothing is awaited: what the main lane takes next is newer than all that these slots have.
    if (lane.frontier < this.#main.frontier) return false;
    this.#main.slots = [...this.#main.slots, ...lane.slots];
    lane.slots = [];
    this.#side.delete(lane);
    return true;
  }

  /**
   * Moves the pointers of complete generations to them, unless an operator chose another one. Their predecessors are no longer
   * folded, and stay until dropped. To be called when the slots have all that the main lane has taken: a predecessor stands
   * still before its pointer moves, so that readers never get less than they had.
   */
  async #goLive(slots: readonly ProjectionSlot[]): Promise<void> {
    const ready = slots.filter((slot) => mayGoLive(slot, this.#targets));
    if (ready.length === 0) return;
    for (const slot of ready) {
      slot.goingLive = true;
      void this.#leave((other) => isSucceeded(other, slot));
    }
    await this.#turns.run('switching', async () => {
      try {
        for (const slot of ready) await this.#switchTo(slot);
      } catch (error) {
        // What readers get is not known now, and what they got stands still: only the store can tell where to go on.
        this.#failed(error);
        throw error;
      }
      this.context.stored(ready);
    });
  }

  /** Whether a generation waits for an operator to choose it. */
  isHeld(slot: ProjectionSlot): boolean {
    return !slot.isForReaders && !slot.stopped && !mayGoLive(slot, this.#targets);
  }

  async #switchTo(slot: ProjectionSlot): Promise<void> {
    const { documents, lease, logger } = this.context;
    const { collection, position } = slot;
    const { name } = slot.projection;
    // Other processes read the checkpoint, which may be a moment behind.
    if (slot.checkpoint < position) {
      const checkpoints = [{ name: collection, position }];
      await documents.write({ writes: [], checkpoints, lease });
      slot.checkpoint = position;
    }
    const before = this.#pointers.get(name);
    if (!(await documents.setPointer(name, before, collection))) {
      throw new Error(`the pointer of ${name} was moved by another process`);
    }
    if (before !== undefined) {
      const details = { projection: name, from: before, to: collection };
      logger?.info(
        { ...details, position: position.toString() },
        'generation built, readers switched',
      );
    }
    this.#pointers.set(name, collection);
    this.#live.set(name, slot);
    slot.live = true;
    slot.goingLive = false;
  }

  /** Takes slots out of their lanes at once; resolves when the batch at hand, which may still store some of theirs, is through. */
  #leave(isGone: (slot: ProjectionSlot) => boolean): Promise<unknown> {
    const left = [this.#main, ...this.#side.keys()].filter((lane) => lane.slots.some(isGone));
    for (const lane of left) lane.slots = lane.slots.filter((slot) => !isGone(slot));
    return Promise.all(left.map(({ idle }) => idle));
  }

  /** What readers get of a projection. */
  live(name: string): LiveGeneration | undefined {
    return this.#live.get(name) ?? this.#readable.get(name);
  }

  /** Whether readers have everything up to a position; undefined when they never will. */
  reached(name: string, position: bigint): boolean | undefined {
    const live = this.live(name);
    if (live !== undefined && live.position >= position) return true;
    return this.#live.get(name)?.stopped === true ? undefined : false;
  }

  /** Somebody waits for what is not stored yet. */
  hurry(): void {
    for (const lane of [this.#main, ...this.#side.keys()]) lane.hurry();
  }

  /**
   * Takes on what has been asked for since, here or in another process: folds into generations that were created or chosen,
   * moves the pointer to a complete one that was chosen, lets go of what was dropped, and goes on where an event is skipped.
   */
  adoptNew(head: bigint): Promise<void> {
    return this.#turns.run('adopting', () => this.#adopt(head));
  }

  async #adopt(head: bigint): Promise<void> {
    const { documents } = this.context;
    await carryOutDrops(documents, (collection) => this.#letGo(collection));
    const collections = await documents.listCollections();
    await this.#goOn(head);
    this.#targets = await generationTargets(documents);
    void this.#leave(
      (slot) =>
        !slot.isForReaders &&
        (!collections.includes(slot.collection) || isSuperseded(slot, this.#targets, collections)),
    );
    for (const projection of this.projections) {
      const live = this.#live.get(projection.name);
      const unopened = unopenedAmong(collections, projection, this.slots, live, this.#targets);
      for (const found of unopened) {
        const opened = await openGeneration(documents, projection, found);
        if (this.#signal.aborted) return;
        if (opened.position <= head) this.#catchUp([this.#slot(projection, opened)]);
      }
    }
    // Within a batch one of two generations may already have what the other has not.
    await this.#main.idle;
    if (this.#main.live) await this.#goLive(this.#main.slots);
  }

  /** Has what stopped at an event that is skipped by now catch up from where it stopped. */
  async #goOn(head: bigint): Promise<void> {
    for (const stopped of this.slots.filter((slot) => slot.stopped && slot.collection !== '')) {
      const { projection, generation, live } = stopped;
      await this.context.skipped?.refresh(projection);
      if (!stopped.mayGoOn) continue;
      const position = (await this.context.documents.checkpoint(stopped.collection)) ?? 0n;
      if (position > head) continue;
      await this.#leave((slot) => slot === stopped);
      if (this.#signal.aborted) return;
      const slot = this.#slot(projection, { ...generation, position, live });
      if (live) this.#live.set(projection.name, slot);
      this.#catchUp([slot]);
    }
  }

  /** Ends folding into a generation; false when readers get it or are about to. What was being stored is stored then. */
  async #letGo(collection: string): Promise<boolean> {
    if (this.slots.some((slot) => slot.isForReaders && slot.collection === collection)) {
      return false;
    }
    await this.#leave((slot) => slot.collection === collection);
    return true;
  }
}
