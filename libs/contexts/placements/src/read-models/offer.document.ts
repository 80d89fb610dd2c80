import { ownStream, type Projection } from '#libs/platform/read-models';

import type { Offer, OfferEvent } from '../domain/offer.events.js';
import type { OfferAnswer, OfferingDocumentAnswer } from '../http/offer.dto.js';
import { type DocumentOfOffer, evolveOffer, offerDecider } from '../domain/offer.js';

/** One offer with its documents; `revision` is that of its stream, the entity tag of all of it. */
export type OfferDocument = Readonly<
  Offer & { offerOid: string; documents: readonly DocumentOfOffer[]; revision: number }
>;

/** Indexes of offers, both in order of the closing date. */
export const OfferIndex = { Firm: 'firm', All: 'all' } as const;

/** Read model `placements.offer`, one document per offer. */
export const offerDocuments: Projection<OfferDocument, OfferEvent> = {
  name: 'placements.offer',
  version: 1,
  indexes: [
    { name: OfferIndex.Firm, fields: ['eligibleFirms', 'closingDate'] },
    { name: OfferIndex.All, fields: ['closingDate'] },
  ],
  events: [
    'placement.OfferDefined',
    'placement.OfferUpdated',
    'placement.OfferingDocumentAdded',
    'placement.OfferingDocumentChanged',
  ],
  documents: ({ data }) => [data.offerOid],
  history: { streams: ownStream(offerDecider), fixed: {} },
  fold(document, event) {
    const before = document && { offer: offerOf(document), documents: document.documents };
    const after = evolveOffer(before, event);
    if (!after) return undefined;
    const { offerOid } = event.data;
    return { offerOid, ...after.offer, documents: after.documents, revision: event.revision };
  },
};

function offerOf(document: OfferDocument): Offer {
  const { name, openingDate, closingDate, eligibleFirms, eligibility, minimum, maximum } = document;
  return { name, openingDate, closingDate, eligibleFirms, eligibility, minimum, maximum };
}

/**
 * The offer as GET answers it ([offer.fields]).
 * @param firmId firm of the caller, which reads of no other firm; undefined: all of them are shown
 */
export function toOfferAnswer(document: OfferDocument, firmId?: string): OfferAnswer {
  const { eligibleFirms, ...offer } = offerOf(document);
  const shown = firmId === undefined ? eligibleFirms : eligibleFirms.filter((id) => id === firmId);
  return { privatePlacementOfferOid: document.offerOid, ...offer, eligibleFirms: shown };
}

/** A document of an offer as the list answers it: everything but the contents. */
export function toOfferingDocumentAnswer(document: DocumentOfOffer): OfferingDocumentAnswer {
  const { documentId, name, required, signable, mediaType, size } = document;
  return { id: documentId, name, required, signable, mediaType, size };
}
