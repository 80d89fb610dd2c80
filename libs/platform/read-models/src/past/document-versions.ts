import { type EventStore, type StoredEvent, weightOf } from '#libs/platform/event-store';
import type { Recorded } from '#libs/platform/kernel';
import type { Document } from '../document-store.js';
import type { KeptVersion } from '../generations/kept-versions.js';
import type { DecodeEvents } from '../runner/subscription-context.js';
import { mergedStreams, type WantedEvents } from './past-fold.js';
import type { EventSource, Projection } from '../projection.js';
import type { SkippedEvents } from '../skipped-events.js';

/** Events decoded and folded at a time. */
const BATCH = 256;
/** One version in so many is measured. */
const SAMPLED = 8;
/** Versions kept of one set of streams, in bytes: of a longer past those of the oldest moments are let go. */
const MOST_BYTES = 16 * 1024 * 1024;

/** A document as an event left it; without `document` there was none. */
interface Version {
  /** Position of the event. */
  readonly position: bigint;
  readonly document: Document | undefined;
}

/** What versions are read with. */
export interface VersionsReader {
  readonly eventStore: EventStore;
  readonly decode: DecodeEvents;
  /** Without it nothing is skipped. */
  readonly skipped?: SkippedEvents | undefined;
}

/**
 * Every version of the documents that a set of streams makes up, from the beginning; or of one of them, from a version on that is
 * kept. They go up to the newest moment that was looked at: what is older is found in memory, for the past never changes, and
 * a newer one reads on. Versions share what did not change. They take a bounded amount of memory: see {@link reachesBackTo}.
 */
export class DocumentVersions {
  readonly #versions = new Map<string, Version[]>();
  readonly #next: number[];
  /** Versions from here on are kept, up to {@link #end}: up to there every event has been folded. */
  #since = -1n;
  #end: bigint;
  /** Reading on, one at a time. */
  #reading: Promise<void> = Promise.resolve();
  /** Number of versions, the weight of the one that was measured last, and of all, when each weighs as much as the measured one before it. */
  #count = 0;
  #measured = 0;
  #weight = 0;

  constructor(
    private readonly projection: Projection,
    private readonly wanted: WantedEvents,
    private readonly sources: readonly EventSource[],
    private readonly start?: KeptVersion,
  ) {
    this.#end = BigInt(start?.place ?? 0);
    this.#next = sources.map(({ stream }) => (stream === start?.stream ? start.revision + 1 : 0));
    if (start) this.#versions.set(start.of, [{ position: this.#end, document: start.document }]);
  }

  /** What it takes in memory, in bytes, at most, about: of what versions share each is taken to have its own. */
  get bytes(): number {
    return weightOf(this.start?.document) + this.#weight;
  }

  /** Whether {@link at} can tell of a moment: what it was has not been let go. */
  reachesBackTo(asOf: bigint): boolean {
    return asOf >= this.#since;
  }

  /** Reads on up to a position. */
  async readUpTo(asOf: bigint, reader: VersionsReader): Promise<void> {
    while (asOf > this.#end) {
      // Whoever waits looks again: a reading that failed is made anew.
      this.#reading = this.#reading.catch(() => undefined).then(() => this.#read(asOf, reader));
      await this.#reading;
    }
  }

  /** A document after the last event at or before a position; see {@link readUpTo}. */
  at(id: string, asOf: bigint): Document | undefined {
    const versions = this.#versions.get(id) ?? [];
    let [low, high] = [0, versions.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((versions[middle]?.position ?? 0n) <= asOf) low = middle + 1;
      else high = middle;
    }
    return versions[low - 1]?.document;
  }

  async #read(asOf: bigint, { eventStore, decode }: VersionsReader): Promise<void> {
    if (asOf <= this.#end) return;
    const next = [...this.#next];
    let batch: StoredEvent[] = [];
    // a reading that fails goes on from the last batch that was folded
    const foldBatch = async (end: bigint): Promise<void> => {
      for (const event of await decode(batch)) if (event) this.#fold(event);
      batch = [];
      this.#next.splice(0, next.length, ...next);
      this.#end = end;
      if (this.#weight > MOST_BYTES) this.#letGo();
    };
    for await (const { event, source } of mergedStreams(eventStore, this.sources, next)) {
      if (event.position > asOf) break;
      next[source] = event.revision + 1;
      if (event.position <= this.#end) continue;
      if (this.wanted.has(event) && batch.push(event) >= BATCH) await foldBatch(event.position);
    }
    await foldBatch(asOf);
  }

  /** Lets go of all versions but the newest of each document. */
  #letGo(): void {
    this.#since = this.#end;
    this.#weight = 0;
    for (const [id, versions] of this.#versions) {
      const newest = versions.slice(-1);
      this.#versions.set(id, newest);
      this.#weight += weightOf(newest[0]?.document);
    }
  }

  #fold(event: Recorded): void {
    for (const id of new Set(this.projection.documents(event))) {
      if (this.start && id !== this.start.of) continue;
      let versions = this.#versions.get(id);
      if (versions === undefined) this.#versions.set(id, (versions = []));
      const before = versions.at(-1)?.document;
      const document = this.projection.fold(before, event, id);
      if (document === before) continue;
      versions.push({ position: event.position, document });
      if (this.#count++ % SAMPLED === 0) this.#measured = weightOf(document);
      this.#weight += this.#measured;
    }
  }
}
