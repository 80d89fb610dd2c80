import type { EventStore, StoredEvent } from '#libs/platform/event-store';
import type { EventSource } from './projection.js';

/** An event with the number of the source it came from. */
export interface SourcedEvent {
  readonly event: StoredEvent;
  readonly source: number;
}

/** The events of several streams in the order of the log, each from its own revision on. */
export async function* mergedStreams(
  eventStore: EventStore,
  sources: readonly EventSource[],
  from: readonly number[],
): AsyncGenerator<SourcedEvent, void, undefined> {
  const readers = sources.map((source, i) => read(eventStore, source, from[i] ?? 0));
  try {
    const heads = await Promise.all(readers.map((reader) => reader.next()));
    for (;;) {
      let source = -1;
      let earliest: StoredEvent | undefined;
      heads.forEach((head, i) => {
        if (head.done || (earliest && earliest.position <= head.value.position)) return;
        earliest = head.value;
        source = i;
      });
      const reader = readers[source];
      if (earliest === undefined || reader === undefined) return;
      yield { event: earliest, source };
      heads[source] = await reader.next();
    }
  } finally {
    await Promise.all(readers.map((reader) => reader.return()));
  }
}

async function* read(
  eventStore: EventStore,
  { stream, first = Infinity }: EventSource,
  from: number,
): AsyncGenerator<StoredEvent, void, undefined> {
  if (from < first) {
    const limit = first === Infinity ? {} : { max: first - from };
    yield* eventStore.readStream(stream, { from, ...limit });
  }
}
