import { defineContext } from '#libs/platform/service';
import { offerDocuments } from './documents/offer.document.js';
import { subscriptionDocuments } from './documents/subscription.document.js';
import { FollowPurchaseOrder } from './follow-purchase-order.js';
import { placementEvents } from './placement.registry.js';
import { PlacementsModule } from './placements.module.js';
import { RaisePurchaseOrder } from './raise-purchase-order.js';

/** Private placement offers, their documents, who has been given them, and the subscriptions. */
export const placements = defineContext({
  name: 'placements',
  events: [placementEvents],
  projections: [offerDocuments, subscriptionDocuments],
  module: PlacementsModule,
  reactions: [RaisePurchaseOrder, FollowPurchaseOrder],
});
