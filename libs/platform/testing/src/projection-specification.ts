import { expect } from '@jest/globals';
import {
  type CommandMetadata,
  type DomainEvent,
  processMetadata,
  type Recorded,
  type RecordedOf,
} from '#libs/platform/kernel';
import { checkIndexable, type Document, type Projection } from '#libs/platform/read-models';
import { frozen } from './frozen.js';

/** An event of the history; what is left out is made up. */
export type GivenEvent<E extends DomainEvent> = E &
  Partial<Pick<Recorded, 'at' | 'stream' | 'revision' | 'id'>> & {
    readonly metadata?: Partial<CommandMetadata>;
  };

interface Then {
  /** Exactly this document; fields that are undefined count as absent. */
  thenDocument(id: string, expected: Document): Then;
  thenNoDocument(id: string): Then;
  /** Whatever else has to hold of all documents. */
  thenDocuments(check: (documents: ReadonlyMap<string, Document>) => void): Then;
}

/**
 * Given/then over a projection. The history is folded as the runner does it, event by event with the documents stored in
 * between and all at once in memory: both must give the same documents, which are plain JSON and fit their indexes, and no
 * fold may change the document it is given.
 */
export function projectionSpecification<D extends Document, E extends DomainEvent>(
  projection: Projection<D, E>,
): { given(history: readonly GivenEvent<E>[]): Then } {
  return {
    given(history) {
      const events = recordedHistory(history);
      const stored = foldAll(projection, events, (document) =>
        frozen(JSON.parse(JSON.stringify(document)) as D),
      );
      const kept = foldAll(projection, events, frozen);
      expect(plain(kept)).toEqual(plain(stored));
      for (const document of stored.values()) checkIndexable(projection.indexes, document);
      const then: Then = {
        thenDocument(id, expected) {
          expect(stored.get(id)).toEqual(expected);
          return then;
        },
        thenNoDocument(id) {
          expect(stored.get(id)).toBeUndefined();
          return then;
        },
        thenDocuments(check) {
          check(stored);
          return then;
        },
      };
      return then;
    },
  };
}

/** Gives events the places in the log and the metadata they would have, one second after the other. */
function recordedHistory<E extends DomainEvent>(
  history: readonly GivenEvent<E>[],
): RecordedOf<E>[] {
  const start = Date.parse('2026-03-02T15:00:00.000Z');
  const revisions = new Map<string, number>();
  return history.map((event, i) => {
    const stream = event.stream ?? 'test-1';
    const revision = event.revision ?? (revisions.get(stream) ?? -1) + 1;
    revisions.set(stream, revision);
    const at = event.at ?? new Date(start + i * 1_000).toISOString();
    const id = event.id ?? `00000000-0000-4000-8000-${String(i + 1).padStart(12, '0')}`;
    const metadata = { ...processMetadata('test', id, at), ...event.metadata };
    const { type, data } = event;
    const recorded: Recorded = {
      type,
      data,
      id,
      stream,
      revision,
      position: BigInt(i + 1),
      at,
      metadata,
    };
    return recorded as unknown as RecordedOf<E>;
  });
}

function foldAll<D extends Document, E extends DomainEvent>(
  projection: Projection<D, E>,
  events: readonly RecordedOf<E>[],
  keep: (document: D) => D,
): ReadonlyMap<string, D> {
  const documents = new Map<string, D>();
  for (const event of events) {
    if (!projection.events.includes((event as Recorded).type)) continue;
    for (const id of new Set(projection.documents(event))) {
      const document = projection.fold(documents.get(id), event, id);
      if (document === undefined) documents.delete(id);
      else documents.set(id, keep(document));
    }
  }
  return documents;
}

function plain(documents: ReadonlyMap<string, Document>): unknown {
  return JSON.parse(JSON.stringify([...documents].sort(([a], [b]) => (a < b ? -1 : 1))));
}
