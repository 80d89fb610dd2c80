import { LRUCache } from 'lru-cache';
import {
  type Clock,
  type CommandMetadata,
  conflict,
  type Decider,
  type DecisionContext,
  type DomainEvent,
  type ExpectedRevision,
  type IdSequence,
  isAsExpected,
  isRefusal,
  preconditionFailed,
  type Recorded,
  type Refusal,
  timestampOf,
} from '#libs/platform/kernel';
import type { ChainEnd, EventCodec } from './event-codec.js';
import { type EventStore, StoreUnavailableError } from './event-store.js';
import { KeyedQueue } from './keyed-queue.js';
import { type CommandTrace, KnownStream } from './known-stream.js';
import type { Outcome } from './outcome.js';
import { type Loaded, pastState } from './past-state.js';

/** How a command is carried out. */
export interface HandleOptions {
  /** Revision the stream must have: header `If-Match`. A stream without events is not there. */
  readonly expectedRevision?: ExpectedRevision | undefined;
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
}

/** Of any decider. */
type AnyStream = KnownStream<unknown, never, DomainEvent>;

/** Streams whose state is kept in memory. */
const CACHED_STREAMS = 20_000;
const DECISIONS = 4;
const SENDS = 3;

/**
 * The one way to change a stream: load, decide, append at the exact revision that was read. State is cached; a cached
 * state is trusted only as far as the append checks it, so a decision that appends nothing is made again on fresh state.
 */
export class AggregateStore {
  readonly #cache: LRUCache<string, AnyStream>;
  readonly #queue = new KeyedQueue();

  constructor(private readonly options: AggregateStoreOptions) {
    this.#cache = new LRUCache({ max: CACHED_STREAMS });
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
    const known = this.#known(decider, stream);
    await known.look();
    return known;
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
    const known = this.#known(decider, stream);
    let fresh = known.revision === -1;
    if (fresh) await known.refresh();

    for (let round = 0; round < DECISIONS; round++) {
      const trace = known.commands.get(metadata.commandId);
      if (trace && !always) return await this.#repeated<E>(stream, trace);

      const revision = known.revision === -1 ? undefined : known.revision;
      const context: DecisionContext = {
        now: timestampOf(this.options.clock.now()),
        ids: this.options.derivedIds(metadata.commandId),
      };
      const decision = isAsExpected(expectedRevision, revision)
        ? decider.decide(command, known.state, context)
        : preconditionFailed();

      if (isRefusal(decision) || decision.length === 0) {
        if (!fresh && (await known.refresh()) > 0) continue;
        if (isRefusal(decision)) return decision;
        return { events: [], repeated: false, ...known.end };
      }
      const appended = await this.#append(known, decision, metadata, context.now);
      if (appended) return { events: appended, repeated: false, ...known.end };
      await known.refresh();
      fresh = true;
    }
    return conflict('The resource is being changed by others; try again.');
  }

  /** Appends, and evolves the known state; undefined on a version conflict. */
  async #append<State, Command, E extends DomainEvent>(
    known: KnownStream<State, Command, E>,
    events: readonly E[],
    metadata: CommandMetadata,
    at: string,
  ): Promise<readonly Recorded<E>[] | undefined> {
    const { stream } = known;
    const end: ChainEnd = { revision: known.revision, hash: known.hash };
    const first = known.revision + 1;
    const eventId = (index: number): string =>
      this.options.eventId(metadata.commandId, stream, first + index);
    const { codec } = this.options;
    const encoded = await codec.encode(stream, end, events, metadata, at, eventId);
    const expected = known.revision === -1 ? 'no_stream' : known.revision;
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
    known.appended(events, result, metadata.commandId, encoded.hash);
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

  #known<State, Command, E extends DomainEvent>(
    decider: Decider<State, Command, E>,
    stream: string,
  ): KnownStream<State, Command, E> {
    const cached = this.#cache.get(stream);
    if (cached?.decider === decider) return cached as unknown as KnownStream<State, Command, E>;
    const known = new KnownStream(decider, stream, this.options);
    this.#cache.set(stream, known);
    return known;
  }
}
