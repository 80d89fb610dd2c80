import type { Decider, DomainEvent, Recorded } from '#libs/platform/kernel';
import { MAX_APPEND_BYTES, sizeOf } from './append-rules.js';
import type { ChainEnd } from './event-codec.js';
import type { NewEvent } from './event-store.js';
import type { Loaded } from './past-state.js';

/** The end of a stream at some command of a draft. */
export type DraftEnd<State> = Pick<Loaded<State>, 'state' | 'revision'>;

/** A stream as it is known before a draft. */
export interface DraftStart<State, E extends DomainEvent> extends Loaded<State> {
  readonly decider: Pick<Decider<State, never, E>, 'evolve'>;
  readonly stream: string;
  /** Makes the hash of the event at `revision`. */
  readonly hash: () => string | undefined;
}

/** Events of one command, ready to be stored. */
export interface Encoded {
  readonly events: readonly NewEvent[];
  /** Hash of the last one. */
  readonly hash: () => string | undefined;
}

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

  constructor(private readonly known: DraftStart<State, E>) {
    const { state, revision, position, hash } = known;
    this.start = revision;
    this.startedAt = position;
    this.#state = state;
    this.#revision = revision;
    this.hash = hash;
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
