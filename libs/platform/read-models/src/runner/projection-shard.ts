import { areSameAppend, DamagedLogError, StoreUnavailableError } from '#libs/platform/event-store';
import { type Recorded, recordingTime } from '#libs/platform/kernel';
import { type FoldedDocument, ShardDocuments } from './shard-documents.js';
import { checkDocumentId, type InOrder, type StoredDocument } from '../document-store.js';
import type { OpenGeneration } from '../generations/generations.js';
import { WantedEvents } from '../past/past-fold.js';
import type { Projection } from '../projection.js';

/** One projection being folded into one generation. */
export class ProjectionShard {
  readonly #wanted: WantedEvents;
  /** The skipped events when it stopped. */
  #skippedThen: ReadonlySet<bigint> = new Set();
  readonly documents: ShardDocuments;
  /** Position up to which all documents are stored and visible to readers. */
  position: bigint;
  /** Position of the stored checkpoint. It lags behind `position` while no document changes. */
  checkpoint: bigint;
  /** Position up to which events have been folded in memory. */
  folded: bigint;
  live: boolean;
  /** Its pointer is being moved and its predecessor has already stopped, so there is no way back. */
  goingLive = false;
  lastError: string | undefined;
  /** Position of the event that it stopped at, if any. */
  stoppedAt: bigint | undefined;
  /** When that event was recorded, in milliseconds since 1970. */
  stoppedSince: number | undefined;
  stopped = false;
  /** Whether the stop has been logged. */
  reported = false;
  /** When the shard was last known to be complete, in milliseconds since 1970. */
  completeAt: number | undefined;
  /** Time of the last event folded, in milliseconds since 1970. */
  lastEventAt: number | undefined;

  constructor(
    readonly projection: Projection,
    readonly generation: OpenGeneration,
    /** Positions of events to skip; the set may change. */
    readonly skipped: ReadonlySet<bigint> = new Set(),
  ) {
    this.#wanted = new WantedEvents(projection, skipped);
    this.documents = new ShardDocuments(projection, generation.collection);
    this.position = generation.position;
    this.checkpoint = generation.position;
    this.folded = generation.position;
    this.live = generation.live;
  }

  get collection(): string {
    return this.generation.collection;
  }

  /** Whether it is live or about to be. */
  get isForReaders(): boolean {
    return this.live || this.goingLive;
  }

  /** Whether it folds this kind of event and does not skip it. */
  wants(event: Pick<Recorded, 'type' | 'position'>): boolean {
    return this.#wanted.has(event);
  }

  /** Picks the events of this shard with their documents. If the projection throws, picks only the appends before that event. */
  pick(events: InOrder<Recorded>): PickedEvents {
    const picked: PickedEvents['picked'][number][] = [];
    const missing: FoldedDocument[] = [];
    for (const event of events) {
      if (event === undefined || event.position <= this.folded || !this.wants(event)) continue;
      try {
        for (const id of this.projection.documents(event)) {
          let entry = this.documents.inMemory(id);
          if (entry === undefined) {
            checkDocumentId(id);
            entry = this.documents.add(id);
            missing.push(entry);
          }
          picked.push({ event, entry });
        }
      } catch (error) {
        const before = picked.filter(
          (other) => other.event !== event && !areSameAppend(other.event, event),
        );
        return { shard: this, picked: before, missing, failure: { error, event } };
      }
    }
    return { shard: this, picked, missing };
  }

  /**
   * Folds picked events, up to the last append that can be folded as a whole.
   * @param loaded the stored documents of `missing`
   * @param upTo end of the batch
   */
  fold(
    { picked, missing, failure }: PickedEvents,
    loaded: InOrder<StoredDocument>,
    upTo: bigint,
  ): void {
    missing.forEach((entry, i) => {
      entry.document = loaded[i]?.document;
      entry.position = loaded[i]?.position ?? 0n;
    });
    const append = new CurrentAppend();
    for (const [index, { event, entry }] of picked.entries()) {
      append.fold(event, entry, picked[index + 1]?.event);
      try {
        this.documents.fold(entry, event);
      } catch (error) {
        append.undo();
        if (append.before) this.#reached(append.before);
        this.documents.undone(this.folded);
        this.stop(error, event);
        return;
      }
    }
    if (append.last) this.#reached(append.last);
    if (failure) this.stop(failure.error, failure.event);
    else this.pass(upTo);
  }

