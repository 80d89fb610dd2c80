import { LRUCache } from 'lru-cache';
import type {
  CommandContext,
  Decider,
  DomainEvent,
  Refusal,
  Recorded,
} from '#libs/platform/kernel';
import { dryRunUnderWay } from './dry-run.js';
import { KnownStream, type Loaded, pastState } from './known-stream.js';
import { type CommandTools, type HandleOptions, StreamCommands } from './stream-commands.js';

/** Result of a command. */
export interface Outcome<E extends DomainEvent = DomainEvent, State = unknown> {
  readonly stream: string;
  readonly revision: number;
  /** Position that covers the events and what immediately followed from them: a read that waits for it sees both. */
  readonly position: bigint;
  /** Position of the last of the events; of the stream as it was decided on if there are none. */
  readonly own: bigint;
  /** Events appended by this call, or by the first call with the same command id; none if nothing had to change. */
  readonly events: readonly Recorded<E>[];
  /** The command had been carried out before; this call appended nothing. */
  readonly repeated: boolean;
  /** The stream as the command left it; for a repeated command, as it is now. */
  readonly after: Pick<Loaded<State>, 'state' | 'revision'>;
}

/** Result type of a decider's commands: `OutcomeOf<typeof folioBook>`. */
export type OutcomeOf<D> =
  D extends Decider<infer State, never, infer E> ? Outcome<E, State> : never;

/**
 * Result for one of several resources that share a stream, with the resource's own revision.
 * @param within the resource's revision in the state that the command left
 */
export function writtenWithin(
  { revision, position, own, repeated, after }: Omit<Outcome, 'events'>,
  within = 0,
): Pick<Outcome, 'revision' | 'position' | 'own' | 'repeated'> {
  // Later events may concern this resource. An ETag that is too old is refused when it comes back; one that is too new would let the
  // caller overwrite what it never saw.
  const left = Math.max(0, within - (after.revision - revision));
  return { revision: left, position, own, repeated };
}

/** The first event of a type that a command left, if there is one. */
export function eventOf<E extends DomainEvent, T extends E['type']>(
  { events }: Pick<Outcome<E>, 'events'>,
  type: T,
): Recorded<Extract<E, { type: T }>> | undefined {
  return events.find((event) => event.type === type) as
    Recorded<Extract<E, { type: T }>> | undefined;
}

/** Data of the first event of a type that the command is known to have left. */
export function dataOf<E extends DomainEvent, T extends E['type']>(
  { events }: Pick<Outcome<E>, 'events'>,
  type: T,
): Extract<E, { type: T }>['data'] {
  const found = eventOf({ events }, type);
  if (!found) throw new Error(`the command left no ${type}`);
  return found.data;
}

type AnyStream = KnownStream<unknown, never, DomainEvent>;
type AnyCommands = StreamCommands<unknown, never, DomainEvent>;

interface Memory {
  readonly cache: LRUCache<string, AnyStream>;
  /** Streams with commands in progress. */
  readonly working: Map<string, AnyCommands>;
}

const DRY_RUN_BYTES = 16 * 1024 * 1024;

function memoryOf(bytes: number): Memory {
  return {
    cache: new LRUCache({ maxSize: bytes, sizeCalculation: (known) => known.bytes }),
    working: new Map(),
  };
}

/** The only way to change a stream: decides, then appends at the exact revision decided on. Caches stream states up to a size limit. */
export class AggregateStore {
  readonly #shared: Memory;

  /** @param cachedBytes cache limit for all streams together */
  constructor(
    private readonly tools: CommandTools,
    cachedBytes: number = 64 * 1024 * 1024,
  ) {
    this.#shared = memoryOf(cachedBytes);
  }

  /** A dry run has its own memory, so that nobody else sees its effects. */
  get #memory(): Memory {
    return dryRunUnderWay()?.memoryOf(this, () => memoryOf(DRY_RUN_BYTES)) ?? this.#shared;
  }

  /** Stream name of an aggregate: `<category>-<id>`. */
  static stream(decider: { readonly category: string }, id: string): string {
    return `${decider.category}-${id}`;
  }

  /**
   * The state of an aggregate, including every event in the log at the time of the call.
   * @param asOf a log position: the state at that point
   */
  async load<State, Command, E extends DomainEvent>(
    decider: Decider<State, Command, E>,
    id: string,
    asOf?: bigint,
  ): Promise<Loaded<State>> {
    const stream = AggregateStore.stream(decider, id);
    if (asOf !== undefined) return pastState(this.tools, decider, stream, asOf);
    const known = this.#known(this.#memory, decider, stream);
    await known.catchUp();
    return known;
  }

  /**
   * The state of an aggregate as this process knows it; reads the log only if it knows no events. For facts that never change once they
   * exist, and for what this process itself has just written.
   */
  async loadCached<State, Command, E extends DomainEvent>(
    decider: Decider<State, Command, E>,
    id: string,
  ): Promise<Loaded<State>> {
    const known = this.#known(this.#memory, decider, AggregateStore.stream(decider, id));
    if (known.revision === -1 || !known.isRead) await known.catchUp();
    return known;
  }

  /** Drops all cached states, and the personal data in them. */
  forget(): void {
    this.#shared.cache.clear();
  }

  /**
   * Carries out a command on an aggregate. Within the process, commands on a stream take turns; between processes, the append's exact
   * revision detects conflicts and the command is decided again.
   * @throws StoreUnavailableError if the store is away; it is safe to send the same command again
   */
  async handle<State, Command, E extends DomainEvent>(
    decider: Decider<State, Command, E>,
    id: string,
    command: Command,
    metadata: CommandContext,
    options: HandleOptions = {},
  ): Promise<Outcome<E, State> | Refusal> {
    const stream = AggregateStore.stream(decider, id);
    const { place } = metadata;
    if (place) await place.wait();
    const outcome = new Promise<Outcome<E, State> | Refusal>((resolve, reject) => {
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
      commands.add({ command, metadata, options, resolve, reject });
      if (working) return;
      memory.working.set(stream, commands as unknown as AnyCommands);
      void commands.run();
    });
    place?.release();
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
      // Evicted or replaced entries live on only in commands that still use them.
      if (cache.peek(stream) !== (known as unknown)) return;
      // Setting the entry anew makes the cache measure it again.
      cache.delete(stream);
      cache.set(stream, known);
    };
    const known = new KnownStream(decider, stream, this.tools, weigh);
    cache.set(stream, known);
    return known;
  }
}
