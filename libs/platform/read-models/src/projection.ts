import type { DomainEvent, RecordedOf } from '#libs/platform/kernel';
import type { Document, IndexDefinition } from './document-store.js';

/**
 * The definition of a read model: its events, the documents that an event belongs to, and the fold from a document and an event to
 * the next document. All functions are pure, so that rebuilds, as-of reads and comparisons yield the same documents.
 */
export interface Projection<D extends Document = Document, E extends DomainEvent = DomainEvent> {
  /** `<context>.<readModel>`, such as `folios.folio`. */
  readonly name: string;
  /** Incremented when the fold or the document changes: a new generation is then built beside the live one. */
  readonly version: number;
  readonly indexes: readonly IndexDefinition[];
  /** Event types without version. */
  readonly events: readonly E['type'][];
  /** Ids of the documents that an event belongs to. */
  documents(event: RecordedOf<E>): readonly string[];
  /** Returns the document after the event; undefined deletes it. */
  fold(document: D | undefined, event: RecordedOf<E>, id: string): D | undefined;
  /** Values to look documents up by without indexing them in the clear, by the field that stores their {@link hashedValue}. */
  hashed?(document: D): Readonly<Record<string, readonly string[]>>;
  /** Documents contain no personal data even if the events do: an erasure skips them. */
  readonly impersonal?: true;
  /** Lets as-of reads fold a few streams. Without it they read the log from its start, which gets slower as the log grows. */
  readonly history?: DocumentHistory;
}

/** Type of a stored event without its version. */
export function typeOf(storedType: string): string {
  return storedType.replace(/\.v\d+$/, '');
}

/** Where the past of a projection's documents is found. A projection with a history must never delete a document. */
export interface DocumentHistory {
  /** Streams that contain every event of a document. */
  streams(id: string): readonly EventSource[];
  /**
   * By index name, how many of its first fields never change during the life of a document: what they selected in the past is a
   * subset of what they select now. Default 0: a selection of the past considers all documents.
   */
  readonly fixed: Readonly<Record<string, number>>;
}

/** A stream, or its beginning. */
export interface EventSource {
  readonly stream: string;
  /** Number of events to read; default all. */
  readonly first?: number;
}

/** `streams` of documents that each have a stream with the same id. */
export function streamPerDocument({
  category,
}: {
  readonly category: string;
}): DocumentHistory['streams'] {
  return (id) => [{ stream: `${category}-${id}` }];
}

/** What a query needs of a projection: its name and, through the fold, the type of its documents. */
export interface ReadModelDefinition<D extends Document = Document> {
  readonly name: string;
  fold?(document: D | undefined, event: never, id: string): D | undefined;
}

/** Computes HMACs with a key of the service. */
export interface Hasher {
  keyedHash(namespace: string, value: string): string;
}

/** The keyed hash that a field stores for a value, for looking documents up by it. */
export function hashedValue(
  { name }: ReadModelDefinition,
  field: string,
  value: string,
  hasher: Hasher,
): string {
  return hasher.keyedHash(`document/${name}/${field}`, value);
}

/** A projection whose fold also fills in the hashed fields. */
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

type Known = Pick<Projection, 'name' | 'version'>;

/** An event that an operator had a version of a read model skip. */
export interface Skip {
  readonly version: number;
  readonly position: bigint;
}

/**
 * Events that read models skip. A skip applies to all generations and as-of reads of one version. A later version, whose fold may
 * handle the event, does not skip it.
 */
export class SkippedEvents {
  readonly #known = new Map<string, Set<bigint>>();

  /** @param read reads the skips of a read model from the log */
  constructor(private readonly read: (name: string) => Promise<readonly Skip[]>) {}

  /** Known positions that this version skips; {@link refresh} brings the set up to date. */
  of({ name, version }: Known): ReadonlySet<bigint> {
    const key = `${name} ${version}`;
    let known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, (known = new Set()));
    return known;
  }

  /** Reads from the log what is skipped now. */
  async refresh(projection: Known): Promise<void> {
    const known = this.of(projection) as Set<bigint>;
    const skips = await this.read(projection.name);
    const now = skips.filter(({ version }) => version === projection.version);
    known.clear();
    for (const { position } of now) known.add(position);
  }
}
