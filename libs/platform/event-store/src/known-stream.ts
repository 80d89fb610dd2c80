import {
  type CommandContext,
  type Decider,
  type DomainEvent,
  SharedRuns,
  type Recorded,
  Secret,
} from '#libs/platform/kernel';
import { eventHash } from '#libs/platform/proof';
import { MAX_APPEND_BYTES, sizeOf } from './append-rules.js';
import type { ChainEnd, EventCodec } from './event-codec.js';
import type { EventStore, NewEvent, StoredEvent } from './event-store.js';

/** State of a stream. */
export interface Loaded<State> {
  readonly state: State;
  /** Revision of the newest event; -1 if the stream does not exist. */
  readonly revision: number;
  /** Position of the newest event; 0n if the stream does not exist. */
  readonly position: bigint;
}

/** Events decoded at a time; bounds the memory that a long stream needs. */
const PAGE = 256;

/** Decodes the events of a stream page by page; throws if this build does not know one of them. */
async function* decodedPages(
  codec: EventCodec,
  events: AsyncIterable<StoredEvent>,
): AsyncGenerator<readonly (readonly [StoredEvent, Recorded])[], void, undefined> {
  const decoded = async (page: readonly StoredEvent[]) => {
    const recorded = await codec.decode(page);
    return page.map((event, index) => {
      const known = recorded[index];
      if (!known) throw new Error(`stream ${event.stream} holds an unknown event: ${event.type}`);
      return [event, known] as const;
    });
  };
  let page: StoredEvent[] = [];
  for await (const event of events) {
    page.push(event);
    if (page.length < PAGE) continue;
    yield await decoded(page);
    page = [];
  }
  if (page.length > 0) yield await decoded(page);
}

/** State of a stream at a log position. */
export async function pastState<State, Command, E extends DomainEvent>(
  { store, codec }: { readonly store: EventStore; readonly codec: EventCodec },
  { initial, evolve }: Decider<State, Command, E>,
  stream: string,
  asOf: bigint,
): Promise<Loaded<State>> {
  async function* until(): AsyncGenerator<StoredEvent, void, undefined> {
    for await (const event of store.readStream(stream)) {
      if (event.position > asOf) return;
      yield event;
    }
  }
  let past: Loaded<State> = { state: initial, revision: -1, position: 0n };
  for await (const page of decodedPages(codec, until())) {
    for (const [{ revision, position }, recorded] of page) {
      past = { state: evolve(past.state, recorded as unknown as E), revision, position };
    }
  }
  return past;
}

/** Number of recent commands per stream kept in memory. Older ones are looked up in the log. */
const MARKS = 50;
/** Approximate memory of a mark, and of a stream without its state and marks. */
const MARK_BYTES = 200;
const STREAM_BYTES = 600;

/** The revisions written by a command. */
export interface CommandMark {
  readonly first: number;
  readonly last: number;
  /** Position of the last revision, or of the end of its append. */
  readonly position: bigint;
}

/** What this process knows of a stream: state, end, and the marks of its newest commands. */
export class KnownStream<State, Command, E extends DomainEvent> {
  state: State;
  revision = -1;
  position = 0n;
  /** Computes the hash of the event at `revision`. */
  hash: () => string | undefined = () => undefined;
  /** Whether the log has been read or has accepted an append; until then the stream is only assumed not to exist. */
  isRead = false;
  /** The newest {@link MARKS} by command id, to recognize repeated commands. */
  readonly #marks = new Map<string, CommandMark>();
  /** The newest of the dropped marks. */
  #forgotten: Pick<CommandMark, 'last' | 'position'> | undefined;
  /** Weight of state and marks when last measured, and of what was added since. */
  #weight = 0;
  #added = 0;
  readonly #catchingUp = new SharedRuns(() => this.refresh());

  /** @param changed called when {@link bytes} may have grown by half */
  constructor(
    readonly decider: Decider<State, Command, E>,
    readonly stream: string,
    private readonly log: { readonly store: EventStore; readonly codec: EventCodec },
    private readonly changed: () => void,
  ) {
    this.state = decider.initial;
  }

  /** Approximate memory use. Bounded however many commands there were. */
  get bytes(): number {
    return STREAM_BYTES + this.#weight + this.#added;
  }

  /** The mark of a command, if it is still in memory. */
  markOf(commandId: string): CommandMark | undefined {
    return this.#marks.get(commandId);
  }

