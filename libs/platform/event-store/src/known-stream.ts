import type { Decider, DomainEvent } from '#libs/platform/kernel';
import { eventHash } from '#libs/platform/proof';
import type { EventCodec } from './event-codec.js';
import type { EventStore, StoredEvent } from './event-store.js';

/** Revisions that a command left. */
export interface CommandTrace {
  readonly first: number;
  readonly last: number;
}

/** The newest event of a stream. */
export interface StreamEnd {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
}

/** A stream as far as this process has read or written it: state, end, and what each command left. */
export class KnownStream<State, Command, E extends DomainEvent> {
  state: State;
  revision = -1;
  position = 0n;
  /** Hash of the event at `revision`. */
  hash: string | undefined;
  /** By command id, to answer a repeated command. */
  readonly commands = new Map<string, CommandTrace>();
  #look: Promise<number> | undefined;

  constructor(
    readonly decider: Decider<State, Command, E>,
    readonly stream: string,
    private readonly log: { readonly store: EventStore; readonly codec: EventCodec },
  ) {
    this.state = decider.initial;
  }

  /** Where it ends. */
  get end(): StreamEnd {
    const { stream, revision, position } = this;
    return { stream, revision, position };
  }

  /**
   * Takes note of what a command has appended.
   * @param end of the stream after it
   * @param hash of the last event; of a stream whose state is not kept nobody asks for it
   */
  appended(
    events: readonly E[],
    end: Omit<StreamEnd, 'stream'>,
    commandId: string,
    hash: () => string | undefined,
  ): void {
    const first = end.revision - events.length + 1;
    this.commands.set(commandId, { first, last: end.revision });
    // a refresh that ran meanwhile may have read the events already
    if (this.revision >= first) return;
    for (const event of events) this.state = this.decider.evolve(this.state, event);
    this.revision = end.revision;
    this.position = end.position;
    if (this.decider.shortLived !== true) this.hash = hash();
  }

  /** {@link refresh}, shared by all who ask in the same moment: it comes after all of them. */
  look(): Promise<number> {
    this.#look ??= Promise.resolve().then(() => {
      this.#look = undefined;
      return this.refresh();
    });
    return this.#look;
  }

  /** Folds in what the log has after the known revision; answers how many events that were. */
  async refresh(): Promise<number> {
    const { store, codec } = this.log;
    const stored: StoredEvent[] = [];
    const from = this.revision + 1;
    for await (const event of store.readStream(this.stream, { from })) stored.push(event);
    if (stored.length === 0) return 0;
    const decoded = await codec.decode(stored);
    let count = 0;
    let newest: StoredEvent | undefined;
    stored.forEach((event, index) => {
      // a refresh beside this one may have been faster
      if (event.revision !== this.revision + 1) return;
      const recorded = decoded[index];
      if (!recorded) throw new Error(`stream ${this.stream} holds an unknown event: ${event.type}`);
      this.state = this.decider.evolve(this.state, recorded as unknown as E);
      this.revision = event.revision;
      this.position = event.position;
      newest = event;
      const { commandId } = recorded.metadata;
      const first = this.commands.get(commandId)?.first ?? event.revision;
      this.commands.set(commandId, { first, last: event.revision });
      count += 1;
    });
    if (newest) this.hash = eventHash(newest);
    return count;
  }
}
