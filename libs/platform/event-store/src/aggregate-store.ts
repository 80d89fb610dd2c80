import { LRUCache } from 'lru-cache';
import type { CommandMetadata, Decider, DomainEvent, Refusal } from '#libs/platform/kernel';
import { dryRunUnderWay } from './dry-run.js';
import { KnownStream } from './known-stream.js';
import type { Outcome } from './outcome.js';
import { type Loaded, pastState } from './past-state.js';
import { type CommandTools, type HandleOptions, StreamCommands } from './stream-commands.js';

/** Of any decider. */
type AnyStream = KnownStream<unknown, never, DomainEvent>;
type AnyCommands = StreamCommands<unknown, never, DomainEvent>;

/** What is remembered of streams. */
interface Memory {
  readonly cache: LRUCache<string, AnyStream>;
  /** Of streams that requests under way wait for. */
  readonly working: Map<string, AnyCommands>;
}

/** Memory of a dry run, in bytes. */
const DRY_RUN_BYTES = 16 * 1024 * 1024;

function memoryOf(bytes: number): Memory {
  return {
    cache: new LRUCache({ maxSize: bytes, sizeCalculation: (known) => known.bytes }),
    working: new Map(),
  };
}

/**
 * The one way to change a stream: decide, append at the exact revision that was decided on. The state of streams is cached, as much of
 * it as a bound in bytes lets.
 */
export class AggregateStore {
  readonly #shared: Memory;

  /** @param cachedBytes bound of what is kept in memory of all streams together */
  constructor(
    private readonly tools: CommandTools,
    cachedBytes: number = 64 * 1024 * 1024,
  ) {
    this.#shared = memoryOf(cachedBytes);
  }

  /** A dry run has a memory of its own: what it leaves is not there for anybody else. */
  get #memory(): Memory {
    return dryRunUnderWay()?.memoryOf(this, () => memoryOf(DRY_RUN_BYTES)) ?? this.#shared;
  }

  /** What is kept in memory of streams: how many, and in how many bytes, about. */
  get cached(): { readonly streams: number; readonly bytes: number } {
    const { cache } = this.#shared;
    return { streams: cache.size, bytes: cache.calculatedSize };
  }

  /** Name of the stream of one aggregate: `<category>-<id>`. */
  static stream(decider: { readonly category: string }, id: string): string {
    return `${decider.category}-${id}`;
  }

  /**
   * State of an aggregate including every event in the log at the time of the call.
   * @param asOf a position: the state as it was then
   */
  async load<State, Command, E extends DomainEvent>(
    decider: Decider<State, Command, E>,
    id: string,
    asOf?: bigint,
  ): Promise<Loaded<State>> {
    const stream = AggregateStore.stream(decider, id);
    if (asOf !== undefined) return pastState(this.tools, decider, stream, asOf);
    const known = this.#known(this.#memory, decider, stream);
    await known.look();
    return known;
  }

  /**
   * State of an aggregate as far as this process knows it, read only where it knows of no event: for what never changes once it is
   * there, and for what this process itself has just left.
   */
  async recall<State, Command, E extends DomainEvent>(
    decider: Decider<State, Command, E>,
    id: string,
  ): Promise<Loaded<State>> {
    const known = this.#known(this.#memory, decider, AggregateStore.stream(decider, id));
    if (known.revision === -1 || !known.isRead) await known.look();
    return known;
  }

  /** Forgets every state kept in memory, personal data with it. */
  forget(): void {
    this.#shared.cache.clear();
  }

  /**
   * Carries out one command on one aggregate. Commands on the same stream take turns in this process; against other
   * processes the append's exact revision decides, and the command is decided again on what they wrote.
   * @throws StoreUnavailableError when the store is away; sending the same command again later is safe.
   */
  async handle<State, Command, E extends DomainEvent>(
    decider: Decider<State, Command, E>,
    id: string,
    command: Command,
    metadata: CommandMetadata,
    options: HandleOptions = {},
  ): Promise<Outcome<E, State> | Refusal> {
    const stream = AggregateStore.stream(decider, id);
    const { turn } = metadata;
    if (turn) await turn.come();
    const outcome = new Promise<Outcome<E, State> | Refusal>((answer, fail) => {
      const memory = this.#memory;
      const working = memory.working.get(stream) as StreamCommands<State, Command, E> | undefined;
      const commands =
        working ??
        new StreamCommands(
          decider,
          this.tools,
          () => this.#known(memory, decider, stream),
          () => memory.cache.delete(stream),
          () => memory.working.delete(stream),
        );
      commands.add({ command, metadata, options, answer, fail });
      if (working) return;
      memory.working.set(stream, commands as unknown as AnyCommands);
      void commands.run();
    });
    turn?.pass();
    return outcome;
  }

  #known<State, Command, E extends DomainEvent>(
    { cache }: Memory,
    decider: Decider<State, Command, E>,
    stream: string,
  ): KnownStream<State, Command, E> {
    const cached = cache.get(stream);
    if (cached?.decider === decider) return cached as unknown as KnownStream<State, Command, E>;
    const weigh = (): void => {
      // what has been pushed out, or replaced, is nobody's but theirs who still work with it
      if (cache.peek(stream) !== (known as unknown)) return;
      // an entry is measured when it is new
      cache.delete(stream);
      cache.set(stream, known);
    };
    const known = new KnownStream(decider, stream, this.tools, weigh);
    cache.set(stream, known);
    return known;
  }
}
