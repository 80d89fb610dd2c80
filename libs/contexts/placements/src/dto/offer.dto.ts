import {
  Bool,
  Code,
  DecimalString,
  Identifier,
  Int,
  IsoDate,
  ListOfText,
  PageQuery,
  Text,
} from '#libs/platform/http';
import { Eligibilities } from '../domain/offer.events.js';

const DOLLARS = { required: true, scale: 15, example: '1000.00' };

/** A private placement offer: body of `PUT /backoffice/privateplacementoffers/{oid}` and what its GET answers. */
export class OfferDto {
  @Identifier({ description: 'Id of the path', example: '4000001' })
  privatePlacementOfferOid?: string;

  @Text({ required: true, trim: true, example: 'Growth Fund I', description: 'Name' })
  name?: string;

  @IsoDate({ required: true, description: 'First day, New York' })
  openingDate?: string;

  @IsoDate({ required: true, description: 'Last day, New York' })
  closingDate?: string;

  @ListOfText({
    required: true,
    description: 'Firm ids; a client reads its own only',
    example: ['1000000001'],
  })
  eligibleFirms?: readonly string[];

  @Code(Eligibilities, { required: true, description: 'Who may subscribe' })
  eligibility?: string;

  @DecimalString({ ...DOLLARS, description: 'Least amount of a subscription, dollars' })
  minimum?: string;

  @DecimalString({ ...DOLLARS, description: 'Greatest amount of a subscription, dollars' })
  maximum?: string;
}

/** Body of `PUT /backoffice/privateplacementoffers/{oid}/documents/{id}` (decisions §9, §10). */
export class PutOfferingDocumentDto {
  @Identifier({ description: 'Id of the path', example: 'memorandum' })
  id?: string;

  @Text({ required: true, trim: true, example: 'Memorandum', description: 'Name' })
  name?: string;

  @Bool({ required: true, description: 'To be fetched before a subscription' })
  required?: boolean;

  @Bool({ required: true, description: 'To be signed by the client' })
  signable?: boolean;

  @Text({
    description: 'Base64; required for a new document, omitted to keep the contents',
    example: 'JVBERi0xLjQK',
  })
  data?: string;

  @Text({ description: 'As the list shows it, or missing', example: 'application/pdf' })
  mediaType?: string;

  @Int({ description: 'As the list shows it, or missing', example: 9 })
  size?: number;
}

/** Item of the list of documents of an offer. */
export class OfferingDocumentDto {
  @Identifier({ description: 'Id of the document', example: 'memorandum' })
  id?: string;

  @Text({ description: 'Name', example: 'Memorandum' })
  name?: string;

  @Bool({ description: 'To be fetched before a subscription' })
  required?: boolean;

  @Bool({ description: 'To be signed by the client' })
  signable?: boolean;

  @Text({ example: 'application/pdf', description: 'Media type of the document' })
  mediaType?: string;

  @Int({ description: 'Bytes', example: 23 })
  size?: number;
}

/** Query of the list of offers. */
export class OffersQuery extends PageQuery {
  @Bool({ description: 'Default true: offers that take subscriptions today; false: all' })
  openOnly?: boolean;
}
