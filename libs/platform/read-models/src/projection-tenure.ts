import { StoreUnavailableError } from '#libs/platform/event-store';
import {
  createGeneration,
  type GenerationPlan,
  hasNewerGeneration,
  openGenerations,
} from './generations.js';
import type { Projection } from './projection.js';
import type { LaneContext } from './lane-context.js';
import { ProjectionLane } from './projection-lane.js';
import type { LiveGeneration } from './projection-progress.js';
import { ProjectionSlot } from './projection-slot.js';

/** The work of the process that holds the lease: a main lane, and lanes of their own for what is behind it. */
export class ProjectionTenure {
  readonly #pointers = new Map<string, string | undefined>();
  /** What readers get while no generation of this version is complete. */
  readonly #readable = new Map<string, LiveGeneration | undefined>();
  readonly #live = new Map<string, ProjectionSlot>();
  readonly #side = new Map<ProjectionLane, Promise<void>>();
  readonly #ended = new AbortController();
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
    return [...lanes, ...this.#behind, ...this.#broken];
  }

  /** Finds or creates the generations. Those without anything to catch up with become live at once. */
  async open(head: bigint): Promise<void> {
    const slots: ProjectionSlot[] = [];
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
      plan = await openGenerations(this.context.documents, projection, head);
    } catch (error) {
      if (error instanceof StoreUnavailableError) throw error;
      const none = { collection: '', version, number: 0, position: 0n, live: false };
      const slot = new ProjectionSlot(projection, none);
      slot.stop(error);
      this.#broken = [...this.#broken, slot];
      return [];
    }
    this.#pointers.set(name, plan.pointer);
    this.#readable.set(name, plan.readable);
    const slots = plan.open.map((generation) => new ProjectionSlot(projection, generation));
    for (const slot of slots) if (slot.live) this.#live.set(name, slot);
    return slots;
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
    const lane = new ProjectionLane(this.context, slots, first.position);
    const running = lane
      .run(this.#signal, { caughtUp: () => Promise.resolve(), done: () => this.#join(lane) })
      .catch((error: unknown) => this.#failed(error));
    this.#side.set(lane, running);
  }

  async #join(lane: ProjectionLane): Promise<boolean> {
    if (!lane.live || lane.frontier < this.#main.frontier) return false;
    if (this.#main.live) await this.#goLive(lane.slots);
    // From here on nothing is awaited: what the main lane takes next is newer than all that these slots have.
    if (lane.frontier < this.#main.frontier) return false;
    this.#main.slots = [...this.#main.slots, ...lane.slots];
    lane.slots = [];
    this.#side.delete(lane);
    return true;
  }

  /** Moves the pointers of complete generations to them. Their predecessors are no longer folded, and stay until dropped. */
  async #goLive(slots: readonly ProjectionSlot[]): Promise<void> {
    const ready = slots.filter((slot) => !slot.live && !slot.stopped);
    for (const slot of ready) {
      const { name } = slot.projection;
      const { documents } = this.context;
      if (!(await documents.setPointer(name, this.#pointers.get(name), slot.collection))) {
        throw new Error(`the pointer of ${name} was moved by another process`);
      }
      this.#pointers.set(name, slot.collection);
      this.#live.set(name, slot);
      slot.live = true;
      const isOld = (other: ProjectionSlot): boolean =>
        other.projection === slot.projection && other !== slot;
      for (const lane of [this.#main, ...this.#side.keys()]) {
        if (lane.slots.some(isOld)) lane.slots = lane.slots.filter((other) => !isOld(other));
      }
    }
    if (ready.length > 0) this.context.stored(ready);
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

  /** Takes on generations that were created since: that is how a rebuild is asked for. */
  async adoptNew(head: bigint): Promise<void> {
    const collections = await this.context.documents.listCollections();
    for (const projection of this.projections) {
      const live = this.#live.get(projection.name);
      if (
        live === undefined ||
        !hasNewerGeneration(collections, projection, live.generation.number)
      ) {
        continue;
      }
      if (this.#isBuilding(projection)) continue;
      const plan = await openGenerations(this.context.documents, projection, head);
      if (this.#isBuilding(projection) || this.#signal.aborted) continue;
      const created = plan.open.filter(({ collection }) => collection !== live.collection);
      this.#catchUp(created.map((made) => new ProjectionSlot(projection, made)));
    }
  }

  #isBuilding(projection: Projection): boolean {
    return this.slots.some((slot) => slot.projection === projection && !slot.live);
  }

  /** Starts a new generation of a projection beside the live one. */
  async rebuild(projection: Projection, head: bigint): Promise<void> {
    await createGeneration(this.context.documents, projection);
    await this.adoptNew(head);
  }
}
