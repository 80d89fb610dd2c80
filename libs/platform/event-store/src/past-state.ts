import type { Decider, DomainEvent } from '#libs/platform/kernel';
import type { EventCodec } from './event-codec.js';
import type { EventStore, StoredEvent } from './event-store.js';

/** The state of a stream as last seen. */
export interface Loaded<State> {
  readonly state: State;
  /** Revision of the newest event; -1 for a stream that does not exist. */
  readonly revision: number;
  /** Position of the newest event; 0n for a stream that does not exist. */
  readonly position: bigint;
}

/** State of a stream at a position of the log: later events have not happened yet. */
export async function pastState<State, Command, E extends DomainEvent>(
  { store, codec }: { readonly store: EventStore; readonly codec: EventCodec },
  { initial, evolve }: Decider<State, Command, E>,
  stream: string,
  asOf: bigint,
): Promise<Loaded<State>> {
  const stored: StoredEvent[] = [];
  for await (const event of store.readStream(stream)) {
    if (event.position > asOf) break;
    stored.push(event);
  }
  let state = initial;
  for (const event of await codec.decode(stored)) {
    if (!event) throw new Error(`stream ${stream} holds an unknown event`);
    state = evolve(state, event as unknown as E);
  }
  return { state, revision: stored.length - 1, position: stored.at(-1)?.position ?? 0n };
}
