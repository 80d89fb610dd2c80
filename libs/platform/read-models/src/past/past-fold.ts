import { type EventStore, isStreamName, type StoredEvent } from '#libs/platform/event-store';
import type { Recorded } from '#libs/platform/kernel';
import type { Document } from '../document-store.js';
import { type EventSource, type Projection, typeOf } from '../projection.js';

/** Documents of one projection by id. */
export type FoldedDocuments = Map<string, Document>;

/** Decides which stored events a projection folds: by type, without those it skips. */
export class WantedEvents {
  readonly #types: ReadonlySet<string>;
  readonly #known = new Map<string, boolean>();

  constructor(
    { events }: Pick<Projection, 'events'>,
    private readonly skipped: ReadonlySet<bigint> | undefined,
  ) {
    this.#types = new Set(events);
  }

  has({ type, position }: Pick<StoredEvent, 'type' | 'position'>): boolean {
    let known = this.#known.get(type);
    if (known === undefined) {
      known = this.#types.has(typeOf(type));
      this.#known.set(type, known);
    }
    return known && this.skipped?.has(position) !== true;
  }
}

/** Folds an event into the documents it belongs to and returns the results. */
export function foldEvent(
  { documents, fold }: Pick<Projection, 'documents' | 'fold'>,
  into: FoldedDocuments,
  event: Recorded,
): readonly (readonly [id: string, document: Document | undefined])[] {
  return [...new Set(documents(event))].map((id) => {
    const document = fold(into.get(id), event, id);
    if (document === undefined) into.delete(id);
    else into.set(id, document);
    return [id, document];
  });
}

const NO_EVENTS: AsyncIterable<StoredEvent> = {
  [Symbol.asyncIterator]: () => ({
    next: () => Promise.resolve({ done: true, value: undefined }),
  }),
};

/**
 * Merges streams in log order, each from its own revision on. Yields the index of the source with each event. The id of a document may be
 * whatever a caller has sent: a stream that no log can have is empty.
 */
export async function* mergedStreams(
  eventStore: Pick<EventStore, 'readStream'>,
  sources: readonly EventSource[],
  revisions: readonly number[] = [],
): AsyncIterable<{ readonly event: StoredEvent; readonly source: number }> {
  const readers = sources.map(({ stream, first }, i) => {
    if (!isStreamName(stream)) return NO_EVENTS[Symbol.asyncIterator]();
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
