import { Module } from '@nestjs/common';
import { OrdersModule } from '#libs/contexts/orders';
import { MembersModule } from '#libs/contexts/members';
import { closingCheck, AccountsModule } from '#libs/contexts/accounts';
import { EventSourcingModule } from '#libs/platform/service';
import { isActive } from './domain/subscription.js';
import {
  BackofficeOffersController,
  BackofficeSubscriptionsController,
} from './http/backoffice-placements.controller.js';
import { OffersController } from './http/offers.controller.js';
import { SubscriptionsController } from './http/subscriptions.controller.js';
import { placementEvents } from './placement.registry.js';
import { PurchaseOrders } from './purchase-orders.js';
import {
  activeSubscription,
  LookAgainAtSubscription,
} from './reactions/look-again-at-subscription.js';
import { FollowPurchaseOrder, RaisePurchaseOrder } from './reactions/purchase-order.reactions.js';
import { offerDocuments } from './read-models/offer.document.js';
import { subscriptionDocuments, SubscriptionIndex } from './read-models/subscription.document.js';
import { FetchOfferingDocumentHandler } from './use-cases/fetch-offering-document.js';
import { PutOfferHandler } from './use-cases/put-offer.js';
import { RecordSubscriptionStateHandler } from './use-cases/record-subscription-state.js';
import { StoreOfferingDocumentHandler } from './use-cases/store-offering-document.js';
import { SubscribeHandler } from './use-cases/subscribe.js';

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
    OffersController,
    BackofficeOffersController,
    SubscriptionsController,
    BackofficeSubscriptionsController,
  ],
  providers: [
    StoreOfferingDocumentHandler,
    FetchOfferingDocumentHandler,
    PutOfferHandler,
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
