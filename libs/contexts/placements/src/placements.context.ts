import { defineContext } from '#libs/platform/service';
import { offerDocuments } from './read-models/offer.document.js';
import { subscriptionDocuments } from './read-models/subscription.document.js';
import { FollowPurchaseOrder } from './reactions/follow-purchase-order.js';
import { placementEvents } from './placement.registry.js';
import { PlacementsModule } from './placements.module.js';
import { RaisePurchaseOrder } from './reactions/raise-purchase-order.js';

/** Private placement offers, their documents, who has been given them, and the subscriptions. */
export const placements = defineContext({
  name: 'placements',
  events: [placementEvents],
  projections: [offerDocuments, subscriptionDocuments],
  module: PlacementsModule,
  reactions: [RaisePurchaseOrder, FollowPurchaseOrder],
});
