import { defineContext } from '#libs/platform/service';
import { FeedModule } from './feed.module.js';
import { deliveryDocuments } from './read-models/delivery.document.js';
import { failingAccountDocuments } from './read-models/failing-account.document.js';
import { webhookDocuments } from './read-models/webhook.document.js';
import { feedEvents, webhookEvents } from './feed.registry.js';
import { FeedTranslator } from './feed-translator.js';
import { WebhookDispatcher } from './webhooks/webhook-dispatcher.js';

/** What happens to accounts, published for other systems. */
export const feed = defineContext({
  name: 'feed',
  events: [feedEvents, webhookEvents],
  projections: [webhookDocuments, deliveryDocuments, failingAccountDocuments],
  module: FeedModule,
  processes: [FeedTranslator, WebhookDispatcher],
});
