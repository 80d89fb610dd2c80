import { LRUCache } from 'lru-cache';
import type { StoredEvent } from '#libs/platform/event-store';
import { jsonForm, recordingTime } from '#libs/platform/kernel';
import type { Document, DocumentStore, InOrder, StoredDocument } from '../document-store.js';
import { DocumentVersions, type VersionsReader } from './document-versions.js';
import {
  keepsAny,
  newestKept,
  foldEvent,
  type FoldedDocuments,
  mergedStreams,
  WantedEvents,
} from './past-fold.js';
import type { EventSource, Projection } from '../projection.js';

/** Limits for cached versions: bytes, and time since the last use. */
const MOST_KEPT = 64 * 1024 * 1024;
const KEPT_MS = 60_000;
/** Events decoded at a time. */
const BATCH = 200;

/** A projection at a moment of the past. */
export interface Moment {
  readonly projection: Projection;
  /** The live generation; it is complete up to `asOf`. */
  readonly collection: string;
  readonly asOf: bigint;
}

/** The id of a document to look up in the past, with its present state. */
export interface Candidate extends StoredDocument {
  readonly id: string;
}

/**
 * Documents as of a position of the log. If a document has not changed since, it is the stored one; otherwise it is folded from its
 * streams, starting with its newest kept version.
 */
export class FoldedPast {
  readonly #wanted = new WeakMap<Projection, WantedEvents>();
  #cached = emptyVersions();

  constructor(
    private readonly documents: DocumentStore,
    private readonly reader: VersionsReader,
  ) {}

  /** Clears the cache, including personal data. */
  forget(): void {
    // Reads under way still fill the old cache.
    this.#cached = emptyVersions();
  }

  /** Candidates as they were then, in the same order; undefined for those that did not exist. */
  async candidatesAsOf(
    moment: Moment,
    candidates: readonly Candidate[],
  ): Promise<InOrder<Document>> {
    const changed = candidates.filter(({ position }) => position > moment.asOf);
    if (changed.length > 0) await this.reader.skipped?.refresh(moment.projection);
    const then = await this.#folded(moment, changed);
    return candidates.map(({ id, position, document }) => {
      const folded = then.get(id);
      return position <= moment.asOf ? document : folded && jsonForm(folded);
    });
  }

  /** Recording time of the event that created a document; undefined if the projection has no history. */
  async createdAt(projection: Projection, id: string): Promise<string | undefined> {
    const { eventStore, decode } = this.reader;
    const sources = projection.history?.streams(id) ?? [];
    const wanted = this.#wants(projection);
    for await (const { event } of mergedStreams(eventStore, sources)) {
      if (!wanted.has(event)) continue;
      const [decoded] = await decode([event]);
      if (!decoded || !projection.documents(decoded).includes(id)) continue;
      if (projection.fold(undefined, decoded, id) !== undefined) return recordingTime(decoded);
    }
    return undefined;
  }

  /** All documents of a projection, folded from the start of the log. */
  async fromLog({ projection, asOf }: Moment): Promise<FoldedDocuments> {
    const documents: FoldedDocuments = new Map();
    const wanted = this.#wants(projection);
    const filter = { typePrefixes: projection.events };
    let batch: StoredEvent[] = [];
    const fold = async (): Promise<void> => {
      for (const event of await this.reader.decode(batch)) {
        if (event) foldEvent(projection, documents, event);
      }
      batch = [];
    };
    for await (const event of this.reader.eventStore.readAll({ filter })) {
      if (event.position > asOf) break;
      if (wanted.has(event) && batch.push(event) >= BATCH) await fold();
    }
    await fold();
    return documents;
  }

  async #folded(moment: Moment, candidates: readonly Candidate[]): Promise<FoldedDocuments> {
    const { projection, collection, asOf } = moment;
    const { history } = projection;
    if (candidates.length === 0) return new Map();
    if (history === undefined) return this.fromLog(moment);
    const sets = new Map<string, { sources: readonly EventSource[]; ids: string[] }>();
    for (const { id } of candidates) {
      const sources = history.streams(id);
      const name = JSON.stringify(sources);
      const known = sets.get(name);
      if (known) known.ids.push(id);
      else sets.set(name, { sources, ids: [id] });
    }
    const folded: FoldedDocuments = new Map();
    const cached = this.#cached;
    const skipped = [...(this.reader.skipped?.of(projection) ?? [])].join();
    // Often no document has a kept version: one query then saves a query per document.
    const areKept = sets.size === 1 || (await keepsAny(this.documents, collection));
    await Promise.all(
      [...sets.values()].map(async ({ sources, ids }) => {
        // A fold can start with a kept version only for a single document: others of the same streams would start elsewhere.
        const [id = '', ...others] = ids;
        const isOne = areKept && others.length === 0;
        const start = isOne ? await newestKept(this.documents, collection, id, asOf) : undefined;
        // The position changes if an erasure folded the version again.
        const place = start && [id, start.document.place, start.position.toString()];
        const name = JSON.stringify([collection, sources, place, skipped]);
        const known = cached.get(name);
        const versions = known?.reachesBackTo(asOf)
          ? known
          : new DocumentVersions(projection, this.#wants(projection), sources, start?.document);
        await versions.readUpTo(asOf, this.reader);
        // Set again because it has grown and only a new entry is measured.
        cached.delete(name);
        cached.set(name, versions);
        for (const one of ids) {
          const document = versions.at(one, asOf);
          if (document !== undefined) folded.set(one, document);
        }
      }),
    );
    return folded;
  }

  #wants(projection: Projection): WantedEvents {
    let wanted = this.#wanted.get(projection);
    if (wanted === undefined) {
      wanted = new WantedEvents(projection, this.reader.skipped?.of(projection));
      this.#wanted.set(projection, wanted);
    }
    return wanted;
  }
}

function emptyVersions(): LRUCache<string, DocumentVersions> {
  return new LRUCache({ maxSize: MOST_KEPT, sizeCalculation: ({ bytes }) => bytes, ttl: KEPT_MS });
}
