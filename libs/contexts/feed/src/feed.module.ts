import { Module } from '@nestjs/common';
import { MembersModule } from '#libs/contexts/members';
import { BankLinksModule } from '#libs/contexts/bank-links';
import { AccountsModule } from '#libs/contexts/accounts';
import { EventSourcingModule } from '#libs/platform/service';
import { AccountLocator, FeedPublisher, FeedTranslator } from './feed.reactions.js';
import { FeedContract } from './contract.queries.js';
import { FeedPages, FeedReader, FeedRights } from './feed.queries.js';

import { subscriptionDocuments } from './subscription.document.js';
import { subscriptionEvents } from './subscription.events.js';
import { AcknowledgeEventsHandler } from './subscription.handlers.js';
import { SubscriptionProgress, SubscriptionStatuses } from './subscription.queries.js';
import {
  FeedSubscriptionsController,
  OperatorSubscriptionsController,
} from './subscriptions.controller.js';
import { feedEvents, webhookEvents } from './webhook.events.js';
import { ContractController, FeedController } from './feed.controller.js';
import { OperatorWebhooksController, WebhooksController } from './webhooks.controller.js';
import {
  deliveryDocuments,
  failingAccountDocuments,
  webhookDocuments,
} from './webhook.document.js';

import { FeedHub } from './stream/feed-hub.js';
import { FeedStreams } from './stream/feed-subscription.js';
import {
  ChangeWebhookHandler,
  CreateWebhookHandler,
  ReplayEventsHandler,
  SendTestMessageHandler,
  SkipEventHandler,
} from './webhook.handlers.js';

import { WebhookDispatcher } from './webhooks/webhook-dispatcher.js';
import { WebhookSender } from './webhooks/webhook-sender.js';
import { WebhookStatuses } from './webhook.queries.js';

/** The public feed of account events, and the webhooks it is pushed to. */
@Module({
  imports: [
    AccountsModule,
    BankLinksModule,
    MembersModule,
    EventSourcingModule.forFeature({
      events: [feedEvents, webhookEvents, subscriptionEvents],
      projections: [
        webhookDocuments,
        deliveryDocuments,
        failingAccountDocuments,
        subscriptionDocuments,
      ],
    }),
  ],
  controllers: [
    FeedController,
    ContractController,
    WebhooksController,
    OperatorWebhooksController,
    FeedSubscriptionsController,
    OperatorSubscriptionsController,
  ],
  providers: [
    ChangeWebhookHandler,
    CreateWebhookHandler,
    ReplayEventsHandler,
    SendTestMessageHandler,
    SkipEventHandler,
    AcknowledgeEventsHandler,
    SubscriptionProgress,
    SubscriptionStatuses,
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
