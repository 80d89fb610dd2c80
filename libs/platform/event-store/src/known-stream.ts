import {
  type CommandMetadata,
  type Decider,
  type DomainEvent,
  NextRun,
  type Recorded,
} from '#libs/platform/kernel';
import { eventHash } from '#libs/platform/proof';
import { MAX_APPEND_BYTES, sizeOf } from './append-rules.js';
import type { ChainEnd, EventCodec } from './event-codec.js';
import type { EventStore, NewEvent, StoredEvent } from './event-store.js';
import { decodedPages, type Loaded } from './past-state.js';
import { weightOf } from './weight.js';

/** Newest commands of a stream that are told from memory. Older ones are looked for in the log. */
const TRACES = 50;
/** What a trace takes, and a stream beside its state and its traces: in bytes, about. */
const TRACE_BYTES = 200;
const STREAM_BYTES = 600;

/** Revisions that a command left. */
export interface CommandTrace {
  readonly first: number;
  readonly last: number;
  /** Of the last one, or of the end of its append. */
  readonly position: bigint;
}

/** A stream as far as this process has read or written it: state, end, and what its newest commands left. */
export class KnownStream<State, Command, E extends DomainEvent> {
  state: State;
  revision = -1;
  position = 0n;
  /** Hash of the event at `revision`, made when it is asked for. */
  hash: () => string | undefined = () => undefined;
  /** Whether the log has been asked about it, or has taken an append: until then it is only supposed not to exist. */
  isRead = false;
  /** By command id, the newest {@link TRACES}: to answer a repeated command. */
  readonly #traces = new Map<string, CommandTrace>();
  /** End of what commands left whose traces are not kept any more. */
  #forgotten: Pick<CommandTrace, 'last' | 'position'> | undefined;
  /** The state's weight when it was last looked at, and that of what has been folded into it since. */
  #weight = 0;
  #added = 0;
  readonly #looking = new NextRun(() => this.refresh());

  /** @param changed told when its {@link bytes} may be others */
  constructor(
    readonly decider: Decider<State, Command, E>,
    readonly stream: string,
    private readonly log: { readonly store: EventStore; readonly codec: EventCodec },
    private readonly changed: () => void,
  ) {
    this.state = decider.initial;
  }

  /** What it takes in memory, in bytes, about: of any number of commands no more than of a few. */
  get bytes(): number {
    return STREAM_BYTES + this.#weight + this.#added + this.#traces.size * TRACE_BYTES;
  }

  /** What a command left, as far as this process remembers. */
  traceOf(commandId: string): CommandTrace | undefined {
    return this.#traces.get(commandId);
  }

  /** Whether a command without a trace may have been carried out all the same: then {@link findTrace} tells. */
  mayHaveForgotten({ attemptedSince }: Pick<CommandMetadata, 'attemptedSince'>): boolean {
    if (attemptedSince === 'never' || this.#forgotten === undefined) return false;
    return attemptedSince === undefined || attemptedSince < this.#forgotten.position;
  }

  /** Looks in the log, backwards, for what a command left whose trace is not kept any more. */
  async findTrace({
    commandId,
    attemptedSince,
  }: Pick<CommandMetadata, 'commandId' | 'attemptedSince'>): Promise<CommandTrace | undefined> {
    const after = typeof attemptedSince === 'bigint' ? attemptedSince : -1n;
    const options = { from: this.#forgotten?.last ?? 0, direction: 'backwards' } as const;
    let found: CommandTrace | undefined;
    for await (const event of this.log.store.readStream(this.stream, options)) {
      const { position, revision, metadata } = event;
      if (metadata['commandId'] === commandId) {
        found = { ...(found ?? { last: revision, position }), first: revision };
      } else if (found || position <= after) {
        break;
      }
    }
    return found;
  }

  /** Keeps the trace of a command for as long as it is one of the newest. */
  #keepTrace(commandId: string, trace: CommandTrace): void {
    this.#traces.set(commandId, trace);
    for (const [oldest, { last, position }] of this.#traces) {
      if (this.#traces.size <= TRACES) return;
      this.#traces.delete(oldest);
      if (this.#forgotten === undefined || last > this.#forgotten.last) {
        this.#forgotten = { last, position };
      }
    }
  }

  /** Takes note of a draft that has been appended, up to a position of the log. */
  appended(draft: AppendDraft<State, E>, position: bigint): void {
    // a refresh that ran meanwhile may have read the events already
    if (this.revision !== draft.start) return;
    const { state, revision } = draft.end;
    this.state = state;
    this.revision = revision;
    this.position = position;
    this.isRead = true;
    for (const [commandId, left] of draft.commands) {
      this.#keepTrace(commandId, { position, ...left });
    }
    this.hash = draft.hash;
    // it is about to be forgotten
    if (this.decider.shortLived === true) return;
    // what the hash is made of need not be kept
    this.#setHash(draft.hash());
    for (const { data } of draft.events) this.#added += weightOf(data);
    this.#weigh();
  }

  #setHash(hash: string | undefined): void {
    this.hash = () => hash;
  }

  /** The state is looked at as a whole once what was added may have made it half as large again: on an average that costs nothing. */
  #weigh(): void {
    if (this.#added > this.#weight / 2 + STREAM_BYTES) {
      this.#weight = weightOf(this.state);
      this.#added = 0;
    }
    this.changed();
  }

