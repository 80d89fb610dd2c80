import type { Decider, DomainEvent } from '#libs/platform/kernel';
import { eventHash } from '#libs/platform/proof';
import type { AppendDraft } from './append-draft.js';
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
  /** Whether the log has been asked about it, or has taken an append: until then it is only supposed not to exist. */
  isRead = false;
  /** By command id, to answer a repeated command. */
  readonly commands = new Map<string, CommandTrace>();
  /** The look that runs, and the one that waits for its end. */
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<unknown> | undefined;

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

  /** Takes note of a draft that has been appended, up to a position of the log. */
  appended(draft: AppendDraft<State, E>, position: bigint): void {
    // a refresh that ran meanwhile may have read the events already
    if (this.revision !== draft.start) return;
    const { state, revision } = draft.end;
    this.state = state;
    this.revision = revision;
    this.position = position;
    this.isRead = true;
    // of a stream whose state is not kept nobody asks for it
    if (this.decider.shortLived !== true) this.hash = draft.chainEnd.hash;
  }

  /**
   * {@link refresh}, shared by all who ask until it begins: it comes after all of them. Who asks while one runs shares the next.
   */
  look(): Promise<unknown> {
    return (this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      const reading = this.refresh();
      this.#running = reading.then(
        () => undefined,
        () => undefined,
      );
      return reading;
    }));
  }

  /** Folds in what the log has after the known revision; answers how many events that were. */
  async refresh(): Promise<number> {
    const { store, codec } = this.log;
    const stored: StoredEvent[] = [];
    const from = this.revision + 1;
    for await (const event of store.readStream(this.stream, { from })) stored.push(event);
    this.isRead = true;
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
