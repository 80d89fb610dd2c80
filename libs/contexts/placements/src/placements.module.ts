import { Module } from '@nestjs/common';
import { OrdersModule } from '#libs/contexts/orders';
import { MembersModule } from '#libs/contexts/members';
import { closingCheck, AccountsModule } from '#libs/contexts/accounts';
import { EventSourcingModule } from '#libs/platform/service';
import { isActive } from './subscription.js';
import {
  BackofficePrivatePlacementOffersController,
  PrivatePlacementOffersController,
} from './offers.controller.js';
import {
  BackofficePrivatePlacementSubscriptionsController,
  PrivatePlacementSubscriptionsController,
} from './subscriptions.controller.js';
import { placementEvents } from './placement.events.js';
import { PurchaseOrders } from './subscription.facts.js';
import {
  activeSubscription,
  FollowPurchaseOrder,
  LookAgainAtSubscription,
  RaisePurchaseOrder,
} from './subscription.reactions.js';
import { offerDocuments } from './offer.document.js';
import { subscriptionDocuments, SubscriptionIndex } from './subscription.document.js';
import { FetchOfferingDocumentHandler, StoreOfferingDocumentHandler } from './offer.handlers.js';
import { RecordSubscriptionStateHandler, SubscribeHandler } from './subscription.handlers.js';

const SubscriptionsActive = closingCheck(
  subscriptionDocuments,
  SubscriptionIndex.Account,
  (subscription) => isActive(subscription.status) && activeSubscription(subscription),
);

/** Private placement offers, their documents and who fetched them, and subscriptions. */
@Module({
  imports: [
    AccountsModule,
    MembersModule,
    OrdersModule,
    EventSourcingModule.forFeature({
      events: [placementEvents],
      projections: [offerDocuments, subscriptionDocuments],
    }),
  ],
  controllers: [
    PrivatePlacementOffersController,
    BackofficePrivatePlacementOffersController,
    PrivatePlacementSubscriptionsController,
    BackofficePrivatePlacementSubscriptionsController,
  ],
  providers: [
    StoreOfferingDocumentHandler,
    FetchOfferingDocumentHandler,
    RecordSubscriptionStateHandler,
    SubscribeHandler,
    PurchaseOrders,
    SubscriptionsActive,
    LookAgainAtSubscription,
    RaisePurchaseOrder,
    FollowPurchaseOrder,
  ],
})
export class PlacementsModule {}
