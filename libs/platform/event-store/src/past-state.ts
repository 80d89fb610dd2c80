import type { Decider, DomainEvent, Recorded } from '#libs/platform/kernel';
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

/** Events of a stream that are decoded together: what is held of a long one is no more. */
const PAGE = 256;

/**
 * Decodes the events of a stream page by page.
 * @throws where this build does not know one of them
 */
export async function* decodedPages(
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

/** State of a stream at a position of the log: later events have not happened yet. */
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
