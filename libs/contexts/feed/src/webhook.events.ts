import { defineEvents, type JsonObject } from '#libs/platform/event-store';
import { type DomainEvent, omit, type Secret, type Timestamp } from '#libs/platform/kernel';
import { ofFirm } from '#libs/contexts/codes';
import type { AccountReplayed, EventsDelivered } from './delivery.js';
import type { EventPublished } from './feed.events.js';
import type { PlaceTaken } from './webhook.js';

interface OfWebhook {
  readonly webhookId: string;
}

/** Where events are sent, and which. */
export interface WebhookTarget {
  readonly url: string;
  /** Published types; empty: all. */
  readonly eventTypes: readonly string[];
}

/** A webhook was created. It receives everything published after `from` (a log position). */
export type WebhookCreated = DomainEvent<
  'webhook.WebhookCreated',
  OfWebhook &
    WebhookTarget & {
      readonly firmId: string;
      readonly enabled: boolean;
      /** Signing key: `whsec_` and Base64. */
      readonly secret: Secret;
      /** In decimal digits. */
      readonly from: string;
    }
>;

type WebhookChanged = DomainEvent<'webhook.WebhookChanged', OfWebhook & WebhookTarget>;

/** Delivery resumes where it stopped. */
type WebhookEnabled = DomainEvent<'webhook.WebhookEnabled', OfWebhook>;

/** Why a webhook was disabled: on request, after a 410, or after three days of failures. */
export type DisablingCause = 'request' | 'gone' | 'failing';

/** Nothing is sent any more; undelivered events wait. */
type WebhookDisabled = DomainEvent<
  'webhook.WebhookDisabled',
  OfWebhook & { readonly cause: DisablingCause }
>;

/** The secret was replaced. The previous one also signs until `previousUntil`. */
type WebhookSecretRotated = DomainEvent<
  'webhook.WebhookSecretRotated',
  OfWebhook & { readonly secret: Secret; readonly previousUntil: Timestamp }
>;

/** Everything after `from` is sent again. `replay` counts the replays from 1. */
type WebhookReplayed = DomainEvent<
  'webhook.WebhookReplayed',
  OfWebhook & { readonly replay: number; readonly from: string }
>;

/** The webhook was deleted permanently. */
export type WebhookDeleted = DomainEvent<'webhook.WebhookDeleted', OfWebhook>;

/** Events of stream `webhook-{webhookId}`. */
export type WebhookEvent =
  | WebhookCreated
  | WebhookChanged
  | WebhookEnabled
  | WebhookDisabled
  | WebhookSecretRotated
  | WebhookReplayed
  | WebhookDeleted;

/** Webhook, replay and account are in the stream name; the published event is the cause in the metadata. */
interface OfDelivery {
  readonly sequence: number;
  readonly eventType: string;
  /** From 1. */
  readonly attempt: number;
  /** Number of the replay of this account alone that it belongs to; none: 0. */
  readonly accountReplay?: number;
}

/** The receiver accepted an event that had failed before. Older logs have one per delivery; now `webhook.EventsDelivered` has those. */
type DeliverySucceeded = DomainEvent<
  'webhook.DeliverySucceeded',
  OfDelivery & { readonly status: number }
>;

/** The receiver did not accept an event. */
export type DeliveryFailed = DomainEvent<
  'webhook.DeliveryFailed',
  OfDelivery & {
    /** HTTP status; null if there was no response. */
    readonly status: number | null;
    /** Kind of failure, such as `timeout`; never contains anything the receiver sent. */
    readonly reason: string;
    /** Time of the first failed attempt at this event. */
    readonly failingSince: Timestamp;
    readonly nextAttemptAt: Timestamp;
  }
>;

/** An event that the receiver did not accept is not sent any more; those after it are. */
type DeliverySkipped = DomainEvent<
  'webhook.DeliverySkipped',
  OfDelivery & {
    /** A word of whoever skipped it. */
    readonly reason: string;
  }
>;

/** Events of stream `webhookDelivery-{webhookId}-{replay}-{accountNumber}`. */
export type DeliveryEvent = DeliverySucceeded | DeliveryFailed | DeliverySkipped;

/** Version 2 drops what the stream name and the metadata already contain. */
const delivery = {
  version: 2,
  upcasts: {
    1: (data: JsonObject): JsonObject => omit(data, 'webhookId', 'accountNumber', 'eventId'),
  },
} as const;

/** Name of the key that protects the secrets of a webhook. */
export const webhookKeyId = (webhookId: string): string => `webhook:${webhookId}`;

const personal = {
  subject: ({ webhookId }: { readonly webhookId: string }) => webhookKeyId(webhookId),
  fields: ['secret'],
} as const;

/** Published events in the log. None contains personal data. */
export const feedEvents = defineEvents<EventPublished>({
  'feed.EventPublished': { history: { title: 'Event published' }, publishes: 'nothing' },
});

export const webhookEvents = defineEvents<
  WebhookEvent | DeliveryEvent | EventsDelivered | AccountReplayed | PlaceTaken
>({
  'webhook.WebhookCreated': { history: { title: 'Webhook created', subjects: ofFirm }, personal },
  'webhook.WebhookChanged': { history: { title: 'Webhook changed' } },
  'webhook.WebhookEnabled': { history: { title: 'Webhook enabled' } },
  'webhook.WebhookDisabled': { history: { title: 'Webhook disabled' } },
  'webhook.WebhookSecretRotated': {
    history: { title: 'Webhook secret replaced' },
    personal,
  },
  'webhook.WebhookReplayed': { history: { title: 'Webhook replayed' } },
  'webhook.WebhookDeleted': { history: { title: 'Webhook deleted' } },
  'webhook.DeliverySucceeded': { ...delivery, history: { title: 'Event delivered' } },
  'webhook.DeliveryFailed': { ...delivery, history: { title: 'Event not delivered' } },
  'webhook.DeliverySkipped': { history: { title: 'Event skipped' } },
  'webhook.EventsDelivered': { history: { title: 'Events delivered' } },
  'webhook.AccountReplayed': {
    history: { title: 'Webhook replayed for an account' },
    publishes: 'nothing',
  },
  'firmWebhooks.PlaceTaken': { history: { title: 'Webhook place taken' } },
});
