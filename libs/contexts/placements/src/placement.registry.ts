import { defineEvents } from '#libs/platform/event-store';
import type { FetchedDocumentsEvent } from './domain/fetched-documents.js';
import type { OfferEvent } from './domain/offer.events.js';

/**
 * How the events of streams `offer-{oid}` and `offeringDocuments-{offerOid}/{loginId}` are stored. None holds personal data:
 * a login id is a name the service goes by.
 */
export const placementEvents = defineEvents<OfferEvent | FetchedDocumentsEvent>({
  'placement.OfferDefined': { version: 1 },
  'placement.OfferUpdated': { version: 1 },
  'placement.OfferingDocumentAdded': { version: 1 },
  'placement.OfferingDocumentChanged': { version: 1 },
  'placement.OfferingDocumentFetched': { version: 1 },
});
