import { Module } from '@nestjs/common';
import { BackofficeOffersController } from './http/backoffice-offers.controller.js';
import { BackofficeSubscriptionsController } from './http/backoffice-subscriptions.controller.js';
import { FetchOfferingDocumentHandler } from './use-cases/fetch-offering-document.js';
import { FollowPurchaseOrder } from './reactions/follow-purchase-order.js';
import { OffersController } from './http/offers.controller.js';
import { PurchaseOrders } from './purchase-orders.js';
import { RaisePurchaseOrder } from './reactions/raise-purchase-order.js';
import { PutOfferHandler } from './use-cases/put-offer.js';
import { RecordSubscriptionStateHandler } from './use-cases/record-subscription-state.js';
import { StoreOfferingDocumentHandler } from './use-cases/store-offering-document.js';
import { SubscribeHandler } from './use-cases/subscribe.js';
import { SubscriptionsController } from './http/subscriptions.controller.js';
import { SubscriptionsActive } from './subscriptions-active.js';

/** Private placement offers, their documents and the subscriptions to them. */
@Module({
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
    RaisePurchaseOrder,
    FollowPurchaseOrder,
    SubscriptionsActive,
  ],
})
export class PlacementsModule {}
