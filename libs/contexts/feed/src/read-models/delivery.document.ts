import type { RecordedOf } from '#libs/platform/kernel';
import type { Projection } from '#libs/platform/read-models';
import { deliveryStreamParts, endedBy } from '../domain/delivery.js';
import type { DeliveryEvent } from '../domain/webhook.events.js';
import {
  type EventsDelivered,
  type TakenRow,
  webhookOfProgress,
} from '../domain/webhook-progress.js';

/** A failed attempt, the success that ended failures, or a run of events accepted at the first attempt. */
export type DeliveryDocument = Omit<TakenRow, 'status' | 'at'> &
  Readonly<{
    webhookId: string;
    attempt: number;
    delivered: boolean;
    status: number | null;
    reason: string | null;
    /** ISO-8601 UTC; null: it was accepted, or the webhook was disabled because of it. */
    nextAttemptAt: string | null;
    attemptedAt: string;
  }>;

/** Index of a webhook's deliveries: webhookId, attemptedAt. */
export const DELIVERIES_BY_TIME = 'by_time';

/** Read model `feed.delivery`: one document per failed attempt, per success that ended failures, and per run of other events. */
export const deliveryDocuments: Projection<DeliveryDocument, DeliveryEvent | EventsDelivered> = {
  name: 'feed.delivery',
  version: 3,
  indexes: [{ name: DELIVERIES_BY_TIME, fields: ['webhookId', 'attemptedAt'] }],
  events: ['webhook.DeliverySucceeded', 'webhook.DeliveryFailed', 'webhook.EventsDelivered'],
  documents: (event) =>
    event.type === 'webhook.EventsDelivered'
      ? event.data.taken.map((_row, at) => rowId(event.id, at))
      : [event.id],
  fold(document, event, id) {
    if (event.type !== 'webhook.EventsDelivered') return attempted(event);
    const row = event.data.taken.find((_row, at) => rowId(event.id, at) === id);
    if (row === undefined) return document;
    const { at: attemptedAt, ...taken } = row;
    const first = { attempt: 1, delivered: true, reason: null, nextAttemptAt: null } as const;
    return { webhookId: webhookOfProgress(event.stream), ...taken, ...first, attemptedAt };
  },
};

function rowId(eventId: string, at: number): string {
  return `${eventId}-${at}`;
}

function attempted(event: RecordedOf<DeliveryEvent>): DeliveryDocument {
  const { webhookId, accountNumber } = deliveryStreamParts(event.stream);
  const { eventType, sequence, attempt, status } = event.data;
  const failed = event.type === 'webhook.DeliveryFailed' ? event.data : undefined;
  return {
    webhookId,
    eventId: event.metadata.causationId,
    eventType,
    accountNumber,
    sequence,
    events: 1,
    attempt,
    delivered: failed === undefined,
    status,
    reason: failed?.reason ?? null,
    nextAttemptAt: failed && !endedBy(failed, event.at) ? failed.nextAttemptAt : null,
    attemptedAt: event.at,
  };
}
