import { type EventStore, type StoredEvent, memoryUseOf } from '#libs/platform/event-store';
import type { Recorded } from '#libs/platform/kernel';
import type { Document } from '../document-store.js';
import { type KeptVersion, mergedStreams, type WantedEvents } from './past-fold.js';
import type { DecodeEvents } from '../runner/subscription-context.js';
import type { EventSource, Projection, SkippedEvents } from '../projection.js';

/** Events decoded and folded at a time. */
const BATCH = 256;
/** Every 8th version is measured. */
const SAMPLED = 8;
/** Limit for the versions of one set of streams, in bytes. Beyond it the oldest are dropped. */
const MOST_BYTES = 16 * 1024 * 1024;

/** A document as an event left it; undefined if there was none. */
interface Version {
  /** Position of the event. */
  readonly position: bigint;
  readonly document: Document | undefined;
}

/** Reads and decodes the events of the past. */
export interface VersionsReader {
  readonly eventStore: EventStore;
  readonly decode: DecodeEvents;
  /** Without it nothing is skipped. */
  readonly skipped?: SkippedEvents | undefined;
}

/**
 * All versions of the documents that a set of streams describes; or those of one document, starting from a stored version. Versions up
 * to the newest requested moment are in memory, since the past never changes; a newer moment reads on. Versions share unchanged
 * parts. Memory is bounded, see {@link reachesBackTo}.
 */
export class DocumentVersions {
  readonly #versions = new Map<string, Version[]>();
  readonly #next: number[];
  /** Versions are known from `#since` to `#end`; every event up to `#end` has been folded. */
  #since = -1n;
  #end: bigint;
  /** Reads run one at a time. */
  #reading: Promise<void> = Promise.resolve();
  #count = 0;
  /** Weight of the last measured version, assumed for those that follow. */
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

  /** Upper estimate of the memory in bytes: parts that versions share are counted for each. */
  get bytes(): number {
    return memoryUseOf(this.start?.document) + this.#weight;
  }

  /** Whether {@link at} still knows this moment. */
  reachesBackTo(asOf: bigint): boolean {
    return asOf >= this.#since;
  }

  /** Folds all events up to a position. */
  async readUpTo(asOf: bigint, reader: VersionsReader): Promise<void> {
    while (asOf > this.#end) {
      // The loop checks again: a read that failed for another caller is repeated.
      this.#reading = this.#reading.catch(() => undefined).then(() => this.#read(asOf, reader));
      await this.#reading;
    }
  }

  /** The document as of a position that has been read, see {@link readUpTo}. */
  at(id: string, asOf: bigint): Document | undefined {
    return this.#versions.get(id)?.findLast(({ position }) => position <= asOf)?.document;
  }

  async #read(asOf: bigint, { eventStore, decode }: VersionsReader): Promise<void> {
    if (asOf <= this.#end) return;
    const next = [...this.#next];
    let batch: StoredEvent[] = [];
    // A failed read resumes after the last folded batch.
    const foldBatch = async (end: bigint): Promise<void> => {
      for (const event of await decode(batch)) if (event) this.#fold(event);
      batch = [];
      this.#next.splice(0, next.length, ...next);
      this.#end = end;
      if (this.#weight > MOST_BYTES) this.#dropOlder();
    };
    for await (const { event, source } of mergedStreams(eventStore, this.sources, next)) {
      if (event.position > asOf) break;
      next[source] = event.revision + 1;
      if (event.position <= this.#end) continue;
      if (this.wanted.has(event) && batch.push(event) >= BATCH) await foldBatch(event.position);
    }
    await foldBatch(asOf);
  }

  /** Keeps only the newest version of each document. */
  #dropOlder(): void {
    this.#since = this.#end;
    this.#weight = 0;
    for (const [id, versions] of this.#versions) {
      const newest = versions.slice(-1);
      this.#versions.set(id, newest);
      this.#weight += memoryUseOf(newest[0]?.document);
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
      if (this.#count++ % SAMPLED === 0) this.#measured = memoryUseOf(document);
      this.#weight += this.#measured;
    }
  }
}
