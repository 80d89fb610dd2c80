import { Module } from '@nestjs/common';
import { OrdersModule } from '#libs/contexts/orders';
import { BackofficeOffersController } from './backoffice-offers.controller.js';
import { BackofficeSubscriptionsController } from './backoffice-subscriptions.controller.js';
import { FetchOfferingDocumentHandler } from './fetch-offering-document.js';
import { FollowPurchaseOrder } from './follow-purchase-order.js';
import { OffersController } from './offers.controller.js';
import { PurchaseOrders } from './purchase-orders.js';
import { RaisePurchaseOrder } from './raise-purchase-order.js';
import { StoreOfferingDocumentHandler } from './store-offering-document.js';
import { SubscriptionSurroundings } from './subscription-surroundings.js';
import { SubscriptionsController } from './subscriptions.controller.js';
import { SubscriptionsActive } from './subscriptions-active.js';

/** Private placement offers, their documents and the subscriptions to them. */
@Module({
  imports: [OrdersModule],
  controllers: [
    OffersController,
    BackofficeOffersController,
    SubscriptionsController,
    BackofficeSubscriptionsController,
  ],
  providers: [
    StoreOfferingDocumentHandler,
    FetchOfferingDocumentHandler,
    SubscriptionSurroundings,
    PurchaseOrders,
    RaisePurchaseOrder,
    FollowPurchaseOrder,
    SubscriptionsActive,
  ],
})
export class PlacementsModule {}
