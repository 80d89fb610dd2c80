import type { EventStore, StoredEvent } from '#libs/platform/event-store';
import type { EventSource } from '../projection.js';

/** The events of some streams in the order of the log, each stream from its own revision on, with the number of the source. */
export async function* mergedStreams(
  eventStore: Pick<EventStore, 'readStream'>,
  sources: readonly EventSource[],
  revisions: readonly number[] = [],
): AsyncIterable<{ readonly event: StoredEvent; readonly source: number }> {
  const readers = sources.map(({ stream, first }, i) => {
    const from = revisions[i] ?? 0;
    const max = first === undefined ? {} : { max: Math.max(0, first - from) };
    return eventStore.readStream(stream, { from, ...max })[Symbol.asyncIterator]();
  });
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
