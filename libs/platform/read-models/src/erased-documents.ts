import type { EventStore, StoredEvent } from '#libs/platform/event-store';
import type { Recorded } from '#libs/platform/kernel';
import type { DocumentStore } from './document-store.js';
import type { ErasureWatch } from './erasure-watch.js';
import type { DecodeEvents } from './lane-context.js';
import { mergedStreams } from './merged-streams.js';
import { foldEvent, type FoldedDocuments, WantedEvents } from './past-fold.js';
import type { Projection } from './projection.js';
import type { ProjectionSlot } from './projection-slot.js';

const BATCH = 200;

interface Reader {
  readonly eventStore: EventStore;
  readonly documents: DocumentStore;
  readonly decode: DecodeEvents;
}

/**
 * Folds the documents that hold data of an erased person anew, now that these can't be read: they are then the same as those
 * of a fold from zero. The slot has everything up to the erasure and nothing after it.
 */
export async function foldErased(
  slot: ProjectionSlot,
  erasure: StoredEvent,
  streams: readonly string[],
  watch: ErasureWatch,
  reader: Reader,
): Promise<void> {
  if (slot.projection.impersonal) return;
  const ids = await idsIn(slot, erasure, streams, watch, reader);
  if (ids.size === 0) return;
  const { documents } = reader;
  const wanted = [...ids];
  const folded = await foldAnew(slot.projection, ids, erasure.position, reader);
  const stored = await documents.load(slot.collection, wanted);
  wanted.forEach((id, i) => {
    slot.replace(id, folded.get(id), erasure.position, stored[i]?.position ?? 0n);
  });
}

/** Ids of the documents that events with the person's data belong to. */
async function idsIn(
  { projection }: ProjectionSlot,
  erasure: StoredEvent,
  streams: readonly string[],
  watch: ErasureWatch,
  { eventStore, decode }: Reader,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const types = new WantedEvents(projection);
  for (const stream of streams) {
    const concerned: StoredEvent[] = [];
    for await (const event of eventStore.readStream(stream)) {
      if (event.position > erasure.position) break;
      if (types.has(event.type) && watch.concerns(event, erasure)) concerned.push(event);
    }
    for (const event of await decode(concerned)) {
      if (event) for (const id of projection.documents(event)) ids.add(id);
    }
  }
  return ids;
}

/** Documents of a projection as their events up to a position make them. */
async function foldAnew(
  projection: Projection,
  ids: ReadonlySet<string>,
  upTo: bigint,
  { eventStore, decode }: Reader,
): Promise<FoldedDocuments> {
  const folded: FoldedDocuments = new Map();
  const types = new WantedEvents(projection);
  const only = {
    documents: (event: Recorded) => projection.documents(event).filter((id) => ids.has(id)),
    fold: projection.fold.bind(projection),
  };
  let batch: StoredEvent[] = [];
  const fold = async (): Promise<void> => {
    for (const event of await decode(batch)) if (event) foldEvent(only, folded, event);
    batch = [];
  };
  for await (const event of eventsOf(projection, ids, eventStore)) {
    if (event.position > upTo) break;
    if (types.has(event.type) && batch.push(event) >= BATCH) await fold();
  }
  await fold();
  return folded;
}

/** Every event of some documents, and others, in the order of the log. */
async function* eventsOf(
  { history, events }: Projection,
  ids: ReadonlySet<string>,
  eventStore: EventStore,
): AsyncGenerator<StoredEvent, void, undefined> {
  if (history === undefined) {
    yield* eventStore.readAll({ filter: { typePrefixes: events } });
    return;
  }
  const byName = new Map<string, { stream: string; first?: number }>();
  for (const id of ids) {
    for (const source of history.streams(id)) byName.set(JSON.stringify(source), source);
  }
  const sources = [...byName.values()];
  const from = sources.map(() => 0);
  for await (const { event } of mergedStreams(eventStore, sources, from)) yield event;
}
