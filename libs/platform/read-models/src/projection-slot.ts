import { areOfOneAppend, DamagedLogError } from '#libs/platform/event-store';
import type { Recorded } from '#libs/platform/kernel';
import { AppendAtHand, type FoldedDocument } from './append-at-hand.js';
import type { Document, DocumentWrite, StoredDocument } from './document-store.js';
import type { OpenGeneration } from './generations.js';
import { type KeptVersion, leavesVersion, versionAfter, versionWrite } from './kept-versions.js';
import type { Projection } from './projection.js';

/** One document in so many is measured. */
const SAMPLED = 64;
/** What a document needs besides its JSON. */
const ENTRY_BYTES = 200;

/** One projection being folded into one generation: its place in the log, its changed documents, its state. */
export class ProjectionSlot {
  readonly #wanted: ReadonlySet<string>;
  /** Documents in memory, oldest first: all that changed since they were stored, and some that did not. */
  readonly #documents = new Map<string, FoldedDocument>();
  #changed: FoldedDocument[] = [];
  /** Versions to be kept that are not stored yet, by their ids. */
  readonly #kept = new Map<string, DocumentWrite>();
  #averageBytes = 1_000;
  /** Position up to which everything is stored: what readers get. */
  position: bigint;
  /** Position of the checkpoint in the store: behind `position` while nothing but the checkpoint would change. */
  checkpoint: bigint;
  /** Position up to which events have been folded in memory. */
  folded: bigint;
  live: boolean;
  /** Its pointer is being moved: its predecessor stands still already, so that there is no way back. */
  goingLive = false;
  lastError: string | undefined;
  stopped = false;
  /** Whether the stop has been logged. */
  reported = false;
  /** When the slot was last known to have everything, in milliseconds since 1970. */
  completeAt: number | undefined;
  /** Time of the last event folded, in milliseconds since 1970. */
  lastEventAt: number | undefined;

  constructor(
    readonly projection: Projection,
    readonly generation: OpenGeneration,
  ) {
    this.#wanted = new Set(projection.events);
    this.position = generation.position;
    this.checkpoint = generation.position;
    this.folded = generation.position;
    this.live = generation.live;
  }

  get collection(): string {
    return this.generation.collection;
  }

  /** Whether readers get it, or are about to. */
  get isForReaders(): boolean {
    return this.live || this.goingLive;
  }

  /** Size of the documents that are newer than what is stored and of versions to be kept, roughly, as JSON. */
  get changedBytes(): number {
    return (this.#changed.length + this.#kept.size) * this.#averageBytes;
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

  wants(type: string): boolean {
    return this.#wanted.has(type);
  }

  /**
   * Picks the events of this slot and finds the documents they belong to. An error of the projection ends the batch: the
   * appends before it are still taken.
   */
  pick(events: readonly (Recorded | undefined)[]): PickedEvents {
    const picked: PickedEvents['picked'][number][] = [];
    const missing: FoldedDocument[] = [];
    for (const event of events) {
      if (event === undefined || event.position <= this.folded || !this.wants(event.type)) continue;
      try {
        for (const id of this.projection.documents(event)) {
          let entry = this.#documents.get(id);
          if (entry === undefined) {
            entry = { id, document: undefined, position: 0n, changed: false };
            this.#documents.set(id, entry);
            missing.push(entry);
          }
          picked.push({ event, entry });
        }
      } catch (error) {
        const before = picked.filter(
          (other) => other.event !== event && !areOfOneAppend(other.event, event),
        );
        return { slot: this, picked: before, missing, failure: { error, event } };
      }
    }
    return { slot: this, picked, missing };
  }

  /**
   * Folds picked events, up to the last append that can be folded as a whole. `loaded` are the stored documents of `missing`;
   * `upTo` is where the batch ends.
   */
  fold(
    { picked, missing, failure }: PickedEvents,
    loaded: readonly (StoredDocument | undefined)[],
    upTo: bigint,
  ): void {
    missing.forEach((entry, i) => {
      entry.document = loaded[i]?.document;
      entry.position = loaded[i]?.position ?? 0n;
    });
    const append = new AppendAtHand();
    for (const [index, { event, entry }] of picked.entries()) {
      append.fold(event, entry, picked[index + 1]?.event);
      try {
        this.#foldInto(entry, event);
      } catch (error) {
        append.undo();
        this.#changed = this.#changed.filter(({ changed }) => changed);
        if (append.before) this.#reached(append.before);
        for (const [id, { position }] of this.#kept) {
          if (position > this.folded) this.#kept.delete(id);
        }
        this.stop(error, event);
        return;
      }
    }
    if (append.last) this.#reached(append.last);
    if (failure) this.stop(failure.error, failure.event);
    else this.pass(upTo);
  }

  /** Takes note that there is nothing for this slot up to a position. */
  pass(upTo: bigint): void {
    if (!this.stopped && upTo > this.folded) this.folded = upTo;
  }

  /**
   * Puts a document that was folded anew in the place of the one there is, unless that has newer events.
   * @param position of the event that made it necessary
   * @param stored position of the stored document; 0n for none
   */
  replace(id: string, document: Document | undefined, position: bigint, stored: bigint): void {
    let entry = this.#documents.get(id);
    if ((entry?.position ?? stored) >= position) return;
    if (entry === undefined) {
      if (stored === 0n && document === undefined) return;
      entry = { id, document: undefined, position: stored, changed: false };
      this.#documents.set(id, entry);
    }
    entry.document = document;
    entry.position = position;
    if (!entry.changed) this.#changed.push(entry);
    entry.changed = true;
  }

  /**
   * Has a version of a document stored with the next documents, in the place of what is kept of the same event.
   * @param position of the event that leaves it, or of the one that made it necessary to fold it anew
   */
  keep(version: KeptVersion, position: bigint): void {
    const write = versionWrite(this.collection, version, position);
    this.#kept.set(write.id, write);
  }

  #foldInto(entry: FoldedDocument, event: Recorded): void {
    if (event.position <= entry.position) return;
    const document = this.projection.fold(entry.document, event, entry.id);
    if (document && this.#keepsPast && leavesVersion(event)) {
      this.keep(versionAfter(event, entry.id, document), event.position);
    }
    if (document === entry.document) return;
    entry.document = document;
    entry.position = event.position;
    if (entry.changed) return;
    entry.changed = true;
    this.#changed.push(entry);
  }

  /** Measures some of the documents as they are stored: until then they grow. */
  #measure(documents: readonly FoldedDocument[]): void {
    for (let i = SAMPLED - 1; i < documents.length; i += SAMPLED) {
      const text = JSON.stringify(documents[i]?.document) as string | undefined;
      const bytes = ENTRY_BYTES + (text ?? '').length;
      this.#averageBytes += (bytes - this.#averageBytes) / 16;
    }
  }

