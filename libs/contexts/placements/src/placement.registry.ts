import { defineEvents } from '#libs/platform/event-store';
import type { FetchedDocumentsEvent } from './domain/fetched-documents.js';
import type { OfferEvent } from './domain/offer.events.js';
import type { SubscriptionEvent } from './domain/subscription.events.js';

/**
 * How the events of streams `offer-{oid}`, `offeringDocuments-{offerOid}/{loginId}` and `subscription-{oid}` are stored. None
 * holds personal data: a login id is a name the service goes by.
 */
export const placementEvents = defineEvents<OfferEvent | FetchedDocumentsEvent | SubscriptionEvent>(
  {
    'placement.OfferDefined': { version: 1 },
    'placement.OfferUpdated': { version: 1 },
    'placement.OfferingDocumentAdded': { version: 1 },
    'placement.OfferingDocumentChanged': { version: 1 },
    'placement.OfferingDocumentFetched': { version: 1 },
    'placement.SubscriptionSubmitted': { version: 1 },
    'placement.SubscriptionOrderCreated': { version: 1 },
    'placement.SubscriptionAccepted': { version: 1 },
    'placement.SubscriptionProcessingBegun': { version: 1 },
    'placement.SubscriptionCompleted': { version: 1 },
    'placement.SubscriptionRejected': { version: 1 },
    'placement.SubscriptionCancelled': { version: 1 },
  },
);
