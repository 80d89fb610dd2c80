import { Module } from '@nestjs/common';
import { AccountLocator } from './account-locator.js';
import { ContractController } from './http/contract.controller.js';
import { FeedController } from './http/feed.controller.js';
import { FeedContract } from './feed-contract.js';
import { FeedPages } from './feed-pages.js';
import { FeedPublisher } from './feed-publisher.js';
import { FeedReader } from './feed-reader.js';
import { FeedRights } from './feed-rights.js';
import { FeedTranslator } from './feed-translator.js';
import { FeedHub } from './stream/feed-hub.js';
import { FeedStreams } from './stream/feed-streams.js';
import { DeliveriesController } from './http/deliveries.controller.js';
import { WebhookDispatcher } from './webhooks/webhook-dispatcher.js';
import { WebhookSender } from './webhooks/webhook-sender.js';
import { WebhookStatuses } from './webhooks/webhook-statuses.js';
import { WebhookStatusesController } from './http/webhook-statuses.controller.js';
import { WebhooksController } from './http/webhooks.controller.js';
import { ChangeWebhookHandler } from './use-cases/change-webhook.js';
import { CreateWebhookHandler } from './use-cases/create-webhook.js';
import { DeleteWebhookHandler } from './use-cases/delete-webhook.js';
import { ReplayEventsHandler } from './use-cases/replay-events.js';
import { RotateWebhookSecretHandler } from './use-cases/rotate-webhook-secret.js';
import { SendTestMessageHandler } from './use-cases/send-test-message.js';

/** The public event feed: its routes and processes. */
@Module({
  controllers: [
    FeedController,
    ContractController,
    WebhooksController,
    DeliveriesController,
    WebhookStatusesController,
  ],
  providers: [
    FeedContract,
    AccountLocator,
    FeedPublisher,
    FeedTranslator,
    FeedReader,
    FeedRights,
    FeedPages,
    FeedHub,
    FeedStreams,
    WebhookSender,
    WebhookStatuses,
    WebhookDispatcher,
    ChangeWebhookHandler,
    CreateWebhookHandler,
    DeleteWebhookHandler,
    ReplayEventsHandler,
    RotateWebhookSecretHandler,
    SendTestMessageHandler,
  ],
})
export class FeedModule {}