  #reached(event: Recorded): void {
    this.folded = event.position;
    this.lastEventAt = Date.parse(event.at);
  }

  get #keepsPast(): boolean {
    return this.projection.history !== undefined;
  }

  /**
   * The versions to be kept and the changed documents as writes; they count as stored from now on. A version comes before its
   * document: where that is stored, an event is not folded again.
   */
  takeWrites(): DocumentWrite[] {
    const { collection } = this;
    const kept = [...this.#kept.values()];
    this.#kept.clear();
    // In id order, neighbours on the disk are written together: much less of it for a big batch.
    const changed = this.#changed.sort((a, b) => (a.id < b.id ? -1 : 1));
    this.#changed = [];
    this.#measure(changed);
    const writes = changed.map((entry) => {
      entry.changed = false;
      const { id, document, position } = entry;
      return document === undefined
        ? { collection, id, position }
        : { collection, id, document, position };
    });
    return kept.length === 0 ? writes : [...kept, ...writes];
  }

  /** Stops because its documents can't be written: what was folded since the last write does not count. */
  stopUnstored(error: unknown): void {
    this.folded = this.position;
    this.stop(error);
  }

  /** Stops at an event. What is kept of the error names no data: its class, the event's type and place, the line of code. */
  stop(error: unknown, event?: Pick<Recorded, 'type' | 'position'>): void {
    this.stopped = true;
    this.lastError = describeError(error, event);
  }
}

/** Events of a batch that one slot folds. */
export interface PickedEvents {
  readonly slot: ProjectionSlot;
  /** Each event with each of its documents, in order. */
  readonly picked: readonly { readonly event: Recorded; readonly entry: FoldedDocument }[];
  /** Documents to load first. */
  readonly missing: readonly FoldedDocument[];
  readonly failure?: { readonly error: unknown; readonly event: Recorded };
}

/** An error without anything it may have quoted: class, place in the log, first line of the stack outside of libraries. */
export function describeError(
  error: unknown,
  event?: { readonly type: string; readonly position: bigint },
): string {
  const name = error instanceof Error ? error.name : typeof error;
  const frames = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  const line = frames.find((frame) => /^\s+at /.test(frame) && !frame.includes('node_modules'));
  // What is said of damage says where it is, and nothing of what stands there.
  if (error instanceof DamagedLogError) return `${name}: ${error.message}`;
  const place = event ? ` at ${event.type}, position ${event.position.toString()}` : '';
  return `${name}${place}${line === undefined ? '' : `, ${line.trim()}`}`;
}
