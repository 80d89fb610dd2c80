import { defineEvents, type JsonObject } from '#libs/platform/event-store';
import { omit } from '#libs/platform/kernel';
import type { FeedEvent } from './domain/published-event.js';
import type { PlaceTaken } from './domain/webhook-places.js';
import type { DeliveryEvent, WebhookEvent } from './domain/webhook.events.js';
import type { EventsDelivered } from './domain/webhook-progress.js';

const plain = { version: 1 } as const;
/** What the name of the stream and the metadata say is no longer said again. */
const delivery = {
  version: 2,
  upcasts: {
    1: (data: JsonObject): JsonObject => omit(data, 'webhookId', 'accountNumber', 'eventId'),
  },
} as const;
/** Key that protects the secrets of a webhook. */
const personal = {
  subject: ({ webhookId }: { readonly webhookId: string }) => `webhook:${webhookId}`,
  fields: ['secret'],
} as const;

/** How published events are stored. None holds personal data. */
export const feedEvents = defineEvents<FeedEvent>({ 'feed.EventPublished': plain });

/** How the events of webhooks and their deliveries are stored. */
export const webhookEvents = defineEvents<
  WebhookEvent | DeliveryEvent | EventsDelivered | PlaceTaken
>({
  'webhook.WebhookCreated': { version: 1, personal },
  'webhook.WebhookChanged': plain,
  'webhook.WebhookEnabled': plain,
  'webhook.WebhookDisabled': plain,
  'webhook.WebhookSecretRotated': { version: 1, personal },
  'webhook.WebhookReplayed': plain,
  'webhook.WebhookDeleted': plain,
  'webhook.DeliverySucceeded': delivery,
  'webhook.DeliveryFailed': delivery,
  'webhook.EventsDelivered': plain,
  'firmWebhooks.PlaceTaken': plain,
});
