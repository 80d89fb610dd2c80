import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  BACKWARDS,
  END,
  eventTypeFilter,
  excludeSystemEvents,
  type EventStoreDBClient,
  FORWARDS,
  type Position,
  type RecordedEvent,
  type ResolvedEvent,
  START,
  StreamNotFoundError,
  streamNameFilter,
  TimeoutError,
  UnavailableError,
  UnknownError,
} from '@eventstore/db-client';
import type { EventFilter, JsonObject } from '../event-store.js';
import type { LogRecord, RecordPage } from '../follow-pages.js';
import { memoryUseOf } from '../known-stream.js';
import type { Connection } from './eventstoredb-connection.js';

/** The server sends the largest 64-bit number for an unknown position. */
const UNKNOWN_POSITION = 2n ** 63n - 1n;
/** Approximate memory of an event besides its data and metadata. */
const EVENT_BYTES = 500;
/** Events that the server examines between two pages of matching ones, and between two checkpoints. */
const WINDOW = { maxSearchWindow: 512, checkpointInterval: 2 };

/** Converts a position from the server; undefined if it is unknown. */
export function knownPosition(position: Position | undefined): bigint | undefined {
  return position && position.commit < UNKNOWN_POSITION ? position.commit : undefined;
}

function recordOf(recorded: RecordedEvent): LogRecord {
  const { id, type, streamId: stream } = recorded;
  const position = knownPosition(recorded.position);
  if (position === undefined) {
    throw new Error('the server reports no positions: version 23.10 or newer is required');
  }
  const [data, metadata] = [jsonOf(recorded.data), jsonOf(recorded.metadata)];
  const bytes = EVENT_BYTES + memoryUseOf(data) + memoryUseOf(metadata);
  const revision = Number(recorded.revision);
  return { type, position, bytes, event: { id, type, data, metadata, stream, revision, position } };
}

/** Other applications may store anything in the same log: what is not JSON stays text. */
function jsonOf(content: unknown): JsonObject {
  if (typeof content !== 'string' && !(content instanceof Uint8Array)) {
    return (content ?? {}) as JsonObject;
  }
  return content.length === 0 ? {} : { text: Buffer.from(content).toString() };
}

/** System events and streams start with `$`; they are hidden from everybody. */
function isSystemEvent({ event }: LogRecord): boolean {
  return event.type.startsWith('$') || event.stream.startsWith('$');
}

interface ReadOptions<From> {
  readonly backwards?: boolean;
  /** Maximum number of events, system events included. */
  readonly count: number;
  readonly from?: From | undefined;
}

/** Reads a stream from a revision (inclusive); default: its start, or backwards its end. */
export async function readServerStream(
  connection: Connection,
  stream: string,
  { backwards = false, count, from }: ReadOptions<number>,
): Promise<LogRecord[]> {
  const events = await connection.call('reads', (client, onData) => {
    const reading = client.readStream(stream, {
      direction: backwards ? BACKWARDS : FORWARDS,
      fromRevision: from === undefined ? edge(backwards) : BigInt(from),
      maxCount: count,
      requiresLeader: true,
    });
    return collect(reading, onData);
  });
  return events.map(recordOf);
}

const edge = (backwards: boolean): typeof START | typeof END => (backwards ? END : START);

/** A page of the log, without system events. */
export interface ServerPage extends RecordPage {
  /** Whether the log ended there. */
  readonly isLast: boolean;
}

/**
 * Reads the whole log from a position (exclusive); default: its start, or backwards its end. Forwards the server applies as much of
 * the filter as it can, so results must still be checked against it.
 */
export async function readServerLog(
  connection: Connection,
  options: ReadOptions<bigint> & { readonly filter?: EventFilter | undefined },
): Promise<ServerPage> {
  const { backwards = false, count, from, filter } = options;
  if (!backwards && isServerFilter(filter)) {
    const page = await connection.call('subscriptions', (client, onData) =>
      readFiltered(client, from ?? 0n, filter, count, onData),
    );
    if (page) return pageOf(page.events, page.position, page.isLast);
  }
  const events = await connection.call('reads', (client, onData) => {
    const reading = client.readAll({
      direction: backwards ? BACKWARDS : FORWARDS,
      fromPosition: from === undefined ? edge(backwards) : positionAt(from),
      maxCount: count,
      requiresLeader: true,
    });
    return collect(reading, onData);
  });
  const last = events.at(-1)?.position?.commit ?? from ?? 0n;
  const page = pageOf(events, last, events.length < count);
  // Forwards the server includes the given position.
  return { ...page, records: page.records.filter(({ position }) => position !== from) };
}

