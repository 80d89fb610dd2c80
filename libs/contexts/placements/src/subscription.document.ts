import { type Projection, streamPerDocument } from '#libs/platform/read-models';
import { derivedOid } from '#libs/platform/runtime';
import type { SubscriptionEvent } from './placement.events.js';
import {
  EVENT_OF_STATE,
  evolveSubscription,
  type KnownSubscription,
  OF_ACCEPTANCE,
  subscriptionDecider,
} from './subscription.js';

/** A subscription; `revision` of the stream is the entity tag. */
export type SubscriptionDocument = Readonly<
  KnownSubscription & {
    revision: number;
  }
>;

export const SubscriptionIndex = { Account: 'account', PurchaseOrder: 'purchaseOrder' } as const;

/** Read model `placements.subscription`: one document per `subscriptionOid`. */
export const subscriptionDocuments: Projection<SubscriptionDocument, SubscriptionEvent> = {
  name: 'placements.subscription',
  version: 2,
  indexes: [
    {
      name: SubscriptionIndex.Account,
      fields: ['accountNumber', 'respondedAt', 'subscriptionOid'],
    },
    { name: SubscriptionIndex.PurchaseOrder, fields: ['purchaseOrderOid'] },
  ],
  events: Object.values(EVENT_OF_STATE),
  documents: ({ data }) => [data.subscriptionOid],
  history: {
    streams: streamPerDocument(subscriptionDecider),
    fixed: { [SubscriptionIndex.Account]: 3 },
  },
  fold(document, event) {
    const after = evolveSubscription(document, event);
    const isOfThis = after?.purchaseOrderOid === OF_ACCEPTANCE;
    return (
      after && {
        ...after,
        ...(isOfThis && { purchaseOrderOid: purchaseOrderOidOf(event.id) }),
        revision: event.revision,
      }
    );
  },
};

/** Id of a purchase order that is {@link OF_ACCEPTANCE}. */
export function purchaseOrderOidOf(acceptedEventId: string): string {
  return derivedOid(acceptedEventId, 'placements.raise-purchase-order');
}
