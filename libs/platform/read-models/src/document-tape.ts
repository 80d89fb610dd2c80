import type { EventStore, StoredEvent } from '#libs/platform/event-store';
import type { DecodeEvents } from './lane-context.js';
import { mergedStreams } from './merged-streams.js';
import { foldEvent, type FoldedDocuments, type WantedEvents } from './past-fold.js';
import type { EventSource, Projection } from './projection.js';

/** Events decoded and folded at a time; after each such batch a moment is kept. */
const BATCH = 128;
/** Moments kept of one tape: beyond, every second one is dropped. */
const MOST_MOMENTS = 32;

/** What the documents were after an event, and where reading goes on. */
interface Moment {
  /** Position of the event; 0n before the first. */
  readonly position: bigint;
  /** Position of the event after it, where one is known. */
  readonly until?: bigint;
  readonly documents: FoldedDocuments;
  /** Next revision of each source. */
  readonly next: readonly number[];
}

/** What a tape is played with. */
export interface TapeReader {
  readonly eventStore: EventStore;
  readonly decode: DecodeEvents;
}

/**
 * The documents that a set of streams makes up, at any position of the log. Moments that were looked at are kept, and some
 * in between: documents of the past never change, so the next look at a moment near by reads a few events or none.
 */
export class DocumentTape {
  /** In order of position; the first is the beginning. */
  #moments: readonly Moment[];

  constructor(
    private readonly projection: Projection,
    private readonly wanted: WantedEvents,
    private readonly sources: readonly EventSource[],
  ) {
    this.#moments = [{ position: 0n, documents: new Map(), next: sources.map(() => 0) }];
  }

  /** Number of documents kept, moments of the same one counted apart. */
  get size(): number {
    return this.#moments.reduce((sum, { documents }) => sum + documents.size + 1, 0);
  }

  /** The documents after the last event at or before a position. */
  async at(asOf: bigint, reader: TapeReader): Promise<ReadonlyMap<string, unknown>> {
    const nearest = this.#nearest(asOf);
    if (nearest.until !== undefined && asOf < nearest.until) return nearest.documents;
    return this.#playOn(nearest, asOf, reader);
  }

  #nearest(asOf: bigint): Moment {
    const nearest = this.#moments.findLast(({ position }) => position <= asOf);
    if (nearest === undefined) throw new RangeError('a position is not negative');
    return nearest;
  }

  async #playOn(from: Moment, asOf: bigint, reader: TapeReader): Promise<FoldedDocuments> {
    const documents = new Map(from.documents);
    const next = [...from.next];
    const passed: Moment[] = [];
    let position = from.position;
    let until: bigint | undefined;
    let batch: StoredEvent[] = [];
    const fold = async (): Promise<void> => {
      for (const event of await reader.decode(batch)) {
        if (event) foldEvent(this.projection, documents, event);
      }
      batch = [];
    };
    for await (const { event, source } of mergedStreams(reader.eventStore, this.sources, next)) {
      if (event.position > asOf) {
        until = event.position;
        break;
      }
      next[source] = event.revision + 1;
      position = event.position;
      if (this.wanted.has(event.type)) batch.push(event);
      if (batch.length < BATCH) continue;
      await fold();
      passed.push({ position, documents: new Map(documents), next: [...next] });
    }
    await fold();
    this.#keep([...passed, { position, documents, next, ...(until !== undefined && { until }) }]);
    return documents;
  }

  #keep(moments: readonly Moment[]): void {
    const known = new Map(this.#moments.map((moment) => [moment.position, moment]));
    for (const moment of moments) {
      if (known.get(moment.position)?.until === undefined) known.set(moment.position, moment);
    }
    const all = [...known.values()].sort((a, b) => (a.position < b.position ? -1 : 1));
    this.#moments =
      all.length <= MOST_MOMENTS ? all : all.filter((_, i) => i % 2 === 0 || i === all.length - 1);
  }
}
