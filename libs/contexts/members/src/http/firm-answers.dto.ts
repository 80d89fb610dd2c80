import {
  AnswerOf,
  Bool,
  Code,
  Identifier,
  IsoTimestamp,
  ListOfText,
  ObjectOf,
  Text,
} from '#libs/platform/http';
import { BillingLevels, FirmTaxIdTypes, FirmTypes } from '#libs/platform/kernel';
import { Entitlements } from '../domain/index.js';
import { AddressDto, DepositAddressDto } from './address.dto.js';
import { taxId } from './fields.js';

/** What firms of each type have. */
class FirmFields {
  @Identifier({ required: true, description: 'Id of the firm', example: '1000000001' })
  firmId!: string;

  @Identifier({ required: true, description: 'The same as firmId', example: '1000000001' })
  firmOid!: string;

  @Code(FirmTypes, { required: true, description: 'Type of the firm' })
  firmType!: keyof typeof FirmTypes;

  @Text({ description: 'Type L', example: 'Acme Advisors' })
  name?: string;

  @Code(BillingLevels, { description: 'Type L' })
  billingLevel?: string;

  @ListOfText({ codes: Entitlements, description: 'Type L' })
  entitlements?: readonly string[];

  @ObjectOf(() => DepositAddressDto, { description: 'Type L' })
  depositAddress?: DepositAddressDto;

  @Text({ description: 'Type L', example: 'Demonstration Brokerage' })
  payableTo?: string;

  @Text({ description: 'Type L', example: 'P-1' })
  partnerCode?: string;

  @Bool({ description: 'Type L: true for a firm that only plays' })
  sandbox?: boolean;

  @IsoTimestamp({ description: 'Type L: what the clock of a sandbox showed at its beginning' })
  sandboxStart?: string;

  @Identifier({ description: 'Type G: its advisor firm', example: '1000000001' })
  parentFirmId?: string;

  @IsoTimestamp({ description: 'Type G', example: '2026-03-02T15:00:00.000+00:00' })
  creationDate?: string;

  @Text({ description: 'Type G', example: 'Doe Holdings Inc.' })
  firmName?: string;

  @Text({ ...taxId, example: '*****6789' })
  firmTaxId?: string;

  @Code(FirmTaxIdTypes, { description: 'Type G' })
  firmTaxIdType?: string;

  @Text({ description: 'Type G: login id', example: 'jane.doe' })
  firmRep?: string;

  @ObjectOf(() => AddressDto, { description: 'Type G' })
  primaryAddress?: AddressDto;

  @ObjectOf(() => AddressDto, { description: 'Type G' })
  mailingAddress?: AddressDto;

  @Text({ description: 'Type G', example: '302-555-0100' })
  firmTelephone1?: string;

  @Text({ description: 'Type G', example: '302-555-0101' })
  firmTelephone2?: string;

  @Text({ description: 'Type G', example: 'office@example.com' })
  firmEmail1?: string;

  @Text({ description: 'Type G', example: 'legal@example.com' })
  firmEmail2?: string;

  @Bool({ description: 'Type G' })
  finraAffiliated?: boolean;

  @Text({ description: 'Type G', example: 'Broker Inc.' })
  finraCompany?: string;

  @Bool({ description: 'Type G' })
  directorOrTenPercentShareholder?: boolean;

  @ListOfText({ description: 'Type G: tickers', example: ['IBM'] })
  directorOrTenPercentShareholderCompany?: readonly string[];
}

/** A firm as GET answers it: the fields of its type. */
export class FirmAnswer extends AnswerOf(FirmFields, { optional: 'maybe' }) {}

/** A shared secret that was just made; no later answer repeats it. */
export class SharedSecretAnswer {
  @Text({
    description: 'Empty answer where no secret was made',
    example: '8xPPz5UXkU5NoxmI1A7qGgo6xmQZmCk0lOgN-N74h-k',
  })
  sharedSecret!: string;
}

/** An API client, without its secret. */
export class ClientAnswer {
  @Text({ description: 'The key it signs its requests with', example: 'reporting-1' })
  apiKey!: string;

  @Identifier({ description: 'The institutional firm it belongs to', example: '1000000001' })
  firmId!: string;

  @Text({ description: 'Its own login id', example: 'reporting.api' })
  loginId!: string;

  @ListOfText({
    codes: Object.keys(Entitlements),
    description: 'A subset of those of the firm; all of them when missing',
    answered: 'maybe',
  })
  entitlements?: readonly string[];

  @Bool({ description: 'It was taken away, for good' })
  revoked!: boolean;
}
