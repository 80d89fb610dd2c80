import { LRUCache } from 'lru-cache';
import type { StoredEvent } from '#libs/platform/event-store';
import { recordingTime } from '#libs/platform/kernel';
import type { Document, DocumentStore, StoredDocument } from '../document-store.js';
import { DocumentVersions, type VersionsReader } from './document-versions.js';
import { keepsAny, newestKept, type StoredVersion } from '../generations/kept-versions.js';
import { mergedStreams } from './merged-streams.js';
import { asStored, foldEvent, type FoldedDocuments, WantedEvents } from './past-fold.js';
import type { EventSource, Projection } from '../projection.js';

/** Versions of documents kept, in bytes, and for how long when nobody asks for them. */
const MOST_KEPT = 64 * 1024 * 1024;
const KEPT_MS = 60_000;
/** Events decoded at a time. */
const BATCH = 200;

/** A document that is looked for in the past: its id, and what is stored of it now. */
export interface Candidate extends StoredDocument {
  readonly id: string;
}

/**
 * Documents folded up to a position of the log. One that has not changed since is the stored one. Any other is folded from its
 * streams by the projection's own fold, beginning with the newest version of it that is kept.
 */
export class FoldedPast {
  readonly #wanted = new WeakMap<Projection, WantedEvents>();
  #cached = emptyVersions();

  constructor(
    private readonly documents: DocumentStore,
    private readonly reader: VersionsReader,
  ) {}

  /** Forgets what is kept in memory, personal data with it. */
  forget(): void {
    // What is being read now ends up in the old one.
    this.#cached = emptyVersions();
  }

  /** Candidates as they were, in their order; undefined for one that was not there. */
  async candidatesAsOf<D extends Document>(
    projection: Projection,
    collection: string,
    candidates: readonly Candidate[],
    asOf: bigint,
  ): Promise<readonly (D | undefined)[]> {
    const changed = candidates.filter(({ position }) => position > asOf);
    if (changed.length > 0) await this.reader.skipped?.refresh(projection);
    const then = await this.#folded(projection, collection, changed, asOf);
    return candidates.map(({ id, position, document }) => {
      const folded = then.get(id);
      const found = position <= asOf ? document : folded && asStored(folded);
      return found as D | undefined;
    });
  }

  /** When the event that a document began with was recorded; undefined where nothing says where its past is. */
  async thereSince(projection: Projection, id: string): Promise<string | undefined> {
    const { eventStore, decode } = this.reader;
    const sources = projection.history?.streams(id) ?? [];
    const from = sources.map(() => 0);
    const wanted = this.#wants(projection);
    for await (const { event } of mergedStreams(eventStore, sources, from)) {
      if (!wanted.has(event)) continue;
      const [decoded] = await decode([event]);
      if (!decoded || !projection.documents(decoded).includes(id)) continue;
      if (projection.fold(undefined, decoded, id) !== undefined) return recordingTime(decoded);
    }
    return undefined;
  }

  /** All documents of a projection, folded from the start of the log. */
  async fromLog(projection: Projection, asOf: bigint): Promise<FoldedDocuments> {
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

  async #folded(
    projection: Projection,
    collection: string,
    candidates: readonly Candidate[],
    asOf: bigint,
  ): Promise<FoldedDocuments> {
    const { history } = projection;
    if (candidates.length === 0) return new Map();
    if (history === undefined) return this.fromLog(projection, asOf);
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
    const skipped = this.reader.skipped?.of(projection).size;
    // Many documents have short histories: one question then saves one for each.
    const areKept = sets.size === 1 || (await keepsAny(this.documents, collection));
    await Promise.all(
      [...sets.values()].map(async ({ sources, ids }) => {
        const start = areKept ? await this.#start(collection, ids, asOf) : undefined;
        // One that was folded anew for an erasure has been written at another position.
        const place = start && [start.version.of, start.version.place, start.position.toString()];
        const name = JSON.stringify([collection, sources, place, skipped]);
        const known = cached.get(name);
        const versions = known?.reachesBackTo(asOf)
          ? known
          : new DocumentVersions(projection, this.#wants(projection), sources, start?.version);
        await versions.readUpTo(asOf, this.reader);
        // They grow: only a new entry is measured again.
        cached.delete(name);
        cached.set(name, versions);
        for (const id of ids) {
          const document = versions.at(id, asOf);
          if (document !== undefined) folded.set(id, document);
        }
      }),
    );
    return folded;
  }

  /** What the fold of some documents of the same streams can begin with: of several each would begin elsewhere. */
  async #start(
    collection: string,
    ids: readonly string[],
    asOf: bigint,
  ): Promise<StoredVersion | undefined> {
    const [id, ...others] = ids;
    if (id === undefined || others.length > 0) return undefined;
    return newestKept(this.documents, collection, id, asOf);
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
