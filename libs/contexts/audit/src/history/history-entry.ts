import { about, type EventData, type EventHistory } from '#libs/platform/event-store';
import { encodeConsistencyToken } from '#libs/platform/http';
import { type Recorded, wireTimestamp } from '#libs/platform/kernel';
import type { ChangeAnswer, HistoryEntryAnswer } from '../http/history.dto.js';

/** One event of a history, as it is answered. */
export type HistoryEntry = Readonly<HistoryEntryAnswer>;

/** @param before the event before in the stream */
export function historyEntry(
  event: Recorded,
  history: EventHistory,
  changes: readonly ChangeAnswer[],
  before: Recorded | undefined,
): HistoryEntry {
  const { caller, actingMember = null, associatedMember = null, requestId } = event.metadata;
  const actor = { caller, actingMember, associatedMember };
  return {
    time: wireTimestamp(event.at),
    type: event.type,
    description: history.title,
    about: (history.about ?? about)(event.data as EventData),
    actor,
    changes,
    reason: history.reason?.(event.data as EventData, before) ?? null,
    stream: event.stream,
    revision: event.revision,
    position: encodeConsistencyToken(event.position),
    requestId,
  };
}
