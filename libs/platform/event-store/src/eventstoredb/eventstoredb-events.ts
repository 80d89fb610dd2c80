import {
  eventTypeFilter,
  excludeSystemEvents,
  jsonEvent,
  streamNameFilter,
  type AllStreamResolvedEvent,
  type EventData,
  type Filter,
  type Position,
  type ResolvedEvent,
} from '@eventstore/db-client';
import type { EventFilter, JsonObject, NewEvent, StoredEvent } from '../event-store.js';

/** Events a filtered read of the server looks through before it sends a checkpoint. */
const SEARCH_WINDOW = 500;

/** What the server sends where it knows no position: the largest number of 64 bits. */
const NO_POSITION = 2n ** 63n;

/**
 * Every call goes to the leader: other nodes may lack what was acknowledged. That the client connects to it does not keep it one,
 * and while there is none the client takes any.
 */
export const OF_LEADER = { requiresLeader: true } as const;

/** An event in the client's form. */
export function toProposed(event: NewEvent): EventData {
  return jsonEvent({
    id: event.id,
    type: event.type,
    data: event.data,
    metadata: event.metadata,
  });
}

/** Positions outside the adapter are the commit position; without the old explicit transactions the prepare position is the same. */
export function toClientPosition(position: bigint): Position {
  return { commit: position, prepare: position };
}

/** A position as the port has it; undefined when the server did not give one. */
export function fromClientPosition(position: Position | undefined): bigint | undefined {
  return position === undefined || position.commit >= NO_POSITION ? undefined : position.commit;
}

/** An event in the port's form; undefined for a link whose event is gone. Throws for events this service can't have written. */
export function toStored(
  resolved: ResolvedEvent | AllStreamResolvedEvent,
): StoredEvent | undefined {
  const { event } = resolved;
  if (!event) return undefined;
  const position = fromClientPosition(event.position);
  if (position === undefined) {
    throw new Error('the server gives no positions in stream reads: 23.10 or newer is needed');
  }
  return {
    id: event.id,
    type: event.type,
    data: event.data as JsonObject,
    metadata: (event.metadata ?? {}) as JsonObject,
    stream: event.streamId,
    revision: Number(event.revision),
    position,
  };
}

/**
 * The part of a filter that the server can apply: it knows one kind of prefix at a time. What comes must still be tested
 * with the whole filter.
 */
export function toServerFilter(
  filter: EventFilter | undefined,
  checkpointReached: NonNullable<Filter['checkpointReached']>,
): Filter {
  const options = { checkpointReached, checkpointInterval: 1, maxSearchWindow: SEARCH_WINDOW };
  const { streamPrefixes = [], typePrefixes = [] } = filter ?? {};
  // An empty prefix would let system events through.
  const usable = (prefixes: readonly string[]): boolean =>
    prefixes.length > 0 && prefixes.every((prefix) => prefix !== '');
  if (usable(typePrefixes)) return eventTypeFilter({ prefixes: [...typePrefixes], ...options });
  if (usable(streamPrefixes)) {
    return streamNameFilter({ prefixes: [...streamPrefixes], ...options });
  }
  return excludeSystemEvents(options);
}
