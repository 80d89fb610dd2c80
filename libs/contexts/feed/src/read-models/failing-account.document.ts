import type { RecordedOf } from '#libs/platform/kernel';
import type { Projection } from '#libs/platform/read-models';
import { deliveryStreamParts } from '../domain/delivery.js';
import type { DeliveryEvent } from '../domain/webhook.events.js';

/** An account whose oldest event a receiver doesn't take. */
export type FailingAccountDocument = Readonly<{
  webhookId: string;
  /** Number of the replay it belongs to; of an older one it no longer counts. */
  replay: number;
  accountNumber: string;
  /** The event that is not taken. */
  sequence: number;
  eventType: string;
  /** Attempts so far. */
  attempt: number;
  /** HTTP status of the last one; null when there was no answer. */
  status: number | null;
  reason: string;
  /** ISO-8601 UTC of the first and of the last attempt, and of the next one. */
  failingSince: string;
  attemptedAt: string;
  nextAttemptAt: string;
}>;

/** Index of what fails: webhookId, replay, failingSince. */
export const FAILING_BY_TIME = 'by_time';

function fold(
  _document: FailingAccountDocument | undefined,
  event: RecordedOf<DeliveryEvent>,
): FailingAccountDocument | undefined {
  if (event.type === 'webhook.DeliverySucceeded') return undefined;
  const { webhookId, replay, accountNumber } = deliveryStreamParts(event.stream);
  return { webhookId, replay, accountNumber, ...event.data, attemptedAt: event.at };
}

/** Read model `feed.failing-account`, one document for each account that waits for an event to be taken. */
export const failingAccountDocuments: Projection<FailingAccountDocument, DeliveryEvent> = {
  name: 'feed.failing-account',
  version: 1,
  indexes: [{ name: FAILING_BY_TIME, fields: ['webhookId', 'replay', 'failingSince'] }],
  events: ['webhook.DeliverySucceeded', 'webhook.DeliveryFailed'],
  documents: (event) => [deliveryStreamParts(event.stream).id],
  fold,
};
