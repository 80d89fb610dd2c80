import {
  Amount,
  Base64,
  Bool,
  Code,
  Identifier,
  Int,
  IsoDate,
  ListOfText,
  PageQuery,
  ResponseOf,
  Text,
} from '#libs/platform/http';
import { FieldCode, type LocalDate, type Money, NUMERIC_OID } from '#libs/platform/kernel';
import { type OfferDocument, offerOf } from './offer.document.js';
import { type DocumentOfOffer, Eligibilities, type OfferingDocumentReport } from './offer.js';
import type { Eligibility, ReportedOffer } from './placement.events.js';

const DOLLARS = { required: true, decimals: 2, min: '0', example: '1000.00' };

const NAME = {
  required: true,
  trim: true,
  max: 100,
  printable: 'line',
  description: 'Name',
} as const;

/** Body of `PUT /backoffice/privateplacementoffers/{oid}` ([back-office.offers]). */
export class OfferDto implements ReportedOffer {
  @Identifier({ description: 'Id in the path', example: '4000001' })
  privatePlacementOfferOid?: string;

  @Text({ ...NAME, example: 'Growth Fund I' })
  name!: string;

  @IsoDate({ required: true, description: 'First day for subscriptions, in New York' })
  openingDate!: LocalDate;

  @IsoDate({
    required: true,
    check: (day, _now, { openingDate }: Partial<OfferDto>) =>
      openingDate !== undefined && day < openingDate
        ? { code: FieldCode.Value, message: 'It is before the opening date.' }
        : undefined,
    description: 'Last day for subscriptions, in New York',
  })
  closingDate!: LocalDate;

  @ListOfText({
    required: true,
    form: { pattern: NUMERIC_OID, hint: 'a firm id' },
    description: 'Firm ids; clients see only their own',
    example: ['1000000001'],
  })
  eligibleFirms!: readonly string[];

  @Code(Eligibilities, { required: true, description: 'Who may subscribe' })
  eligibility!: Eligibility;

  @Amount({ ...DOLLARS, description: 'Minimum amount of a subscription, dollars' })
  minimum!: Money;

  @Amount({
    ...DOLLARS,
    moreThanMin: true,
    check: (amount, _now, { minimum }: Partial<OfferDto>) =>
      minimum && amount.lessThan(minimum)
        ? { code: FieldCode.Value, message: 'It is below the minimum.' }
        : undefined,
    description: 'Maximum amount of a subscription, dollars',
  })
  maximum!: Money;
}

/** Response of GET ([offer.fields]). */
export class OfferResponse extends ResponseOf(OfferDto) {}

/** Body of `PUT /backoffice/privateplacementoffers/{oid}/documents/{id}` ([back-office.offers]). */
export class PutOfferingDocumentDto implements OfferingDocumentReport {
  @Identifier({ description: 'Id in the path', example: 'memorandum' })
  id?: string;

  @Text({ ...NAME, example: 'Memorandum' })
  name!: string;

  @Bool({ required: true, description: 'Must be fetched before subscribing' })
  required!: boolean;

  @Bool({ required: true, description: 'Must be signed by the client' })
  signable!: boolean;

  @Base64({
    description: 'Base64; required for a new document, omitted to keep the contents',
    example: 'JVBERi0xLjQK',
  })
  data: Buffer | null = null;

  @Text({ description: 'As in the list, or omitted', example: 'application/pdf' })
  mediaType?: string;

  @Int({ description: 'As in the list, or omitted', example: 9 })
  size?: number;
}

/** Item of the list of an offer's documents. */
export class OfferingDocumentResponse {
  @Identifier({ description: 'Id of the document', example: 'memorandum' })
  id!: string;

  @Text({ description: 'Name', example: 'Memorandum' })
  name!: string;

  @Bool({ description: 'Must be fetched before subscribing' })
  required!: boolean;

  @Bool({ description: 'Must be signed by the client' })
  signable!: boolean;

  @Text({ example: 'application/pdf', description: 'Media type of the document' })
  mediaType!: string;

  @Int({ description: 'Bytes', example: 23 })
  size!: number;
}

export class OffersQuery extends PageQuery {
  @Bool({ description: 'Default true: offers open for subscriptions today; false: all' })
  openOnly?: boolean;
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
