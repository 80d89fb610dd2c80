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
  /**
   * Values that a document is found by though they stand in no index in the clear: by name of the field that a keyed hash of each
   * is kept in ({@link hashedValue}).
   */
  hashed?(document: D): Readonly<Record<string, readonly string[]>>;
  /** Documents hold no data of a person, whatever the events do: an erasure passes them by. */
  readonly impersonal?: true;
  /**
   * Where the past of a document is found, so that a read of the past takes a few streams. Without it such a read goes through
   * the log from its start: right, but as slow as the log is long.
   */
  readonly history?: DocumentHistory;
}

/** Type of an event without the version it was stored with. */
export function typeOf(storedType: string): string {
  return storedType.replace(/\.v\d+$/, '');
}

/** Where the past of the documents of a projection is found. A projection that has it never deletes a document. */
export interface DocumentHistory {
  /** Streams that hold every event of a document. */
  streams(id: string): readonly EventSource[];
  /**
   * By name of an index, how many of its first fields never change once a document is there: what was selected by them in the
   * past is among what they select now. An index that is not named has none, and all documents are looked at.
   */
  readonly fixed: Readonly<Record<string, number>>;
}

/** A stream, or the beginning of one. */
export interface EventSource {
  readonly stream: string;
  /** Only so many of its first events; default all. */
  readonly first?: number;
}

/** The history of documents that have a stream of their own, of the same id: what `streams` is then. */
export function ownStream({ category }: { readonly category: string }): DocumentHistory['streams'] {
  return (id) => [{ stream: `${category}-${id}` }];
}

/** What a query has to know of a projection: its name, and by the fold the type of its documents. */
export interface ReadModelDefinition<D extends Document = Document> {
  readonly name: string;
  fold?(document: D | undefined, event: never, id: string): D | undefined;
}

/** Has a key of the service. */
export interface Hasher {
  /** HMAC of a value in a namespace. */
  keyedHash(namespace: string, value: string): string;
}

/** What a hashed field has of a value: for looking documents up by it. */
export function hashedValue(
  { name }: ReadModelDefinition,
  field: string,
  value: string,
  hasher: Hasher,
): string {
  return hasher.keyedHash(`document/${name}/${field}`, value);
}

/** A projection with its hashed fields filled. */
export function withHashes(projection: Projection, hasher: Hasher): Projection {
  if (projection.hashed === undefined) return projection;
  return {
    ...projection,
    fold: (before, event, id) => {
      const document = projection.fold(before, event, id);
      if (document === undefined || document === before) return document;
      const hashes = Object.entries(projection.hashed?.(document) ?? {}).map(([field, values]) => [
        field,
        values.map((value) => hashedValue(projection, field, value, hasher)),
      ]);
      return { ...document, ...(Object.fromEntries(hashes) as Document) };
    },
  };
}
