import type { Decider, DomainEvent, Recorded } from '#libs/platform/kernel';
import type { EventCodec } from './event-codec.js';
import type { EventStore, StoredEvent } from './event-store.js';

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
