import type { Projection } from '#libs/platform/read-models';
import { deliveryStreamParts } from '../domain/delivery.js';
import type { DeliveryEvent, DeliveryFailed } from '../domain/webhook.events.js';

/** An account whose oldest undelivered event the receiver rejects, as of the last attempt. */
export type FailingAccountDocument = Readonly<DeliveryFailed['data']> &
  Readonly<{
    webhookId: string;
    /** Number of the replay it belongs to. Documents of older replays no longer count. */
    replay: number;
    accountNumber: string;
    /** ISO-8601 UTC of the last attempt. */
    attemptedAt: string;
  }>;

/** Index of failing accounts: webhookId, replay, failingSince. */
export const FAILING_BY_TIME = 'by_time';

/** Read model `feed.failing-account`: one document per account with an event that failed and is still undelivered. */
export const failingAccountDocuments: Projection<FailingAccountDocument, DeliveryEvent> = {
  name: 'feed.failing-account',
  version: 1,
  indexes: [{ name: FAILING_BY_TIME, fields: ['webhookId', 'replay', 'failingSince'] }],
  events: ['webhook.DeliverySucceeded', 'webhook.DeliveryFailed'],
  documents: (event) => [deliveryStreamParts(event.stream).id],
  fold(_document, event) {
    if (event.type === 'webhook.DeliverySucceeded') return undefined;
    const { webhookId, replay, accountNumber } = deliveryStreamParts(event.stream);
    return { webhookId, replay, accountNumber, ...event.data, attemptedAt: event.at };
  },
};
