import { createHash } from 'node:crypto';
import { type EventStore, isStreamName, type StoredEvent } from '#libs/platform/event-store';
import type { Recorded } from '#libs/platform/kernel';
import type {
  Document,
  CollectionDefinition,
  DocumentStore,
  DocumentWrite,
  StoredEntry,
} from '../document-store.js';
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

/** After every 32nd event of a stream, a version of its documents is kept. */
export const KEPT_EVERY = 32;

const BY_PLACE = 'place';

/** A document as an event left it, with which as-of reads can start. */
export interface KeptVersion extends Record<string, unknown> {
  /** Id of the document. */
  readonly of: string;
  /** Position of the event, as a number so that it can be indexed. */
  readonly place: number;
  readonly stream: string;
  /** Revision of the event. */
  readonly revision: number;
  readonly document: Document;
}

/** The collection of a generation's kept versions, which only serve to make as-of reads faster. */
export function keptVersionsOf(collection: string): CollectionDefinition {
  return { name: `${collection}_past`, indexes: [{ name: BY_PLACE, fields: ['of', 'place'] }] };
}

/** Whether the versions after an event are kept. */
export function leavesVersion({ revision }: Pick<Recorded, 'revision'>): boolean {
  return (revision + 1) % KEPT_EVERY === 0;
}

/** Makes the version of a document after an event. */
export function versionAfter(
  { stream, revision, position }: Recorded,
  id: string,
  document: Document,
): KeptVersion {
  return { of: id, place: Number(position), stream, revision, document };
}

/** @param position of the event, or of the erasure that caused the version to be folded again */
export function versionWrite(
  collection: string,
  version: KeptVersion,
  position: bigint,
): DocumentWrite {
  const { of, place } = version;
  // Hashed because the id of the document may already have the maximum length.
  const id = `${createHash('sha256').update(of).digest('base64url')}@${place}`;
  return { collection: keptVersionsOf(collection).name, id, document: version, position };
}

/** Whether a collection has any kept versions: only documents with a long history do. */
export async function keepsAny(documents: DocumentStore, collection: string): Promise<boolean> {
  const any = { index: BY_PLACE, equals: [], limit: 1 };
  const { items } = await documents.findStored(keptVersionsOf(collection).name, any);
  return items.length > 0;
}

/** The newest kept version of a document at or before a position, if any, with the position of {@link versionWrite}. */
export async function newestKept(
  documents: DocumentStore,
  collection: string,
  id: string,
  asOf: bigint,
): Promise<StoredEntry<KeptVersion> | undefined> {
  const { items } = await documents.findStored<KeptVersion>(keptVersionsOf(collection).name, {
    index: BY_PLACE,
    equals: [id],
    range: { to: Number(asOf) },
    order: 'descending',
    limit: 1,
  });
  return items[0];
}
