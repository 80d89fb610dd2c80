import type { DomainEvent, Secret, Timestamp } from '#libs/platform/kernel';

interface OfWebhook {
  readonly webhookId: string;
}

/** Where events are sent and which. */
export interface WebhookTarget {
  readonly url: string;
  /** Published types; none: all of them. */
  readonly eventTypes: readonly string[];
}

/** A firm has a webhook more; what is published from `from` (a position of the log) on is sent to it. */
export type WebhookCreated = DomainEvent<
  'webhook.WebhookCreated',
  OfWebhook &
    WebhookTarget & {
      readonly firmId: string;
      readonly enabled: boolean;
      /** Key of the signatures: `whsec_` and Base64. */
      readonly secret: Secret;
      /** In decimal digits. */
      readonly from: string;
    }
>;
/** Another URL or other types of events. */
export type WebhookChanged = DomainEvent<'webhook.WebhookChanged', OfWebhook & WebhookTarget>;
/** Events are sent again, from where it stopped. */
export type WebhookEnabled = DomainEvent<'webhook.WebhookEnabled', OfWebhook>;
/** Why nothing is sent: asked for, the receiver answered 410, or it took nothing for three days. */
export type DisablingCause = 'request' | 'gone' | 'failing';
/** Nothing is sent any more; what has not been sent waits. */
export type WebhookDisabled = DomainEvent<
  'webhook.WebhookDisabled',
  OfWebhook & { readonly cause: DisablingCause }
>;
/** There is a new secret; until `previousUntil` the one before signs as well. */
export type WebhookSecretRotated = DomainEvent<
  'webhook.WebhookSecretRotated',
  OfWebhook & { readonly secret: Secret; readonly previousUntil: Timestamp }
>;
/** Everything after `from` is sent once more. `replay` numbers the replays from 1. */
export type WebhookReplayed = DomainEvent<
  'webhook.WebhookReplayed',
  OfWebhook & { readonly replay: number; readonly from: string }
>;
/** It is gone, for good. */
export type WebhookDeleted = DomainEvent<'webhook.WebhookDeleted', OfWebhook>;

/** Everything that happens in stream `webhook-{webhookId}`. */
export type WebhookEvent =
  | WebhookCreated
  | WebhookChanged
  | WebhookEnabled
  | WebhookDisabled
  | WebhookSecretRotated
  | WebhookReplayed
  | WebhookDeleted;

/** Webhook, replay and account are those of the stream; the published event is what caused this one, by its metadata. */
interface OfDelivery {
  readonly sequence: number;
  readonly eventType: string;
  /** From 1. */
  readonly attempt: number;
}

/** The receiver took an event that had failed. In older logs any event: others are told together now, by `webhook.EventsDelivered`. */
export type DeliverySucceeded = DomainEvent<
  'webhook.DeliverySucceeded',
  OfDelivery & { readonly status: number }
>;
/** The receiver did not take an event. */
export type DeliveryFailed = DomainEvent<
  'webhook.DeliveryFailed',
  OfDelivery & {
    /** HTTP status; null when there was no answer. */
    readonly status: number | null;
    /** Kind of failure, such as `timeout`; nothing of what the receiver said. */
    readonly reason: string;
    /** When the first attempt at this event failed. */
    readonly failingSince: Timestamp;
    readonly nextAttemptAt: Timestamp;
  }
>;

/** Everything that happens in stream `webhookDelivery-{webhookId}-{replay}-{accountNumber}`. */
export type DeliveryEvent = DeliverySucceeded | DeliveryFailed;
