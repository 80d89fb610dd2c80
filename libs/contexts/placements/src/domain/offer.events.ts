import type { EventsOf, JsonForm, LocalDate, Money } from '#libs/platform/kernel';

/** Who may subscribe ([offer.fields]). */
export const Eligibilities = { ACCREDITED: 'Accredited investors only', ALL: 'Everybody' } as const;
export type Eligibility = keyof typeof Eligibilities;

/** An offer as reported by the back office. */
export interface ReportedOffer {
  readonly name: string;
  /** First day of subscriptions, in New York. */
  readonly openingDate: LocalDate;
  /** Last day of subscriptions, in New York. */
  readonly closingDate: LocalDate;
  /** Ids of the institutional firms that see the offer; empty for a withdrawn offer. */
  readonly eligibleFirms: readonly string[];
  readonly eligibility: Eligibility;
  /** Bounds for the amount of one subscription. */
  readonly minimum: Money;
  readonly maximum: Money;
}

/** An offer as stored: firms sorted and unique. */
export type Offer = JsonForm<ReportedOffer>;

/** Contents of a document in the vault. */
export interface DocumentContent {
  /** Key in the document vault. */
  readonly key: string;
  /** SHA-256, lower-case hexadecimal. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  /** Detected from the contents, never taken from the caller. */
  readonly mediaType: string;
}

/** A document of an offer. */
export interface OfferingDocument extends DocumentContent {
  readonly name: string;
  /** The client must fetch it before subscribing. */
  readonly required: boolean;
  readonly signable: boolean;
}

interface OfferId {
  readonly offerOid: string;
}

/** All events of stream `offer-{oid}`: an offer or document was added or changed, with all its fields. */
export type OfferEvent =
  | EventsOf<'placement.OfferDefined' | 'placement.OfferUpdated', OfferId & Offer>
  | EventsOf<
      'placement.OfferingDocumentAdded' | 'placement.OfferingDocumentChanged',
      OfferId & OfferingDocument & { readonly documentId: string }
    >;
