import { streamPerDocument, type Projection } from '#libs/platform/read-models';
import type { Offer, OfferEvent } from '../domain/offer.events.js';
import type { OfferResponse, OfferingDocumentResponse } from '../http/offer.dto.js';
import { type DocumentOfOffer, evolveOffer, offerDecider } from '../domain/offer.js';

/** An offer with its documents; `revision` of the stream is the entity tag of both. */
export type OfferDocument = Readonly<
  Offer & { offerOid: string; documents: readonly DocumentOfOffer[]; revision: number }
>;

/** Indexes by name, both sorted by closing date. */
export const OfferIndex = { Firm: 'firm', All: 'all' } as const;

/** Read model `placements.offer`: one document per offer. */
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
  history: { streams: streamPerDocument(offerDecider), fixed: {} },
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
 * Converts a document to the response of GET ([offer.fields]).
 * @param firmId firm of the caller, which sees no other eligible firms; undefined shows all
 */
export function toOfferResponse(document: OfferDocument, firmId?: string): OfferResponse {
  const { eligibleFirms, ...offer } = offerOf(document);
  const shown = firmId === undefined ? eligibleFirms : eligibleFirms.filter((id) => id === firmId);
  return { privatePlacementOfferOid: document.offerOid, ...offer, eligibleFirms: shown };
}

/** Converts a document to its list item: everything but the contents. */
export function toOfferingDocumentResponse(document: DocumentOfOffer): OfferingDocumentResponse {
  const { documentId, name, required, signable, mediaType, size } = document;
  return { id: documentId, name, required, signable, mediaType, size };
}
