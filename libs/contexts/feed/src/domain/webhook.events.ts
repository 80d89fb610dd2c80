import type { DomainEvent, Secret, Timestamp } from '#libs/platform/kernel';

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
/** The URL or the event types changed. */
export type WebhookChanged = DomainEvent<'webhook.WebhookChanged', OfWebhook & WebhookTarget>;
/** Delivery resumes where it stopped. */
export type WebhookEnabled = DomainEvent<'webhook.WebhookEnabled', OfWebhook>;
/** Why a webhook was disabled: on request, after a 410, or after three days of failures. */
export type DisablingCause = 'request' | 'gone' | 'failing';
/** Nothing is sent any more; undelivered events wait. */
export type WebhookDisabled = DomainEvent<
  'webhook.WebhookDisabled',
  OfWebhook & { readonly cause: DisablingCause }
>;
/** The secret was replaced. The previous one also signs until `previousUntil`. */
export type WebhookSecretRotated = DomainEvent<
  'webhook.WebhookSecretRotated',
  OfWebhook & { readonly secret: Secret; readonly previousUntil: Timestamp }
>;
/** Everything after `from` is sent again. `replay` counts the replays from 1. */
export type WebhookReplayed = DomainEvent<
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
}

/** The receiver accepted an event that had failed before. Older logs have one per delivery; now `webhook.EventsDelivered` has those. */
export type DeliverySucceeded = DomainEvent<
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

/** Events of stream `webhookDelivery-{webhookId}-{replay}-{accountNumber}`. */
export type DeliveryEvent = DeliverySucceeded | DeliveryFailed;
