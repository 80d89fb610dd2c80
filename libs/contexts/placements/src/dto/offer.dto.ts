import {
  Bool,
  Code,
  DecimalString,
  Identifier,
  Int,
  IsoDate,
  ListOfText,
  Text,
} from '#libs/platform/http';
import { codesOf } from '#libs/platform/kernel';
import { Eligibilities } from '../domain/offer.events.js';

const DOLLARS = { required: true, scale: 15, example: '1000.00' };

/** A private placement offer: body of `PUT /backoffice/privateplacementoffers/{oid}` and what its GET answers. */
export class OfferDto {
  @Identifier({ description: 'Id of the path' })
  privatePlacementOfferOid?: string;

  @Text({ required: true, trim: true, example: 'Growth Fund I' })
  name?: string;

  @IsoDate({ required: true, description: 'First day, New York' })
  openingDate?: string;

  @IsoDate({ required: true, description: 'Last day, New York' })
  closingDate?: string;

  @ListOfText({ required: true, description: 'Firm ids; a client reads its own only' })
  eligibleFirms?: readonly string[];

  @Code(codesOf(Eligibilities), { required: true })
  eligibility?: string;

  @DecimalString({ ...DOLLARS, description: 'Least amount of a subscription, dollars' })
  minimum?: string;

  @DecimalString({ ...DOLLARS, description: 'Greatest amount of a subscription, dollars' })
  maximum?: string;
}

/** Body of `PUT /backoffice/privateplacementoffers/{oid}/documents/{id}` (decisions §9, §10). */
export class PutOfferingDocumentDto {
  @Identifier({ description: 'Id of the path' })
  id?: string;

  @Text({ required: true, trim: true, example: 'Memorandum' })
  name?: string;

  @Bool({ required: true, description: 'To be fetched before a subscription' })
  required?: boolean;

  @Bool({ required: true, description: 'To be signed by the client' })
  signable?: boolean;

  @Text({ required: true, description: 'Base64' })
  data?: string;
}

/** Item of the list of documents of an offer. */
export class OfferingDocumentDto {
  @Identifier()
  id?: string;

  @Text()
  name?: string;

  @Bool({ description: 'To be fetched before a subscription' })
  required?: boolean;

  @Bool({ description: 'To be signed by the client' })
  signable?: boolean;

  @Text({ example: 'application/pdf' })
  mediaType?: string;

  @Int({ description: 'Bytes' })
  size?: number;
}

/** Query of the list of offers. */
export class OffersQuery {
  @Bool({ description: 'Default true: offers that take subscriptions today; false: all' })
  openOnly?: boolean;
}
