import { wireTimestamp } from '#libs/platform/kernel';
import { streamPerDocument, type Projection } from '#libs/platform/read-models';
import { derivedOid } from '#libs/platform/runtime';
import {
  evolveSubscription,
  type KnownSubscription,
  OF_ACCEPTANCE,
  subscriptionDecider,
} from '../domain/subscription.js';
import { EVENT_OF_STATE, type SubscriptionEvent } from '../domain/subscription.events.js';
import type { SubscriptionResponse } from '../http/subscription.dto.js';

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

/** Converts a document to the response of GET ([subscription.status]). */
export function toSubscriptionResponse(document: SubscriptionDocument): SubscriptionResponse {
  return {
    privatePlacementOrderOid: document.subscriptionOid,
    accountNumber: document.accountNumber,
    associatedMemberId: document.associatedMemberId,
    privatePlacementOfferOid: document.privatePlacementOfferOid,
    discretionary: document.discretionary,
    solicited: document.solicited,
    reasonForTrade: document.reasonForTrade,
    requestedDollarAmount: document.requestedDollarAmount,
    side: document.side,
    status: document.status,
    sentTimestamp: document.sentAt === null ? null : wireTimestamp(document.sentAt),
    receivedTimestamp: wireTimestamp(document.receivedAt),
    respondedTimestamp: wireTimestamp(document.respondedAt),
  };
}
