import type { ExpectedRevision, Problem, SentValue } from '#libs/platform/kernel';
import type { DocumentContent } from './offer.events.js';

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
  readonly privatePlacementOfferOid?: SentValue<string>;
  readonly name?: SentValue<string>;
  /** `yyyy-MM-dd`. */
  readonly openingDate?: SentValue<string>;
  /** `yyyy-MM-dd`. */
  readonly closingDate?: SentValue<string>;
  readonly eligibleFirms?: SentValue<readonly string[]>;
  /** ACCREDITED or ALL. */
  readonly eligibility?: SentValue<string>;
  /** Dollars, decimal strings. */
  readonly minimum?: SentValue<string>;
  readonly maximum?: SentValue<string>;
}

/** Back office: an offer, new or changed (decisions §10). The same again changes nothing. */
export interface PutOffer extends FromBody {
  readonly type: 'PutOffer';
  readonly input: OfferInput;
}

/** Body of the back office's PUT of a document, without its data. Name and flags are required. */
export interface OfferingDocumentInput {
  /** Must equal the id of the path. */
  readonly id?: SentValue<string>;
  readonly name?: SentValue<string>;
  readonly required?: SentValue<boolean>;
  readonly signable?: SentValue<boolean>;
  /** Must be those of the contents, as the list of documents shows them. */
  readonly mediaType?: SentValue<string>;
  readonly size?: SentValue<number>;
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
