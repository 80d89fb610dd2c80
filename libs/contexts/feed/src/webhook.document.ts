import { omit, type RecordedOf, recordingTime, type Timestamp } from '#libs/platform/kernel';
import type { Projection } from '#libs/platform/read-models';
import {
  deliveryStreamParts,
  endedBy,
  type EventsDelivered,
  type TakenRow,
  webhookOfProgress,
} from './delivery.js';
import type {
  DeliveryEvent,
  DeliveryFailed,
  DisablingCause,
  WebhookCreated,
  WebhookEvent,
} from './webhook.events.js';
import { changesOf } from './webhook.js';

/** A webhook as GET returns it, without its secrets. Its times are real, in a sandbox too ([sandbox.time]). */
export type WebhookDocument = Omit<WebhookCreated['data'], 'secret'> &
  Readonly<{
    disabledBecause: DisablingCause | null;
    /** Null: only one secret signs. */
    previousSecretUntil: Timestamp | null;
    /** of the last change of state. */
    stateSince: Timestamp;
    /** of the last change of the URL. */
    urlSince: Timestamp;
    createdAt: string;
    replay: number;
    revision: number;
  }>;

/** Index of the webhooks of a firm: firmId, webhookId. */
export const WEBHOOKS_BY_FIRM = 'firm';

function fold(
  document: WebhookDocument | undefined,
  event: RecordedOf<WebhookEvent>,
): WebhookDocument | undefined {
  const { revision } = event;
  const at = recordingTime(event);
  if (event.type === 'webhook.WebhookCreated') {
    return {
      ...omit(event.data, 'secret'),
      disabledBecause: event.data.enabled ? null : 'request',
      previousSecretUntil: null,
      stateSince: at,
      urlSince: at,
      createdAt: at,
      replay: 0,
      revision,
    };
  }
  if (!document || event.type === 'webhook.WebhookDeleted') return undefined;
  const { type } = event;
  const isSwitched = type === 'webhook.WebhookEnabled' || type === 'webhook.WebhookDisabled';
  const next = { ...document, ...changesOf(event), revision };
  if (isSwitched) return { ...next, stateSince: at };
  return next.url === document.url ? next : { ...next, urlSince: at };
}

/** Read model `feed.webhook`: one document per webhook. */
export const webhookDocuments: Projection<WebhookDocument, WebhookEvent> = {
  name: 'feed.webhook',
  version: 4,
  indexes: [{ name: WEBHOOKS_BY_FIRM, fields: ['firmId', 'webhookId'] }],
  events: [
    'webhook.WebhookCreated',
    'webhook.WebhookChanged',
    'webhook.WebhookEnabled',
    'webhook.WebhookDisabled',
    'webhook.WebhookSecretRotated',
    'webhook.WebhookReplayed',
    'webhook.WebhookDeleted',
  ],
  impersonal: true,
  documents: (event) => [event.data.webhookId],
  fold,
};

/** Since when the receiver counts as repaired: when it was last enabled or given another URL. ISO-8601 UTC. */
export function readySince({ stateSince, urlSince }: WebhookDocument): string {
  return stateSince > urlSince ? stateSince : urlSince;
}

/** A failed attempt, the success that ended failures, or a run of events accepted at the first attempt. */
export type DeliveryDocument = Omit<TakenRow, 'status' | 'at'> &
  Readonly<{
    webhookId: string;
    attempt: number;
    delivered: boolean;
    status: number | null;
    reason: string | null;
    /** Null: it was accepted, or the webhook was disabled because of it. */
    nextAttemptAt: Timestamp | null;
    attemptedAt: string;
  }>;

/** Index of a webhook's deliveries: webhookId, attemptedAt. */
export const DELIVERIES_BY_TIME = 'by_time';

/** Read model `feed.delivery`: one document per failed attempt, per success or skip that ended failures, and per run of other events. */
export const deliveryDocuments: Projection<DeliveryDocument, DeliveryEvent | EventsDelivered> = {
  name: 'feed.delivery',
  version: 5,
  indexes: [{ name: DELIVERIES_BY_TIME, fields: ['webhookId', 'attemptedAt'] }],
  events: [
    'webhook.DeliverySucceeded',
    'webhook.DeliveryFailed',
    'webhook.DeliverySkipped',
    'webhook.EventsDelivered',
  ],
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
  const { eventType, sequence, attempt } = event.data;
  const failed = event.type === 'webhook.DeliveryFailed' ? event.data : undefined;
  const isSkipped = event.type === 'webhook.DeliverySkipped';
  const attemptedAt = recordingTime(event);
  return {
    webhookId,
    eventId: event.metadata.causationId,
    eventType,
    accountNumber,
    sequence,
    events: 1,
    attempt,
    delivered: event.type === 'webhook.DeliverySucceeded',
    status: isSkipped ? null : event.data.status,
    reason: isSkipped ? 'skipped' : (failed?.reason ?? null),
    nextAttemptAt: failed && !endedBy(failed, attemptedAt) ? failed.nextAttemptAt : null,
    attemptedAt,
  };
}

/** An account whose oldest undelivered event the receiver rejects, as of the last attempt. */
export type FailingAccountDocument = Readonly<DeliveryFailed['data']> &
  Readonly<{
    webhookId: string;
    /** Number of the replay it belongs to. Documents of older replays no longer count. */
    replay: number;
    accountNumber: string;
    /** of the last attempt. */
    attemptedAt: Timestamp;
  }>;

/** Index of failing accounts: webhookId, replay, failingSince. */
export const FAILING_BY_TIME = 'by_time';

/** Read model `feed.failing-account`: one document per account with an event that failed and is still undelivered. */
export const failingAccountDocuments: Projection<FailingAccountDocument, DeliveryEvent> = {
  name: 'feed.failing-account',
  version: 2,
  indexes: [{ name: FAILING_BY_TIME, fields: ['webhookId', 'replay', 'failingSince'] }],
  events: ['webhook.DeliverySucceeded', 'webhook.DeliveryFailed', 'webhook.DeliverySkipped'],
  documents: (event) => [deliveryStreamParts(event.stream).id],
  fold(_document, event) {
    if (event.type !== 'webhook.DeliveryFailed') return undefined;
    const { webhookId, replay, accountNumber } = deliveryStreamParts(event.stream);
    return { webhookId, replay, accountNumber, ...event.data, attemptedAt: event.at };
  },
};
