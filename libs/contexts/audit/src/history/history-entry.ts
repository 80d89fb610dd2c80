import {
  type EventData,
  type Reason,
  type EventHistory,
  about,
  type About,
} from '#libs/platform/event-store';
import { encodeConsistencyToken } from '#libs/platform/http';
import { type Recorded, wireTimestamp } from '#libs/platform/kernel';
import type { Change } from './changes.js';

/** Who did it: the credentials, the member they acted as, the client they acted for. */
export interface Actor {
  /** API key, token subject or the name of the process that acted. */
  readonly caller: string;
  readonly actingMember: string | null;
  readonly associatedMember: string | null;
}

/** One event of a history, as it is answered. */
export interface HistoryEntry {
  /** `yyyy-MM-ddTHH:mm:ss.SSS+00:00`. */
  readonly time: string;
  /** Event type without version. */
  readonly type: string;
  readonly description: string;
  /** Ids of what it is about. */
  readonly about: readonly About[];
  readonly actor: Actor;
  readonly changes: readonly Change[];
  readonly reason: Reason | null;
  readonly stream: string;
  readonly revision: number;
  /** Place in the log, in the form of a consistency token. */
  readonly position: string;
  readonly requestId: string;
}

/** @param before the event before in the stream */
export function historyEntry(
  event: Recorded,
  history: EventHistory,
  changes: readonly Change[],
  before: Recorded | undefined,
): HistoryEntry {
  const { caller, actingMember, associatedMember, requestId } = event.metadata;
  return {
    time: wireTimestamp(event.at),
    type: event.type,
    description: history.title,
    about: (history.about ?? about)(event.data as EventData),
    actor: {
      caller,
      actingMember: actingMember ?? null,
      associatedMember: associatedMember ?? null,
    },
    changes,
    reason: history.reason?.(event.data as EventData, before) ?? null,
    stream: event.stream,
    revision: event.revision,
    position: encodeConsistencyToken(event.position),
    requestId,
  };
}
