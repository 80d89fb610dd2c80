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
  @Identifier('Id in the path', { example: '4000001' })
  privatePlacementOfferOid?: string;

  @Text({ ...NAME, example: 'Growth Fund I' })
  name!: string;

  @IsoDate('First day for subscriptions, in New York', { required: true })
  openingDate!: LocalDate;

  @IsoDate('Last day for subscriptions, in New York', {
    required: true,
    check: (day, _now, { openingDate }: Partial<OfferDto>) =>
      openingDate !== undefined && day < openingDate
        ? { code: FieldCode.Value, message: 'It is before the opening date.' }
        : undefined,
  })
  closingDate!: LocalDate;

  @ListOfText('Firm ids; clients see only their own', {
    required: true,
    form: { pattern: NUMERIC_OID, hint: 'a firm id' },
    example: ['1000000001'],
  })
  eligibleFirms!: readonly string[];

  @Code(Eligibilities, 'Who may subscribe', { required: true })
  eligibility!: Eligibility;

  @Amount('Minimum amount of a subscription, dollars', DOLLARS)
  minimum!: Money;

  @Amount('Maximum amount of a subscription, dollars', {
    ...DOLLARS,
    moreThanMin: true,
    check: (amount, _now, { minimum }: Partial<OfferDto>) =>
      minimum && amount.lessThan(minimum)
        ? { code: FieldCode.Value, message: 'It is below the minimum.' }
        : undefined,
  })
  maximum!: Money;
}

/** Response of GET ([offer.fields]). */
export class OfferResponse extends ResponseOf(OfferDto) {}

/** Body of `PUT /backoffice/privateplacementoffers/{oid}/documents/{id}` ([back-office.offers]). */
export class PutOfferingDocumentDto implements OfferingDocumentReport {
  @Identifier('Id in the path', { example: 'memorandum' })
  id?: string;

  @Text({ ...NAME, example: 'Memorandum' })
  name!: string;

  @Bool('Must be fetched before subscribing', { required: true })
  required!: boolean;

  @Bool('Must be signed by the client', { required: true })
  signable!: boolean;

  @Base64('Base64; required for a new document, omitted to keep the contents', {
    example: 'JVBERi0xLjQK',
  })
  data: Buffer | null = null;

  @Text('As in the list, or omitted', { example: 'application/pdf' })
  mediaType?: string;

  @Int('As in the list, or omitted', { example: 9 })
  size?: number;
}

/** Item of the list of an offer's documents. */
export class OfferingDocumentResponse {
  @Identifier('Id of the document', { example: 'memorandum' })
  id!: string;

  @Text('Name', { example: 'Memorandum' })
  name!: string;

  @Bool('Must be fetched before subscribing')
  required!: boolean;

  @Bool('Must be signed by the client')
  signable!: boolean;

  @Text('Media type of the document', { example: 'application/pdf' })
  mediaType!: string;

  @Int('Bytes', { example: 23 })
  size!: number;
}

export class OffersQuery extends PageQuery {
  @Bool('Default true: offers open for subscriptions today; false: all')
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
