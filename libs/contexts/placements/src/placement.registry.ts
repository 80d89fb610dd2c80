import {
  contentOf,
  defineEvents,
  type EventData,
  ofAccount,
  Subject,
  textOf,
} from '#libs/platform/event-store';
import type { FetchedDocumentsEvent } from './domain/fetched-documents.js';
import type { OfferEvent } from './domain/offer.events.js';
import type { SubscriptionEvent } from './domain/subscription.events.js';

const state = (status: string) => (): EventData => ({ status });

/**
 * How the events of streams `offer-{oid}`, `offeringDocuments-{offerOid}/{loginId}` and `subscription-{oid}` are stored. None
 * holds personal data: a login id is a name the service goes by.
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
    },
    'placement.OfferingDocumentChanged': {
      history: {
        title: 'Offering document changed',
        thing: (data) => textOf(data, 'documentId'),
      },
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
    },
    'placement.SubscriptionOrderCreated': {
      history: {
        title: 'Order for the subscription created',
        subjects: ofAccount,
        fields: state('ORDER_CREATED'),
      },
    },
    'placement.SubscriptionAccepted': {
      history: {
        title: 'Subscription accepted',
        subjects: ofAccount,
        fields: state('ACCEPTED'),
      },
    },
    'placement.SubscriptionProcessingBegun': {
      history: {
        title: 'Processing of the subscription begun',
        subjects: ofAccount,
        fields: state('PROCESSING'),
      },
    },
    'placement.SubscriptionCompleted': {
      history: {
        title: 'Subscription completed',
        subjects: ofAccount,
        fields: state('COMPLETE'),
      },
    },
    'placement.SubscriptionRejected': {
      history: {
        title: 'Subscription rejected',
        subjects: ofAccount,
        fields: state('REJECTED'),
        reason: () => ({ outcome: 'rejected' }),
      },
    },
    'placement.SubscriptionCancelled': {
      history: {
        title: 'Subscription cancelled',
        subjects: ofAccount,
        fields: state('CANCELLED'),
        reason: () => ({ outcome: 'cancelled' }),
      },
    },
  },
);
