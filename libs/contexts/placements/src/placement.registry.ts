import { Published, type SubscriptionState, SubscriptionStates } from '#libs/platform/kernel';
import {
  contentOf,
  defineEvents,
  ofAccount,
  type Reason,
  Subject,
  textOf,
} from '#libs/platform/event-store';
import type { FetchedDocumentsEvent } from './domain/fetched-documents.js';
import type { DocumentContent, OfferEvent } from './domain/offer.events.js';
import type { SubscriptionEvent } from './domain/subscription.events.js';

const subscription = {
  subscriptionOid: Published.text('Id of the subscription'),
  status: Published.code(SubscriptionStates, 'State of the subscription'),
};
const path = '/privateplacementorders/{subscriptionOid}';
const statusChanged = Published.event(
  'brokerage.placement-subscription.status-changed.v1',
  'The state of a private placement subscription changed.',
  subscription,
  path,
);
/** A state transition; `outcome` if it ends the subscription. */
const stateChange = (status: SubscriptionState, title: string, outcome?: Reason['outcome']) => ({
  history: {
    title,
    subjects: ofAccount,
    fields: () => ({ status }),
    ...(outcome && { reason: () => ({ outcome }) }),
  },
  publishes: statusChanged.with<{ readonly subscriptionOid: string }>(() => ({ status })),
});

const document = ({ key, sha256 }: DocumentContent) => ({ key, sha256 });

/**
 * Event definitions of streams `offer-{oid}`, `offeringDocuments-{offerOid}/{loginId}` and `subscription-{oid}`. None holds
 * personal data: login ids don't count.
 */
export const placementEvents = defineEvents<OfferEvent | FetchedDocumentsEvent | SubscriptionEvent>(
  {
    'placement.OfferDefined': { history: { title: 'Private placement offered' } },
    'placement.OfferUpdated': { history: { title: 'Private placement offer changed' } },
    'placement.OfferingDocumentAdded': {
      history: {
        title: 'Offering document added',
        thing: (data) => textOf(data, 'documentId'),
        begins: true,
      },
      document,
    },
    'placement.OfferingDocumentChanged': {
      history: { title: 'Offering document changed', thing: (data) => textOf(data, 'documentId') },
      document,
    },
    'placement.OfferingDocumentFetched': {
      history: {
        title: 'Offering document fetched',
        subjects: (data) => [Subject.member(textOf(data, 'loginId'))],
        thing: (data) => textOf(data, 'documentId'),
      },
    },
    'placement.SubscriptionSubmitted': {
      history: {
        title: 'Private placement subscribed',
        subjects: ofAccount,
        fields: (data) => ({ status: 'INITIAL', ...contentOf(data) }),
      },
      publishes: Published.event(
        'brokerage.placement-subscription.submitted.v1',
        'A private placement was subscribed to.',
        { ...subscription, privatePlacementOfferOid: Published.text('Id of the offer') },
        path,
      ).with(() => ({ status: 'INITIAL' })),
    },
    'placement.SubscriptionOrderCreated': stateChange(
      'ORDER_CREATED',
      'Order for the subscription created',
    ),
    'placement.SubscriptionAccepted': stateChange('ACCEPTED', 'Subscription accepted'),
    'placement.SubscriptionProcessingBegun': stateChange(
      'PROCESSING',
      'Processing of the subscription begun',
    ),
    'placement.SubscriptionCompleted': stateChange('COMPLETE', 'Subscription completed'),
    'placement.SubscriptionRejected': stateChange('REJECTED', 'Subscription rejected', 'rejected'),
    'placement.SubscriptionCancelled': stateChange(
      'CANCELLED',
      'Subscription cancelled',
      'cancelled',
    ),
  },
);