  /** {@link refresh}, shared by all who ask until it begins: it comes after all of them. */
  look(): Promise<unknown> {
    return this.#looking.run();
  }

  /** Folds in what the log has after the known revision; answers how many events that were. */
  async refresh(): Promise<number> {
    const { store, codec } = this.log;
    const from = this.revision + 1;
    let count = 0;
    for await (const page of decodedPages(codec, store.readStream(this.stream, { from }))) {
      let newest: StoredEvent | undefined;
      for (const [event, recorded] of page) {
        // a refresh beside this one may have been faster
        if (event.revision !== this.revision + 1) continue;
        this.state = this.decider.evolve(this.state, recorded as unknown as E);
        this.revision = event.revision;
        this.position = event.position;
        newest = event;
        this.#added += weightOf(event.data);
        const { commandId } = recorded.metadata;
        const first = this.#traces.get(commandId)?.first ?? event.revision;
        this.#keepTrace(commandId, { first, last: event.revision, position: event.position });
        count += 1;
      }
      if (newest) this.#setHash(eventHash(newest));
      this.#weigh();
    }
    this.isRead = true;
    return count;
  }
}

/** Events of one command, ready to be stored; makes the hash of the last one. */
type Encoded = Awaited<ReturnType<EventCodec['encode']>>;

/** The end of a stream at some command of a draft. */
export type DraftEnd<State> = Pick<Loaded<State>, 'state' | 'revision'>;

/** What commands on one stream are going to append together: each is decided on the state that those before it leave. */
export class AppendDraft<State, E extends DomainEvent> {
  /** Revision the stream must have for it. */
  readonly start: number;
  /** Position of the stream's newest event before it. */
  readonly startedAt: bigint;
  readonly events: NewEvent[] = [];
  /** Makes the hash of the last event so far. */
  hash: () => string | undefined;
  /** What each command adds, by its id: the first and the last revision. */
  readonly commands = new Map<string, { readonly first: number; readonly last: number }>();
  #state: State;
  #revision: number;
  #bytes: number | undefined;

  constructor(private readonly known: KnownStream<State, never, E>) {
    this.start = known.revision;
    this.startedAt = known.position;
    this.#state = known.state;
    this.#revision = known.revision;
    this.hash = known.hash;
  }

  /** The stream with everything in it so far. */
  get end(): DraftEnd<State> {
    return { state: this.#state, revision: this.#revision };
  }

  /** Where the next event is chained to. */
  get chainEnd(): ChainEnd {
    return { revision: this.#revision, hash: this.hash() };
  }

  /** Whether events of one more command can go into the same append. */
  hasRoomFor({ events }: Encoded): boolean {
    if (this.events.length === 0) return true;
    this.#bytes ??= sizeOf(this.events);
    return this.#bytes + sizeOf(events) <= MAX_APPEND_BYTES;
  }

  /** Adds the events of a command. Answers them as they will stand in the log but for the position. */
  add(
    decided: readonly E[],
    { events, hash }: Encoded,
    recorded: Pick<Recorded, 'at' | 'metadata'>,
  ): readonly Omit<Recorded<E>, 'position'>[] {
    const first = this.#revision + 1;
    const { decider, stream } = this.known;
    for (const event of decided) this.#state = decider.evolve(this.#state, event);
    this.#revision += decided.length;
    this.hash = hash;
    if (this.#bytes !== undefined) this.#bytes += sizeOf(events);
    this.events.push(...events);
    this.commands.set(recorded.metadata.commandId, { first, last: this.#revision });
    return decided.map(({ type, data }, index) => ({
      type,
      data,
      id: events[index]?.id ?? '',
      stream,
      revision: first + index,
      ...recorded,
    }));
  }
}
