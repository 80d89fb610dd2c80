import type { Projection } from '#libs/platform/read-models';
import { deliveryStreamParts, endedBy } from '../domain/delivery.js';
import type { DeliveryEvent } from '../domain/webhook.events.js';

/** One attempt to deliver an event. */
export type DeliveryDocument = Readonly<{
  webhookId: string;
  eventId: string;
  eventType: string;
  accountNumber: string;
  sequence: number;
  attempt: number;
  delivered: boolean;
  status: number | null;
  reason: string | null;
  /** ISO-8601 UTC; null: it was taken, or the webhook was disabled for it. */
  nextAttemptAt: string | null;
  attemptedAt: string;
}>;

/** Index of the attempts of a webhook: webhookId, attemptedAt. */
export const DELIVERIES_BY_TIME = 'by_time';

/** Read model `feed.delivery`, one document per attempt. */
export const deliveryDocuments: Projection<DeliveryDocument, DeliveryEvent> = {
  name: 'feed.delivery',
  version: 2,
  indexes: [{ name: DELIVERIES_BY_TIME, fields: ['webhookId', 'attemptedAt'] }],
  events: ['webhook.DeliverySucceeded', 'webhook.DeliveryFailed'],
  documents: (event) => [event.id],
  fold(_document, event) {
    const { webhookId, accountNumber } = deliveryStreamParts(event.stream);
    const { eventType, sequence, attempt, status } = event.data;
    const failed = event.type === 'webhook.DeliveryFailed' ? event.data : undefined;
    return {
      webhookId,
      eventId: event.metadata.causationId,
      eventType,
      accountNumber,
      sequence,
      attempt,
      delivered: failed === undefined,
      status,
      reason: failed?.reason ?? null,
      nextAttemptAt: failed && !endedBy(failed, event.at) ? failed.nextAttemptAt : null,
      attemptedAt: event.at,
    };
  },
};
