import type { DomainEvent, RecordedOf } from '#libs/platform/kernel';
import type { Document, IndexDefinition } from './document-store.js';

/**
 * A read model: which events it wants, which documents an event belongs to, and how a document follows from the one before
 * and an event. Pure throughout, so that a rebuild, a read of the past and a comparison give the same documents.
 */
export interface Projection<D extends Document = Document, E extends DomainEvent = DomainEvent> {
  /** `<context>.<readModel>`, such as `folios.folio`. */
  readonly name: string;
  /** Grows when the fold or the document changes: a new generation is then built beside the live one. */
  readonly version: number;
  readonly indexes: readonly IndexDefinition[];
  /** Event types without version. */
  readonly events: readonly E['type'][];
  /** Ids of the documents an event belongs to. */
  documents(event: RecordedOf<E>): readonly string[];
  /** The document after the event; undefined for none, which deletes it. */
  fold(document: D | undefined, event: RecordedOf<E>, id: string): D | undefined;
}

/** What a query has to know of a projection: its name, and by the fold the type of its documents. */
export interface ReadModelDefinition<D extends Document = Document> {
  readonly name: string;
  fold(document: D | undefined, event: never, id: string): D | undefined;
}