  /** Whether a command without a mark may have been carried out nevertheless: {@link findMark} can tell. */
  mayHaveForgotten({ attemptedSince }: Pick<CommandContext, 'attemptedSince'>): boolean {
    if (attemptedSince === 'never' || this.#forgotten === undefined) return false;
    return attemptedSince === undefined || attemptedSince < this.#forgotten.position;
  }

  /** Searches the log, backwards, for a command whose mark is no longer in memory. */
  async findMark({
    commandId,
    attemptedSince,
  }: Pick<CommandContext, 'commandId' | 'attemptedSince'>): Promise<CommandMark | undefined> {
    const after = typeof attemptedSince === 'bigint' ? attemptedSince : -1n;
    const options = { from: this.#forgotten?.last ?? 0, direction: 'backwards' } as const;
    let found: CommandMark | undefined;
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

  #keepMark(commandId: string, mark: CommandMark): void {
    this.#marks.set(commandId, mark);
    this.#added += MARK_BYTES;
    for (const [oldest, { last, position }] of this.#marks) {
      if (this.#marks.size <= MARKS) return;
      this.#marks.delete(oldest);
      if (this.#forgotten === undefined || last > this.#forgotten.last) {
        this.#forgotten = { last, position };
      }
    }
  }

  /** Records that a draft was appended. */
  appended(draft: AppendDraft<State, E>, position: bigint): void {
    // A concurrent refresh may have read the events already.
    if (this.revision !== draft.start) return;
    const { state, revision } = draft.end;
    this.state = state;
    this.revision = revision;
    this.position = position;
    this.isRead = true;
    for (const [commandId, left] of draft.commands) {
      this.#keepMark(commandId, { position, ...left });
    }
    this.hash = draft.hash;
    // The stream is about to be forgotten.
    if (this.decider.shortLived === true) return;
    // Compute the hash now, so that the event need not be retained.
    this.#setHash(draft.hash());
    this.#added += sizeOf(draft.events);
    this.#weigh();
  }

  #setHash(hash: string | undefined): void {
    this.hash = () => hash;
  }

  /** Measures the whole stream once additions may have grown it by half, so that the amortized cost is negligible. */
  #weigh(): void {
    if (this.#added <= this.bytes / 3) return;
    this.#weight = memoryUseOf(this.state) + this.#marks.size * MARK_BYTES;
    this.#added = 0;
    this.changed();
  }

  /** {@link refresh}, shared by all callers that arrive before it starts. */
  catchUp(): Promise<unknown> {
    return this.#catchingUp.run();
  }

  /** Folds in new events from the log. Returns their number. */
  async refresh(): Promise<number> {
    const { store, codec } = this.log;
    const from = this.revision + 1;
    let count = 0;
    for await (const page of decodedPages(codec, store.readStream(this.stream, { from }))) {
      let newest: StoredEvent | undefined;
      for (const [event, recorded] of page) {
        // A concurrent refresh may have been faster.
        if (event.revision !== this.revision + 1) continue;
        this.state = this.decider.evolve(this.state, recorded as unknown as E);
        this.revision = event.revision;
        this.position = event.position;
        newest = event;
        this.#added += memoryUseOf(event.data);
        const { commandId } = recorded.metadata;
        const first = this.#marks.get(commandId)?.first ?? event.revision;
        this.#keepMark(commandId, { first, last: event.revision, position: event.position });
        count += 1;
      }
      if (newest) this.#setHash(eventHash(newest));
      this.#weigh();
    }
    this.isRead = true;
    return count;
  }
}

/** The encoded events of a command, and a function that computes the last hash. */
type Encoded = Awaited<ReturnType<EventCodec['encode']>>;

/** The end of a stream at some point of a draft. */
export type DraftEnd<State> = Pick<Loaded<State>, 'state' | 'revision'>;

/** The next append to a stream. Each command is decided on the state left by those before it. */
export class AppendDraft<State, E extends DomainEvent> {
  readonly start: number;
  /** Position of the newest event before the draft. */
  readonly startedAt: bigint;
  readonly events: NewEvent[] = [];
  /** Computes the hash of the last event so far. */
  hash: () => string | undefined;
  /** The revisions added by each command, by its id. */
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

  /** The end of the stream, with the draft so far. */
  get end(): DraftEnd<State> {
    return { state: this.#state, revision: this.#revision };
  }

  /** What the next event is chained to. */
  get chainEnd(): ChainEnd {
    return { revision: this.#revision, hash: this.hash() };
  }

  /** Whether the events of another command fit into the same append. */
  hasRoomFor({ events }: Encoded): boolean {
    if (this.events.length === 0) return true;
    this.#bytes ??= sizeOf(this.events);
    return this.#bytes + sizeOf(events) <= MAX_APPEND_BYTES;
  }

  /** Adds the events of a command. Returns them as they will be recorded, except for the position. */
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

/** Approximate V8 overhead in bytes: of an object or string, of a slot, and of a map or set entry. */
const HEAD = 24;
const SLOT = 8;
const ENTRY = 32;

/** Approximate memory use of a state or of event data, in bytes. */
export function memoryUseOf(value: unknown): number {
  if (typeof value === 'string') return HEAD + value.length;
  if (typeof value !== 'object' || value === null) return SLOT;
  // including its opener
  if (value instanceof Secret) return 8 * HEAD + (value.sealed?.length ?? 0);
  let weight = HEAD;
  if (value instanceof Map) {
    for (const [key, item] of value) weight += ENTRY + memoryUseOf(key) + memoryUseOf(item);
  } else if (value instanceof Set) {
    for (const item of value) weight += ENTRY + memoryUseOf(item);
  } else if (Array.isArray(value)) {
    for (const item of value) weight += SLOT + memoryUseOf(item);
  } else {
    // for-in avoids a list of the values: this runs for every event
    for (const name in value) weight += SLOT + memoryUseOf(value[name as never]);
  }
  return weight;
}
