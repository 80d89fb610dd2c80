import type { Recorded } from '#libs/platform/kernel';
import type { Document, DocumentWrite } from '../document-store.js';
import { type KeptVersion, leavesVersion, versionAfter, versionWrite } from '../past/past-fold.js';
import type { Projection } from '../projection.js';

/** Every 64th document is measured. */
const SAMPLED = 64;
/** Memory of a document in addition to its JSON. */
const ENTRY_BYTES = 200;

/** Writes in the required order. May be iterated repeatedly, until the next event is folded. */
export interface DocumentWrites extends Iterable<DocumentWrite> {
  readonly size: number;
}

/** The documents in memory of one shard, and those that have to be stored. */
export class ShardDocuments {
  /** Oldest first: all that are not stored yet, and some that are. */
  readonly #documents = new Map<string, FoldedDocument>();
  #changed = new ChangedDocuments();
  /** Versions to keep that are not stored yet, by id. */
  readonly #kept = new Map<string, DocumentWrite>();
  #averageBytes = 1_000;

  constructor(
    private readonly projection: Projection,
    private readonly collection: string,
  ) {}

  /** Approximate JSON size of all that is not stored yet. */
  get changedBytes(): number {
    return (this.#changed.size + this.#kept.size) * this.#averageBytes;
  }

  get size(): number {
    return this.#documents.size;
  }

  /** Approximate JSON size of the documents in memory. */
  get bytes(): number {
    return this.#documents.size * this.#averageBytes;
  }

  /** Removes the oldest documents from memory. All must have been stored. */
  trim(size: number): void {
    for (const id of this.#documents.keys()) {
      if (this.#documents.size <= size) return;
      this.#documents.delete(id);
    }
  }

  inMemory(id: string): FoldedDocument | undefined {
    return this.#documents.get(id);
  }

  /** Adds a document that is not in memory; `position` is that of the stored one, 0n for none. */
  add(id: string, position = 0n): FoldedDocument {
    const entry = { id, document: undefined, position, changed: false };
    this.#documents.set(id, entry);
    return entry;
  }

  /** Folds an event into a document unless it already contains it. */
  fold(entry: FoldedDocument, event: Recorded): void {
    if (event.position <= entry.position) return;
    const document = this.projection.fold(entry.document, event, entry.id);
    if (document && this.projection.history !== undefined && leavesVersion(event)) {
      this.keep(versionAfter(event, entry.id, document), event.position);
    }
    if (document === entry.document) return;
    this.#change(entry, document, event.position);
  }

  /** Discards pending writes of documents that were restored to their state at `position`. */
  undone(position: bigint): void {
    this.#changed.retainChanged();
    for (const [id, write] of this.#kept) if (write.position > position) this.#kept.delete(id);
  }

  /**
   * Replaces a document by one that was folded again, unless the present one has newer events.
   * @param position of the event that made this necessary
   * @param stored position of the stored document; 0n for none
   */
  replace(id: string, document: Document | undefined, position: bigint, stored: bigint): void {
    const entry = this.#documents.get(id);
    if ((entry?.position ?? stored) >= position) return;
    if (entry === undefined && stored === 0n && document === undefined) return;
    this.#change(entry ?? this.add(id, stored), document, position);
  }

  /** Stores a version with the next documents; see {@link versionWrite} for `position`. */
  keep(version: KeptVersion, position: bigint): void {
    const write = versionWrite(this.collection, version, position);
    this.#kept.set(write.id, write);
  }

  /**
   * Returns all pending writes and considers them stored. Versions come before documents, because an event is not folded again once
   * its document is stored.
   */
  takeWrites(): DocumentWrites {
    const { collection } = this;
    const kept = [...this.#kept.values()];
    this.#kept.clear();
    const changed = this.#changed;
    this.#changed = new ChangedDocuments();
    let n = 0;
    for (const entry of changed.unordered()) {
      entry.changed = false;
      if (++n % SAMPLED === 0) this.#measure(entry);
    }
    return {
      size: kept.length + n,
      *[Symbol.iterator]() {
        yield* kept;
        for (const { id, document, position } of changed) {
          yield { collection, id, document, position };
        }
      },
    };
  }

  #change(entry: FoldedDocument, document: Document | undefined, position: bigint): void {
    entry.document = document;
    entry.position = position;
    if (entry.changed) return;
    entry.changed = true;
    this.#changed.add(entry);
  }

  /** Measures a document when it is stored, since it grows until then. */
  #measure({ document }: FoldedDocument): void {
    const text = JSON.stringify(document) as string | undefined;
    const bytes = ENTRY_BYTES + (text ?? '').length;
    this.#averageBytes += (bytes - this.#averageBytes) / 16;
  }
}

export interface FoldedDocument {
  readonly id: string;
  document: Document | undefined;
  /** Position of its last event; 0n if there is no such document yet. */
  position: bigint;
  /** Whether it is newer than the stored one. */
  changed: boolean;
}

/** Documents sorted in one step. */
const RUN = 1_000;

/**
 * Documents to store, in id order: neighbors on disk are then written together, which takes far fewer writes. They are sorted in runs
 * and merged on iteration, so that no step delays requests.
 */
export class ChangedDocuments implements Iterable<FoldedDocument> {
  /** Each sorted by id. */
  #runs: FoldedDocument[][] = [];
  #last: FoldedDocument[] = [];

  get size(): number {
    return this.#runs.reduce((sum, run) => sum + run.length, this.#last.length);
  }

  /** Adds a document, which must not be among them yet. */
  add(document: FoldedDocument): void {
    if (this.#last.push(document) < RUN) return;
    this.#runs.push(this.#last.sort(byId));
    this.#last = [];
  }

  /** Removes documents that are no longer changed. */
  retainChanged(): void {
    const retained = (run: FoldedDocument[]): FoldedDocument[] =>
      run.filter(({ changed }) => changed);
    this.#runs = this.#runs.map(retained);
    this.#last = retained(this.#last);
  }

  /** In any order. */
  *unordered(): Generator<FoldedDocument, void, undefined> {
    for (const run of this.#runs) yield* run;
    yield* this.#last;
  }

  /** In id order. */
  [Symbol.iterator](): Generator<FoldedDocument, void, undefined> {
    return merged([...this.#runs, this.#last.sort(byId)]);
  }
}

function byId(a: FoldedDocument, b: FoldedDocument): number {
  return a.id < b.id ? -1 : 1;
}

function* merged(
  runs: readonly (readonly FoldedDocument[])[],
): Generator<FoldedDocument, void, undefined> {
  if (runs.length <= 1) {
    yield* runs[0] ?? [];
    return;
  }
  const half = runs.length >> 1;
  const some = merged(runs.slice(0, half));
  const others = merged(runs.slice(half));
  let [one, other] = [some.next(), others.next()];
  while (!one.done && !other.done) {
    if (one.value.id < other.value.id) {
      yield one.value;
      one = some.next();
    } else {
      yield other.value;
      other = others.next();
    }
  }
  for (; !one.done; one = some.next()) yield one.value;
  for (; !other.done; other = others.next()) yield other.value;
}
