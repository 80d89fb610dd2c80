import type { ExpectedRevision } from '#libs/platform/kernel';
import type { DocumentContent, OfferingDocument, ReportedOffer } from './offer.events.js';

/** Back office: an offer, new or changed ([back-office.offers]). The same again changes nothing. */
export interface PutOffer {
  readonly type: 'PutOffer';
  /** Id of the path, well-formed (`isOid`). */
  readonly offerOid: string;
  /** The offer as GET shows it; the id may be left out. */
  readonly report: ReportedOffer & { readonly privatePlacementOfferOid?: string };
}

/** A document of an offer as the back office sends it. */
export interface OfferingDocumentReport extends Pick<
  OfferingDocument,
  'name' | 'required' | 'signable'
> {
  /** Must equal the id of the path. */
  readonly id?: string;
  /** Its contents; null keeps those of the document as it stands. */
  readonly data: Buffer | null;
  /** As the list shows them. */
  readonly mediaType?: string;
  readonly size?: number;
}

/** Back office: a document of an offer, new or changed ([back-office.offers]). The same again changes nothing. */
export interface PutOfferingDocument {
  readonly type: 'PutOfferingDocument';
  /** Ids of the path, well-formed (`isOid`). */
  readonly offerOid: string;
  readonly documentId: string;
  readonly report: Omit<OfferingDocumentReport, 'data' | 'mediaType' | 'size'>;
  /** Its contents, stored; without, those of the document as it stands. */
  readonly content: DocumentContent | undefined;
  /** Whether the document must be there, or must not; revisions are the offer's. */
  readonly expected?: Exclude<ExpectedRevision, readonly number[]> | undefined;
}

/** What may be asked of an offer. */
export type OfferCommand = PutOffer | PutOfferingDocument;
