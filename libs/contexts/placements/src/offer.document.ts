import { type Projection, streamPerDocument } from '#libs/platform/read-models';
import { type DocumentOfOffer, evolveOffer, offerDecider } from './offer.js';
import type { Offer, OfferEvent } from './placement.events.js';

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

export function offerOf(document: OfferDocument): Offer {
  const { name, openingDate, closingDate, eligibleFirms, eligibility, minimum, maximum } = document;
  return { name, openingDate, closingDate, eligibleFirms, eligibility, minimum, maximum };
}