  /** Whether an event has been skipped since it stopped, so that a new shard may get further. */
  get mayGoOn(): boolean {
    return this.stopped && [...this.skipped].some((position) => !this.#skippedThen.has(position));
  }

  /** Notes that there is nothing left to fold up to a position. */
  pass(upTo: bigint): void {
    if (!this.stopped && upTo > this.folded) this.folded = upTo;
  }

  #reached(event: Recorded): void {
    this.folded = event.position;
    this.lastEventAt = Date.parse(recordingTime(event));
  }

  /** Stops because its documents can't be written, and discards what was folded since the last write. */
  stopUnstored(error: unknown): void {
    this.folded = this.position;
    this.stop(error);
  }

  /** Stops, at an event if given. See {@link describeError} for what is kept of the error. */
  stop(
    error: unknown,
    event?: Pick<Recorded, 'type' | 'position'> & Parameters<typeof recordingTime>[0],
  ): void {
    this.stopped = true;
    this.stoppedAt = event?.position;
    this.stoppedSince = event && Date.parse(recordingTime(event));
    this.#skippedThen = new Set(this.skipped);
    this.lastError = describeError(error, event);
  }
}

/** Events of a batch that one shard folds. */
export interface PickedEvents {
  readonly shard: ProjectionShard;
  /** Each event with each of its documents, in order. */
  readonly picked: readonly { readonly event: Recorded; readonly entry: FoldedDocument }[];
  /** Documents to load first. */
  readonly missing: readonly FoldedDocument[];
  readonly failure?: { readonly error: unknown; readonly event: Recorded };
}

/** The append being folded. If it can't be folded as a whole, its documents are restored to their earlier state. */
class CurrentAppend {
  #earlier: [FoldedDocument, Omit<FoldedDocument, 'id'>][] = [];
  #goesOn = false;
  last: Recorded | undefined;
  /** The last event of the previous append. */
  before: Recorded | undefined;

  /** Must be called before an event is folded into a document; `next` is the event after it. */
  fold(event: Recorded, entry: FoldedDocument, next: Recorded | undefined): void {
    if (!this.#goesOn) {
      this.before = this.last;
      if (this.#earlier.length > 0) this.#earlier = [];
    }
    this.last = event;
    this.#goesOn = next !== undefined && (next === event || areSameAppend(event, next));
    if (!this.#goesOn) return;
    const { document, position, changed } = entry;
    this.#earlier.push([entry, { document, position, changed }]);
  }

  /** Restores the documents. The one whose fold threw has not changed. */
  undo(): void {
    for (const [entry, earlier] of this.#earlier.reverse()) Object.assign(entry, earlier);
  }
}

/**
 * Describes an error without its message, which may quote data: class, event, first stack frame outside of packages. A store that is
 * unavailable says why.
 */
export function describeError(
  error: unknown,
  event?: { readonly type: string; readonly position: bigint },
): string {
  const name = error instanceof Error ? error.name : typeof error;
  const frames = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  const line = frames.find((frame) => /^\s+at /.test(frame) && !frame.includes('node_modules'));
  // These messages name a server, or a place in the log, but no data.
  if (error instanceof DamagedLogError || error instanceof StoreUnavailableError) {
    return `${name}: ${error.message}`;
  }
  const place = event ? ` at ${event.type}, position ${event.position.toString()}` : '';
  return `${name}${place}${line === undefined ? '' : `, ${line.trim()}`}`;
}
