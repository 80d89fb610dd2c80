export { FeedContract } from './contract.queries.js';
export { toPublishedEvent } from './feed.events.js';
export { FeedModule } from './feed.module.js';
export { FeedTranslator } from './feed.reactions.js';
export { newWebhookSecret } from './webhook.handlers.js';
export { RESPONSE_TIMEOUT_MS, webhookHeaders } from './webhooks/webhook-sender.js';
