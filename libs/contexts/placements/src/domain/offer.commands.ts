import type { ExpectedRevision, Problem } from '#libs/platform/kernel';
import type { DocumentContent } from './offer.events.js';

/** A field of the wire: left out and null are the same. */
type Field<T> = T | null | undefined;

interface FromBody {
  /** Id of the path, well-formed (`isOid`). */
  readonly offerOid: string;
  /**
   * What is already known to be wrong with the body. A field that could not be read is left out of the input and named
   * here, so that the answer holds every problem at once, each of them once.
   */
  readonly problems?: readonly Problem[] | undefined;
}

/** Body of the back office's PUT: the offer as the GET shows it. All but the id are required. */
export interface OfferInput {
  /** Must equal the id of the path. */
  readonly privatePlacementOfferOid?: Field<string>;
  readonly name?: Field<string>;
  /** `yyyy-MM-dd`. */
  readonly openingDate?: Field<string>;
  /** `yyyy-MM-dd`. */
  readonly closingDate?: Field<string>;
  readonly eligibleFirms?: Field<readonly string[]>;
  /** ACCREDITED or ALL. */
  readonly eligibility?: Field<string>;
  /** Dollars, decimal strings. */
  readonly minimum?: Field<string>;
  readonly maximum?: Field<string>;
}

/** Back office: an offer, new or changed (decisions §10). The same again changes nothing. */
export interface PutOffer extends FromBody {
  readonly type: 'PutOffer';
  readonly input: OfferInput;
}

/** Body of the back office's PUT of a document, without its data. Name and flags are required. */
export interface OfferingDocumentInput {
  /** Must equal the id of the path. */
  readonly id?: Field<string>;
  readonly name?: Field<string>;
  readonly required?: Field<boolean>;
  readonly signable?: Field<boolean>;
  /** Must be those of the contents, as the list of documents shows them. */
  readonly mediaType?: Field<string>;
  readonly size?: Field<number>;
}

/** Back office: a document of an offer, new or changed (decisions §10). The same again changes nothing. */
export interface PutOfferingDocument extends FromBody {
  readonly type: 'PutOfferingDocument';
  /** Id of the path, well-formed (`isOid`). */
  readonly documentId: string;
  readonly input: OfferingDocumentInput;
  /** Whether the body has data, good or bad; without, a document keeps its contents. */
  readonly hasData: boolean;
  /** The data of the body, stored; undefined where the problems say why, or where the body has none. */
  readonly content: DocumentContent | undefined;
  /** Whether the document must be there, or must not; revisions are the offer's. */
  readonly expected?: Exclude<ExpectedRevision, readonly number[]> | undefined;
}

/** What may be asked of an offer. */
export type OfferCommand = PutOffer | PutOfferingDocument;
