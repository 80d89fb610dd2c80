import type { EventsOf, JsonForm, LocalDate, Money } from '#libs/platform/kernel';

/** Whose accounts may subscribe ([offer.fields]). */
export const Eligibilities = { ACCREDITED: 'Accredited investors only', ALL: 'Everybody' } as const;
export type Eligibility = keyof typeof Eligibilities;

/** A private placement offer. */
export interface ReportedOffer {
  readonly name: string;
  /** First day in New York on which subscriptions are taken. */
  readonly openingDate: LocalDate;
  /** Last day in New York on which subscriptions are taken. */
  readonly closingDate: LocalDate;
  /** Ids of the institutional firms that see the offer; an offer for no firm is withdrawn. */
  readonly eligibleFirms: readonly string[];
  readonly eligibility: Eligibility;
  /** Least and greatest amount of one subscription. */
  readonly minimum: Money;
  readonly maximum: Money;
}

/** An offer as events and documents have it: firms in order and each once. */
export type Offer = JsonForm<ReportedOffer>;

/** Contents of a document as the vault has them. */
export interface DocumentContent {
  /** Address in the document vault. */
  readonly key: string;
  /** SHA-256 of the contents, lower-case hexadecimal. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  /** Found out from the contents, never taken from a caller. */
  readonly mediaType: string;
}

/** A document that comes with an offer. */
export interface OfferingDocument extends DocumentContent {
  readonly name: string;
  /** To be fetched by the client before a subscription. */
  readonly required: boolean;
  /** To be signed by the client. */
  readonly signable: boolean;
}

interface OfOffer {
  readonly offerOid: string;
}

/**
 * Everything that happens in stream `offer-{oid}`: there is an offer or a document more, or it reads differently from now on; all of it.
 */
export type OfferEvent =
  | EventsOf<'placement.OfferDefined' | 'placement.OfferUpdated', OfOffer & Offer>
  | EventsOf<
      'placement.OfferingDocumentAdded' | 'placement.OfferingDocumentChanged',
      OfOffer & OfferingDocument & { readonly documentId: string }
    >;
