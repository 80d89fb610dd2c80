import { defineEvents, type JsonObject, ofFirm } from '#libs/platform/event-store';
import { omit } from '#libs/platform/kernel';
import type { EventPublished } from './domain/published-event.js';
import type { PlaceTaken } from './domain/webhook-places.js';
import type { DeliveryEvent, WebhookEvent } from './domain/webhook.events.js';
import type { EventsDelivered } from './domain/webhook-progress.js';

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

/** Events of webhooks and their deliveries. */
export const webhookEvents = defineEvents<
  WebhookEvent | DeliveryEvent | EventsDelivered | PlaceTaken
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
  'webhook.EventsDelivered': { history: { title: 'Events delivered' } },
  'firmWebhooks.PlaceTaken': { history: { title: 'Webhook place taken' } },
});
