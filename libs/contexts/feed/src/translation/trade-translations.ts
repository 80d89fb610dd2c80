import type { OrderEvent } from '#libs/contexts/orders';
import type { SubscriptionEvent } from '#libs/contexts/placements';
import type { OrderState, SubscriptionState } from '#libs/platform/kernel';
import { type Draft, draft } from '../domain/contract/index.js';
import type { Translations } from './source-events.js';

const orderState =
  (state: OrderState) =>
  ({ folioOrderOid }: { readonly folioOrderOid: string }): Draft =>
    draft('brokerage.order.state-changed.v1', { folioOrderOid, state });

const subscriptionState =
  (status: SubscriptionState) =>
  ({ subscriptionOid }: { readonly subscriptionOid: string }): Draft =>
    draft('brokerage.placement-subscription.status-changed.v1', { subscriptionOid, status });

/** Orders and private placement subscriptions. */
export const tradeTranslations: Translations<OrderEvent | SubscriptionEvent> = {
  'order.OrderPlaced': ({ folioNumber, folioOrderOid, state }) =>
    draft('brokerage.order.placed.v1', { folioNumber, folioOrderOid, state }),
  'order.OrderRecorded': ({ folioNumber, folioOrderOid, state }) =>
    draft('brokerage.order.reported.v1', { folioNumber, folioOrderOid, state }),
  'order.OrderAmended': ({ folioOrderOid }) =>
    draft('brokerage.order.amended.v1', { folioOrderOid }),
  'order.OrderPartlyFilled': orderState('P'),
  'order.OrderFilled': orderState('F'),
  'order.OrderCancelled': orderState('C'),
  'order.OrderRejected': orderState('R'),
  'order.OrderExpired': orderState('E'),
  'placement.SubscriptionSubmitted': ({ subscriptionOid, privatePlacementOfferOid }) =>
    draft('brokerage.placement-subscription.submitted.v1', {
      subscriptionOid,
      status: 'INITIAL',
      privatePlacementOfferOid,
    }),
  'placement.SubscriptionOrderCreated': subscriptionState('ORDER_CREATED'),
  'placement.SubscriptionAccepted': subscriptionState('ACCEPTED'),
  'placement.SubscriptionProcessingBegun': subscriptionState('PROCESSING'),
  'placement.SubscriptionCompleted': subscriptionState('COMPLETE'),
  'placement.SubscriptionRejected': subscriptionState('REJECTED'),
  'placement.SubscriptionCancelled': subscriptionState('CANCELLED'),
};
