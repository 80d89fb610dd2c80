import { Bool, Identifier, ListOfText, ObjectOf, SecretDigits } from '#libs/platform/http';
import { BillingLevels, FirmTaxIdTypes, type Secret } from '#libs/platform/kernel';
import {
  type ClientInput,
  type CorporateFirmInput,
  type Entitlement,
  Entitlements,
  type InstitutionalFirmInput,
  type Sent,
} from '../domain/index.js';
import { AddressDto, DepositAddressDto } from './address.dto.js';
import { CodeText, lenient, Plain } from './fields.js';

const NAMES = Object.keys(Entitlements) as Entitlement[];

/** Body of `POST /restapi/firms` (decisions §4). */
export class CreateFirmDto implements CorporateFirmInput {
  @Plain('At most 100 characters', true)
  firmName?: Sent<string>;

  @SecretDigits({
    length: 9,
    nullable: true,
    required: true,
    description: 'Nine digits',
    example: '123456789',
  })
  firmTaxId?: Sent<Secret>;

  @CodeText(FirmTaxIdTypes, 'Kind of the tax id')
  firmTaxIdType?: Sent<string>;

  @Plain('Login id of a member of the firm who owns no account and represents no firm', true)
  firmRep?: Sent<string>;

  @ObjectOf(() => AddressDto, {
    nullable: true,
    required: true,
    description: 'A US street address',
  })
  primaryAddress?: Sent<AddressDto>;

  @ObjectOf(() => AddressDto, {
    nullable: true,
    description: 'Where mail is sent, if not to the primary address',
  })
  mailingAddress?: Sent<AddressDto>;

  @Plain('Telephone')
  firmTelephone1?: Sent<string>;

  @Plain('Second telephone')
  firmTelephone2?: Sent<string>;

  @Plain('Primary e-mail address')
  firmEmail1?: Sent<string>;

  @Plain('Secondary e-mail address')
  firmEmail2?: Sent<string>;

  @Bool({ nullable: true, description: 'Affiliated with a FINRA member' })
  finraAffiliated?: Sent<boolean>;

  @Plain('Needed when finraAffiliated is true')
  finraCompany?: Sent<string>;

  @Bool({ nullable: true, description: 'Director or ten percent shareholder of a listed company' })
  directorOrTenPercentShareholder?: Sent<boolean>;

  @ListOfText({
    nullable: true,
    commaSeparated: true,
    description: 'Tickers, as a list or separated by commas',
  })
  directorOrTenPercentShareholderCompany?: Sent<readonly string[]>;
}

/** Body of `PUT /backoffice/firms/{firmId}` (decisions §10). */
export class InstitutionalFirmDto implements InstitutionalFirmInput {
  @Identifier({
    ...lenient,
    description: 'Equal to the one of the path, or missing',
    example: '1000000001',
  })
  firmId?: Sent<string>;

  @Identifier({
    ...lenient,
    description: 'As a read shows it: equal to the id of the path, or missing',
    example: '1000000001',
  })
  firmOid?: Sent<string>;

  @Plain('At most 100 characters', true)
  name?: Sent<string>;

  @CodeText({ L: true }, 'Type of the firm')
  firmType?: Sent<string>;

  @CodeText(BillingLevels, 'Whether billing plans belong to accounts or to members')
  billingLevel?: Sent<string>;

  @ListOfText({
    nullable: true,
    codes: NAMES,
    description: 'What clients of the firm are entitled to',
  })
  entitlements?: Sent<readonly string[]>;

  @ObjectOf(() => DepositAddressDto, { nullable: true, description: 'Where checks are sent' })
  depositAddress?: Sent<DepositAddressDto>;

  @Plain('Whom checks are made out to')
  payableTo?: Sent<string>;

  @Plain('Partner code of the firm')
  partnerCode?: Sent<string>;
}

/** Body of `PUT /backoffice/firms/{firmId}/clients/{apiKey}` (decisions §10). */
export class ClientDto implements ClientInput {
  @Plain('Equal to the one of the path, or missing')
  apiKey?: Sent<string>;

  @Identifier({
    ...lenient,
    description: 'Equal to the one of the path, or missing',
    example: '1000000001',
  })
  firmId?: Sent<string>;

  @Plain('The client’s own login id', true)
  loginId?: Sent<string>;

  @ListOfText({
    nullable: true,
    codes: NAMES,
    description: 'Narrows those of the firm; all of them when missing',
  })
  entitlements?: Sent<readonly string[]>;

  @Bool({ nullable: true, description: 'As a read shows it: a client is revoked by DELETE' })
  revoked?: Sent<boolean>;
}
