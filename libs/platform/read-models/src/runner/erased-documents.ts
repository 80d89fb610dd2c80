import type { StoredEvent } from '#libs/platform/event-store';
import type { Recorded } from '#libs/platform/kernel';
import { type ErasureWatch, type FoldTools, yieldToRequests } from './subscription-context.js';
import {
  type KeptVersion,
  leavesVersion,
  versionAfter,
  foldEvent,
  type FoldedDocuments,
  mergedStreams,
  WantedEvents,
} from '../past/past-fold.js';
import type { EventSource, Projection } from '../projection.js';
import type { ProjectionShard } from './projection-shard.js';

const BATCH = 200;
/** Streams read, and documents folded, between two yields. */
const AT_ONCE = 20;

/**
 * Folds the documents with data of an erased person again, now that the data are unreadable. The result is the same as that of a
 * rebuild. The shards must be exactly at the erasure.
 * @param streams with data of the person; only these are read, so the length of the log does not matter
 */
export async function foldErased(
  shards: readonly ProjectionShard[],
  erasure: StoredEvent,
  streams: readonly string[],
  watch: ErasureWatch,
  reader: FoldTools,
): Promise<void> {
  const affected = shards.filter(({ projection }) => holdsPersonalData(projection, watch));
  if (affected.length === 0) return;
  for (const some of portions(streams)) {
    const events = await eventsWithData(some, erasure, watch, reader);
    for (const shard of affected) {
      if (!shard.stopped) await foldAnew(shard, idsOf(shard, events), erasure.position, reader);
    }
    await yieldToRequests();
  }
}

/** Whether documents of a projection may contain personal data. */
export function holdsPersonalData(
  { impersonal, events }: Pick<Projection, 'impersonal' | 'events'>,
  watch: Pick<ErasureWatch, 'isPersonal'>,
): boolean {
  return impersonal !== true && events.some((type) => watch.isPersonal(type));
}

/** The events with data of the person, decoded without the data. */
async function eventsWithData(
  streams: readonly string[],
  erasure: StoredEvent,
  watch: ErasureWatch,
  { eventStore, decode }: FoldTools,
): Promise<readonly Recorded[]> {
  const affected: StoredEvent[] = [];
  for (const stream of streams) {
    for await (const event of eventStore.readStream(stream)) {
      if (event.position > erasure.position) break;
      if (watch.concerns(event, erasure)) affected.push(event);
    }
  }
  return (await decode(affected)).filter((event) => event !== undefined);
}

/** Ids of the documents of a shard that events belong to. */
function idsOf(shard: ProjectionShard, events: readonly Recorded[]): Set<string> {
  const wanted = events.filter((event) => shard.wants(event));
  return new Set(wanted.flatMap((event) => shard.projection.documents(event)));
}

/** Replaces documents and their kept versions by folding their events up to a position again. */
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

/** Folds some documents up to a position. Also returns the versions to keep. */
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

/** Streams that contain every event of some documents, each once. */
function sourcesOf({ name, history }: Projection, ids: ReadonlySet<string>): EventSource[] {
  if (history === undefined) throw new Error(`projection ${name} has no history`);
  const sources = [...ids].flatMap((id) => history.streams(id));
  return [...new Map(sources.map((source) => [JSON.stringify(source), source])).values()];
}

function* portions<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let i = 0; i < all.length; i += AT_ONCE) yield all.slice(i, i + AT_ONCE);
}
