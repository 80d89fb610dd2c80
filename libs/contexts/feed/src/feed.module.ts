import { Module } from '@nestjs/common';
import { MembersModule } from '#libs/contexts/members';
import { BankLinksModule } from '#libs/contexts/bank-links';
import { AccountsModule } from '#libs/contexts/accounts';
import { EventSourcingModule } from '#libs/platform/service';
import { AccountLocator } from './account-locator.js';
import { FeedContract } from './feed-contract.js';
import { FeedPages } from './feed-pages.js';
import { FeedPublisher } from './feed-publisher.js';
import { FeedReader } from './feed-reader.js';
import { FeedRights } from './feed-rights.js';
import { FeedTranslator } from './feed-translator.js';
import { feedEvents, webhookEvents } from './feed.registry.js';
import { ContractController, FeedController } from './http/feed.controller.js';
import {
  DeliveriesController,
  WebhooksController,
  WebhookStatusesController,
} from './http/webhooks.controller.js';
import { deliveryDocuments } from './read-models/delivery.document.js';
import { failingAccountDocuments } from './read-models/failing-account.document.js';
import { webhookDocuments } from './read-models/webhook.document.js';
import { FeedHub } from './stream/feed-hub.js';
import { FeedStreams } from './stream/feed-subscription.js';
import { ChangeWebhookHandler } from './use-cases/change-webhook.js';
import { CreateWebhookHandler } from './use-cases/create-webhook.js';
import { ReplayEventsHandler } from './use-cases/replay-events.js';
import { SendTestMessageHandler } from './use-cases/send-test-message.js';
import { WebhookDispatcher } from './webhooks/webhook-dispatcher.js';
import { WebhookSender } from './webhooks/webhook-sender.js';
import { WebhookStatuses } from './webhooks/webhook-statuses.js';

/** The public feed of account events, and the webhooks it is pushed to. */
@Module({
  imports: [
    AccountsModule,
    BankLinksModule,
    MembersModule,
    EventSourcingModule.forFeature({
      events: [feedEvents, webhookEvents],
      projections: [webhookDocuments, deliveryDocuments, failingAccountDocuments],
    }),
  ],
  controllers: [
    FeedController,
    ContractController,
    WebhooksController,
    DeliveriesController,
    WebhookStatusesController,
  ],
  providers: [
    ChangeWebhookHandler,
    CreateWebhookHandler,
    ReplayEventsHandler,
    SendTestMessageHandler,
    FeedContract,
    AccountLocator,
    FeedPublisher,
    FeedReader,
    FeedRights,
    FeedPages,
    FeedHub,
    FeedStreams,
    WebhookSender,
    WebhookStatuses,
    FeedTranslator,
    WebhookDispatcher,
  ],
})
export class FeedModule {}
