import type { StoredEvent } from '#libs/platform/event-store';
import type { Recorded } from '#libs/platform/kernel';
import type { ErasureWatch, FoldTools } from './subscription-context.js';
import { yieldToRequests } from '../yield-to-requests.js';
import { type KeptVersion, leavesVersion, versionAfter } from '../generations/kept-versions.js';
import { foldEvent, type FoldedDocuments, mergedStreams, WantedEvents } from '../past/past-fold.js';
import type { EventSource, Projection } from '../projection.js';
import type { ProjectionShard } from './projection-shard.js';

const BATCH = 200;
/** Streams looked through, and documents folded anew, between two turns of the event loop. */
const AT_ONCE = 20;

/**
 * Folds the documents that hold data of an erased person anew, now that these can't be read: they are then the same as those
 * of a fold from zero. The shards have everything up to the erasure and nothing after it.
 * @param streams with data of the person; no others are read, so the length of the log does not matter
 */
export async function foldErased(
  shards: readonly ProjectionShard[],
  erasure: StoredEvent,
  streams: readonly string[],
  watch: ErasureWatch,
  reader: FoldTools,
): Promise<void> {
  const concerned = shards.filter(({ projection }) => holdsPersonalData(projection, watch));
  if (concerned.length === 0) return;
  for (const some of portions(streams)) {
    const events = await eventsWithData(some, erasure, watch, reader);
    for (const shard of concerned) {
      if (!shard.stopped) await foldAnew(shard, idsOf(shard, events), erasure.position, reader);
    }
    await yieldToRequests();
  }
}

/** Whether documents of a projection may hold data of a person. */
export function holdsPersonalData(
  { impersonal, events }: Pick<Projection, 'impersonal' | 'events'>,
  watch: Pick<ErasureWatch, 'isPersonal'>,
): boolean {
  return impersonal !== true && events.some((type) => watch.isPersonal(type));
}

/** Events with data of the person, which can no longer be read. */
async function eventsWithData(
  streams: readonly string[],
  erasure: StoredEvent,
  watch: ErasureWatch,
  { eventStore, decode }: FoldTools,
): Promise<readonly Recorded[]> {
  const concerned: StoredEvent[] = [];
  for (const stream of streams) {
    for await (const event of eventStore.readStream(stream)) {
      if (event.position > erasure.position) break;
      if (watch.concerns(event, erasure)) concerned.push(event);
    }
  }
  return (await decode(concerned)).filter((event) => event !== undefined);
}

/** Ids of the documents of a shard that events belong to. */
function idsOf(shard: ProjectionShard, events: readonly Recorded[]): Set<string> {
  const ids = new Set<string>();
  for (const event of events) {
    if (!shard.wants(event)) continue;
    for (const id of shard.projection.documents(event)) ids.add(id);
  }
  return ids;
}

/** Puts documents as their events up to a position make them in the place of those there are, and the versions kept of them, too. */
async function foldAnew(
  shard: ProjectionShard,
  ids: ReadonlySet<string>,
  upTo: bigint,
  reader: FoldTools,
): Promise<void> {
  for (const some of portions([...ids])) {
    const { folded, kept } = await foldDocuments(shard, new Set(some), upTo, reader);
    const stored = await reader.documents.load(shard.collection, some);
    for (const version of kept) shard.documents.keep(version, upTo);
    some.forEach((id, i) => {
      shard.documents.replace(id, folded.get(id), upTo, stored[i]?.position ?? 0n);
    });
    await yieldToRequests();
  }
}

/** Documents of a projection as their events up to a position make them, and versions to be kept on the way there. */
async function foldDocuments(
  { projection, skipped }: ProjectionShard,
  ids: ReadonlySet<string>,
  upTo: bigint,
  { eventStore, decode }: FoldTools,
): Promise<{ readonly folded: FoldedDocuments; readonly kept: readonly KeptVersion[] }> {
  const folded: FoldedDocuments = new Map();
  const kept: KeptVersion[] = [];
  const types = new WantedEvents(projection, skipped);
  const only = {
    documents: (event: Recorded) => projection.documents(event).filter((id) => ids.has(id)),
    fold: projection.fold.bind(projection),
  };
  let batch: StoredEvent[] = [];
  const fold = async (): Promise<void> => {
    for (const event of await decode(batch)) {
      if (!event) continue;
      for (const [id, document] of foldEvent(only, folded, event)) {
        if (document && leavesVersion(event)) kept.push(versionAfter(event, id, document));
      }
    }
    batch = [];
  };
  const sources = sourcesOf(projection, ids);
  for await (const { event } of mergedStreams(eventStore, sources)) {
    if (event.position > upTo) break;
    if (types.has(event) && batch.push(event) >= BATCH) await fold();
  }
  await fold();
  return { folded, kept };
}

/** Streams that hold every event of some documents. */
function sourcesOf({ name, history }: Projection, ids: ReadonlySet<string>): EventSource[] {
  if (history === undefined) throw new Error(`${name} does not say where its documents come from`);
  const byName = new Map<string, EventSource>();
  for (const id of ids) {
    for (const source of history.streams(id)) byName.set(JSON.stringify(source), source);
  }
  return [...byName.values()];
}

function* portions<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let i = 0; i < all.length; i += AT_ONCE) yield all.slice(i, i + AT_ONCE);
}
