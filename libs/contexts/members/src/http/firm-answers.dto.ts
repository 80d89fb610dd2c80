import {
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

/** A firm as GET answers it: the fields of its type. */
export class FirmAnswer {
  @Identifier({ description: 'Id of the firm', example: '1000000001' })
  firmId!: string;

  @Identifier({ description: 'The same as firmId', example: '1000000001' })
  firmOid!: string;

  @Code(FirmTypes, { description: 'Type of the firm' })
  firmType!: keyof typeof FirmTypes;

  @Text({ description: 'Type L', example: 'Acme Advisors', answered: 'maybe' })
  name?: string;

  @Code(BillingLevels, { description: 'Type L', answered: 'maybe' })
  billingLevel?: string;

  @ListOfText({ codes: Entitlements, description: 'Type L', answered: 'maybe' })
  entitlements?: readonly string[];

  @ObjectOf(() => DepositAddressDto, { description: 'Type L', answered: 'maybe' })
  depositAddress?: DepositAddressDto;

  @Text({ description: 'Type L', example: 'Demonstration Brokerage', answered: 'maybe' })
  payableTo?: string;

  @Text({ description: 'Type L', example: 'P-1', answered: 'maybe' })
  partnerCode?: string;

  @Bool({ description: 'Type L: true for a firm that only plays', answered: 'maybe' })
  sandbox?: boolean;

  @IsoTimestamp({
    description: 'Type L: what the clock of a sandbox showed at its beginning',
    answered: 'maybe',
  })
  sandboxStart?: string;

  @Identifier({ description: 'Type G: its advisor firm', example: '1000000001', answered: 'maybe' })
  parentFirmId?: string;

  @IsoTimestamp({
    description: 'Type G',
    example: '2026-03-02T15:00:00.000+00:00',
    answered: 'maybe',
  })
  creationDate?: string;

  @Text({ description: 'Type G', example: 'Doe Holdings Inc.', answered: 'maybe' })
  firmName?: string;

  @Text({ ...taxId, example: '*****6789', answered: 'maybe' })
  firmTaxId?: string;

  @Code(FirmTaxIdTypes, { description: 'Type G', answered: 'maybe' })
  firmTaxIdType?: string;

  @Text({ description: 'Type G: login id', example: 'jane.doe', answered: 'maybe' })
  firmRep?: string;

  @ObjectOf(() => AddressDto, { description: 'Type G', answered: 'maybe' })
  primaryAddress?: AddressDto;

  @ObjectOf(() => AddressDto, { description: 'Type G', answered: 'maybe' })
  mailingAddress?: AddressDto;

  @Text({ description: 'Type G', example: '302-555-0100', answered: 'maybe' })
  firmTelephone1?: string;

  @Text({ description: 'Type G', example: '302-555-0101', answered: 'maybe' })
  firmTelephone2?: string;

  @Text({ description: 'Type G', example: 'office@example.com', answered: 'maybe' })
  firmEmail1?: string;

  @Text({ description: 'Type G', example: 'legal@example.com', answered: 'maybe' })
  firmEmail2?: string;

  @Bool({ description: 'Type G', answered: 'maybe' })
  finraAffiliated?: boolean;

  @Text({ description: 'Type G', example: 'Broker Inc.', answered: 'maybe' })
  finraCompany?: string;

  @Bool({ description: 'Type G', answered: 'maybe' })
  directorOrTenPercentShareholder?: boolean;

  @ListOfText({ description: 'Type G: tickers', answered: 'maybe', example: ['IBM'] })
  directorOrTenPercentShareholderCompany?: readonly string[];
}

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
