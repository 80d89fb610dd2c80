import type { EventStore, StoredEvent } from '#libs/platform/event-store';
import type { EventSource } from '../projection.js';

/** An event with the number of the source it came from. */
export interface SourcedEvent {
  readonly event: StoredEvent;
  readonly source: number;
}

/** The events of some streams in the order of the log, each stream from its own revision on. */
export async function* mergedStreams(
  eventStore: EventStore,
  sources: readonly EventSource[],
  from: readonly number[],
): AsyncGenerator<SourcedEvent, void, undefined> {
  const readers = sources.map((source, i) =>
    read(eventStore, source, from[i] ?? 0)[Symbol.asyncIterator](),
  );
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
    for (const reader of readers) await reader.return?.();
  }
}

function read(
  eventStore: EventStore,
  { stream, first }: EventSource,
  from: number,
): AsyncIterable<StoredEvent> {
  return eventStore.readStream(stream, {
    from,
    ...(first !== undefined && { max: Math.max(0, first - from) }),
  });
}