/** Without explicit transactions (a legacy feature), the prepare position equals the commit position. */
const positionAt = (commit: bigint): Position => ({ commit, prepare: commit });

function pageOf(events: readonly RecordedEvent[], position: bigint, isLast: boolean): ServerPage {
  const records = events.map(recordOf).filter((record) => !isSystemEvent(record));
  return { records, position, isLast };
}

async function collect(
  reading: AsyncIterable<ResolvedEvent>,
  onData: () => void,
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  try {
    for await (const { event } of reading) {
      onData();
      if (event) events.push(event);
    }
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error;
  }
  return events;
}

/** The server rejects an empty list, and an empty prefix matches everything. */
function isServerFilter(filter: EventFilter | undefined): filter is EventFilter {
  const { typePrefixes, streamPrefixes } = filter ?? {};
  const prefixes = typePrefixes ?? streamPrefixes ?? [];
  return prefixes.length > 0 && !prefixes.includes('');
}

/** A page as the client delivers it. */
interface FilteredPage extends Omit<ServerPage, 'records'> {
  readonly events: readonly RecordedEvent[];
}

/**
 * Reads a page of matching events, up to `count`, from a subscription: only those have a filter. The page may end earlier, but not
 * inside an append unless it is full. Undefined if the server ends the subscription at its start. It does that for an unknown position,
 * and near the end of the log if others append faster than it sends.
 */
function readFiltered(
  client: EventStoreDBClient,
  after: bigint,
  { typePrefixes, streamPrefixes = [] }: EventFilter,
  count: number,
  onData: () => void,
): Promise<FilteredPage | undefined> {
  return new Promise((resolve, reject) => {
    const events: RecordedEvent[] = [];
    const last = (): bigint => events.at(-1)?.position?.commit ?? after;
    const end = (position: bigint, isLast: boolean): void => {
      subscription.removeAllListeners('data');
      void subscription.unsubscribe();
      resolve({ events, position, isLast });
    };
    // Checkpoints overtake events in the subscription's buffer.
    const drained = async (): Promise<void> => {
      while (subscription.readableLength > 0) await nextTurn();
    };
    const checkpointReached = async (_: unknown, { commit }: Position): Promise<void> => {
      onData();
      await drained();
      // The server has examined a window behind the last event without a match: its append is complete.
      if (commit > last()) end(commit, false);
    };
    const options = { ...WINDOW, checkpointReached };
    const subscription = client.subscribeToAll({
      fromPosition: after === 0n ? START : positionAt(after),
      filter: typePrefixes
        ? eventTypeFilter({ ...options, prefixes: [...typePrefixes] })
        : streamNameFilter({ ...options, prefixes: [...streamPrefixes] }),
      requiresLeader: true,
    });
    subscription.on('data', ({ event }) => {
      onData();
      if (event) events.push(event);
      if (events.length === count) end(last(), false);
    });
    subscription.on('caughtUp', () => void drained().then(() => end(last(), true)));
    subscription.on('error', (error) => {
      if (error instanceof TimeoutError && events.length > 0) end(last(), false);
      else if (error instanceof TimeoutError || error instanceof UnknownError) resolve(undefined);
      else reject(error);
    });
    subscription.on('end', () => reject(new UnavailableError()));
  });
}

/** How soon a subscription that ended counts as rung. */
const BROKEN_MS = 50;

/** Has the server ring once there is an event after a position. Returns a function that ends that. */
export function listen(connection: Connection, after: bigint, ring: () => void): () => void {
  const subscription = connection.listener.subscribeToAll({
    fromPosition: after === 0n ? START : positionAt(after),
    filter: excludeSystemEvents(),
    requiresLeader: true,
  });
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const broken = (): void => {
    if (!isOver) timer ??= setTimeout(ring, BROKEN_MS);
  };
  subscription.once('data', ring);
  subscription.on('error', broken);
  subscription.on('end', broken);
  return () => {
    isOver = true;
    clearTimeout(timer);
    subscription.off('data', ring);
    void subscription.unsubscribe();
  };
}
