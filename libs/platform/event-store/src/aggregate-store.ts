import { LRUCache } from 'lru-cache';
import {
  type Clock,
  type CommandMetadata,
  conflict,
  type Decider,
  type DecisionContext,
  type DomainEvent,
  type IdSequence,
  isRefusal,
  preconditionFailed,
  type Recorded,
  type Refusal,
} from '#libs/platform/kernel';
import { eventHash } from '#libs/platform/proof';
import type { ChainEnd, EventCodec } from './event-codec.js';
import { type EventStore, type StoredEvent, StoreUnavailableError } from './event-store.js';
import { KeyedQueue } from './keyed-queue.js';
import type { Outcome } from './outcome.js';
import { type Loaded, pastState } from './past-state.js';

/** How a command is carried out. */
export interface HandleOptions {
  /** Revision the stream must have: header `If-Match`. */
  readonly expectedRevision?: number | undefined;
  /** Decide again even when the stream has seen the command id: for commands whose state alone makes repeating harmless. */
  readonly always?: boolean;
}

/** What the aggregate store is made of. */
export interface AggregateStoreOptions {
  readonly store: EventStore;
  readonly codec: EventCodec;
  readonly clock: Clock;
  readonly derivedIds: (commandId: string) => IdSequence;
  /** Event id of what a command leaves at a revision of a stream: the same each time it is sent. */
  readonly eventId: (commandId: string, stream: string, revision: number) => string;
  /** Streams whose state is kept in memory. */
  readonly cachedStreams?: number;
}

interface CommandTrace {
  readonly first: number;
  readonly last: number;
}

interface CachedStream {
  readonly decider: unknown;
  state: unknown;
  revision: number;
  position: bigint;
  hash: string | undefined;
  /** Revisions that each command left, to answer a repeated command. */
  readonly commands: Map<string, CommandTrace>;
  /** A look at the log that is about to begin. */
  look: Promise<number> | undefined;
}

const DECISIONS = 4;
const SENDS = 3;

/**
 * The one way to change a stream: load, decide, append at the exact revision that was read. State is cached; a cached
 * state is trusted only as far as the append checks it, so a decision that appends nothing is made again on fresh state.
 */
export class AggregateStore {
  readonly #cache: LRUCache<string, CachedStream>;
  readonly #queue = new KeyedQueue();

  constructor(private readonly options: AggregateStoreOptions) {
    this.#cache = new LRUCache({ max: options.cachedStreams ?? 20_000 });
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
    if (asOf !== undefined) return pastState(this.options, decider, stream, asOf);
    const cached = this.#cached(decider, stream);
    // Loads of a moment share one look at the log: it comes after all of them.
    cached.look ??= Promise.resolve().then(() => {
      cached.look = undefined;
      return this.#refresh(decider, stream, cached);
    });
    await cached.look;
    return cached as Loaded<State>;
  }

