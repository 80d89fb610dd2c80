import type { Recorded } from '#libs/platform/kernel';
import { ChangedDocuments, type FoldedDocument } from './changed-documents.js';
import type { Document, DocumentWrite } from '../document-store.js';
import {
  type KeptVersion,
  leavesVersion,
  versionAfter,
  versionWrite,
} from '../generations/kept-versions.js';
import type { Projection } from '../projection.js';

/** One document in so many is measured. */
const SAMPLED = 64;
/** What a document needs besides its JSON. */
const ENTRY_BYTES = 200;

/** Writes in the order in which they have to be stored; to be gone through as often as it takes, until the next event is folded. */
export interface DocumentWrites extends Iterable<DocumentWrite> {
  readonly size: number;
}

/** The documents of one projection that are being folded: those in memory, and what of them has to be stored. */
export class ShardDocuments {
  /** Oldest first: all that changed since they were stored, and some that did not. */
  readonly #documents = new Map<string, FoldedDocument>();
  #changed = new ChangedDocuments();
  /** Versions to be kept that are not stored yet, by their ids. */
  readonly #kept = new Map<string, DocumentWrite>();
  #averageBytes = 1_000;

  constructor(
    private readonly projection: Projection,
    private readonly collection: string,
  ) {}

  /** Size of the documents that are newer than what is stored and of versions to be kept, roughly, as JSON. */
  get changedBytes(): number {
    return (this.#changed.size + this.#kept.size) * this.#averageBytes;
  }

  /** Number of documents in memory. */
  get size(): number {
    return this.#documents.size;
  }

  /** Their size, roughly, as JSON. */
  get bytes(): number {
    return this.#documents.size * this.#averageBytes;
  }

  /** Forgets the documents that have been in memory longest; to be called when all are stored. */
  trim(size: number): void {
    for (const id of this.#documents.keys()) {
      if (this.#documents.size <= size) return;
      this.#documents.delete(id);
    }
  }

  /** A document in memory. */
  inMemory(id: string): FoldedDocument | undefined {
    return this.#documents.get(id);
  }

  /** Takes a document into memory that is not there; `position` is that of the stored one, 0n for none. */
  add(id: string, position = 0n): FoldedDocument {
    const entry = { id, document: undefined, position, changed: false };
    this.#documents.set(id, entry);
    return entry;
  }

  /** Folds an event into a document, unless that has it. */
  fold(entry: FoldedDocument, event: Recorded): void {
    if (event.position <= entry.position) return;
    const document = this.projection.fold(entry.document, event, entry.id);
    if (document && this.projection.history !== undefined && leavesVersion(event)) {
      this.keep(versionAfter(event, entry.id, document), event.position);
    }
    if (document === entry.document) return;
    this.#change(entry, document, event.position);
  }

  /** Forgets what was to be stored of documents that were made again what they had been at `position`. */
  undone(position: bigint): void {
    this.#changed.retainChanged();
    for (const [id, write] of this.#kept) if (write.position > position) this.#kept.delete(id);
  }

  /**
   * Puts a document that was folded anew in the place of the one there is, unless that has newer events.
   * @param position of the event that made it necessary
   * @param stored position of the stored document; 0n for none
   */
  replace(id: string, document: Document | undefined, position: bigint, stored: bigint): void {
    const entry = this.#documents.get(id);
    if ((entry?.position ?? stored) >= position) return;
    if (entry === undefined && stored === 0n && document === undefined) return;
    this.#change(entry ?? this.add(id, stored), document, position);
  }

  /**
   * Has a version of a document stored with the next documents, in the place of what is kept of the same event.
   * @param position of the event that leaves it, or of the one that made it necessary to fold it anew
   */
  keep(version: KeptVersion, position: bigint): void {
    const write = versionWrite(this.collection, version, position);
    this.#kept.set(write.id, write);
  }

  /**
   * The versions to be kept and the changed documents as writes; they count as stored from now on. A version comes before its
   * document: where that is stored, an event is not folded again.
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

  /** Measures a document as it is stored: until then it grows. */
  #measure({ document }: FoldedDocument): void {
    const text = JSON.stringify(document) as string | undefined;
    const bytes = ENTRY_BYTES + (text ?? '').length;
    this.#averageBytes += (bytes - this.#averageBytes) / 16;
  }
}