  /** Forgets every state kept in memory, personal data with it. */
  forget(): void {
    this.#cache.clear();
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
  ): Promise<Outcome<E> | Refusal> {
    const stream = AggregateStore.stream(decider, id);
    return this.#queue.run(stream, async () => {
      try {
        return await this.#handle(decider, stream, command, metadata, options);
      } catch (error) {
        this.#cache.delete(stream);
        throw error;
      } finally {
        if (decider.shortLived === true) this.#cache.delete(stream);
      }
    });
  }

  async #handle<State, Command, E extends DomainEvent>(
    decider: Decider<State, Command, E>,
    stream: string,
    command: Command,
    metadata: CommandMetadata,
    { expectedRevision, always }: HandleOptions,
  ): Promise<Outcome<E> | Refusal> {
    const cached = this.#cached(decider, stream);
    let fresh = cached.revision === -1;
    if (fresh) await this.#refresh(decider, stream, cached);

    for (let round = 0; round < DECISIONS; round++) {
      const trace = cached.commands.get(metadata.commandId);
      if (trace && !always) return await this.#repeated<E>(stream, trace);

      const matches = expectedRevision === undefined || expectedRevision === cached.revision;
      const context: DecisionContext = {
        now: new Date(this.options.clock.now()).toISOString(),
        ids: this.options.derivedIds(metadata.commandId),
      };
      const decision = matches
        ? decider.decide(command, cached.state as State, context)
        : preconditionFailed();

      if (isRefusal(decision) || decision.length === 0) {
        if (!fresh && (await this.#refresh(decider, stream, cached)) > 0) continue;
        if (isRefusal(decision)) return decision;
        return { ...ends(stream, cached), events: [], repeated: false };
      }
      const appended = await this.#append(decider, stream, cached, decision, metadata, context.now);
      if (appended) return { ...ends(stream, cached), events: appended, repeated: false };
      await this.#refresh(decider, stream, cached);
      fresh = true;
    }
    return conflict('The resource is being changed by others; try again.');
  }

  /** Appends and evolves the cached state; undefined on a version conflict. */
  async #append<State, Command, E extends DomainEvent>(
    decider: Decider<State, Command, E>,
    stream: string,
    cached: CachedStream,
    events: readonly E[],
    metadata: CommandMetadata,
    at: string,
  ): Promise<readonly Recorded<E>[] | undefined> {
    const end: ChainEnd = { revision: cached.revision, hash: cached.hash };
    const first = cached.revision + 1;
    const eventId = (index: number): string =>
      this.options.eventId(metadata.commandId, stream, first + index);
    const { codec } = this.options;
    const encoded = await codec.encode(stream, end, events, metadata, at, eventId);
    const expected = cached.revision === -1 ? 'no_stream' : cached.revision;
    const result = await this.#send(() =>
      this.options.store.append(stream, expected, encoded.events),
    );
    if (result.outcome === 'conflict') return undefined;

    const recorded = events.map((event, index): Recorded<E> => ({
      type: event.type,
      data: event.data,
      id: encoded.events[index]?.id ?? '',
      stream,
      revision: first + index,
      position: result.position,
      at,
      metadata,
    }));
    // a load that ran meanwhile may have read the events already
    if (cached.revision < first) {
      for (const event of events) cached.state = decider.evolve(cached.state as State, event);
      cached.revision = result.revision;
      cached.position = result.position;
      // Of a stream whose state is not kept nobody asks for it.
      if (decider.shortLived !== true) cached.hash = encoded.hash();
    }
    cached.commands.set(metadata.commandId, { first, last: result.revision });
    return recorded;
  }

  /** Sends again after an unknown outcome: the event ids make that safe. */
  async #send<T>(append: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await append();
      } catch (error) {
        if (!(error instanceof StoreUnavailableError) || attempt === SENDS) throw error;
      }
    }
  }

  async #repeated<E extends DomainEvent>(stream: string, trace: CommandTrace): Promise<Outcome<E>> {
    const stored = [];
    const max = trace.last - trace.first + 1;
    for await (const event of this.options.store.readStream(stream, { from: trace.first, max })) {
      stored.push(event);
    }
    const events = (await this.options.codec.decode(stored)) as Recorded<E>[];
    return {
      stream,
      revision: trace.last,
      position: stored.at(-1)?.position ?? 0n,
      events,
      repeated: true,
    };
  }

  #cached<State, Command, E extends DomainEvent>(
    decider: Decider<State, Command, E>,
    stream: string,
  ): CachedStream {
    let cached = this.#cache.get(stream);
    if (cached?.decider !== decider) {
      cached = {
        decider,
        state: decider.initial,
        revision: -1,
        position: 0n,
        hash: undefined,
        commands: new Map(),
        look: undefined,
      };
      this.#cache.set(stream, cached);
    }
    return cached;
  }

  /** Folds in what the log has after the cached revision; answers how many events that were. */
  async #refresh<State, Command, E extends DomainEvent>(
    decider: Decider<State, Command, E>,
    stream: string,
    cached: CachedStream,
  ): Promise<number> {
    const stored = [];
    const from = cached.revision + 1;
    for await (const event of this.options.store.readStream(stream, { from })) stored.push(event);
    if (stored.length === 0) return 0;
    const decoded = await this.options.codec.decode(stored);
    let count = 0;
    let newest: StoredEvent | undefined;
    stored.forEach((event, index) => {
      // a concurrent refresh of the same cache entry may have been faster
      if (event.revision !== cached.revision + 1) return;
      const recorded = decoded[index];
      if (!recorded) throw new Error(`stream ${stream} holds an unknown event: ${event.type}`);
      cached.state = decider.evolve(cached.state as State, recorded as unknown as E);
      cached.revision = event.revision;
      cached.position = event.position;
      newest = event;
      const { commandId } = recorded.metadata;
      const trace = cached.commands.get(commandId);
      cached.commands.set(commandId, {
        first: trace?.first ?? event.revision,
        last: event.revision,
      });
      count += 1;
    });
    if (newest) cached.hash = eventHash(newest);
    return count;
  }
}

function ends(
  stream: string,
  cached: CachedStream,
): { stream: string; revision: number; position: bigint } {
  return { stream, revision: cached.revision, position: cached.position };
}
