import {
  Bool,
  Identifier,
  IsoTimestamp,
  ListOfText,
  ObjectOf,
  SecretDigits,
} from '#libs/platform/http';
import { BillingLevels, FirmTaxIdTypes, type Secret, type Timestamp } from '#libs/platform/kernel';
import {
  type ClientInput,
  type CorporateFirmInput,
  type Entitlement,
  Entitlements,
  type InstitutionalFirmInput,
  type SentValue,
} from '../domain/index.js';
import { AddressDto, DepositAddressDto } from './address.dto.js';
import { CodeText, lenient, Plain } from './fields.js';

const NAMES = Object.keys(Entitlements) as Entitlement[];

/** Body of `POST /restapi/firms` ([firm.create]). */
export class CreateFirmDto implements CorporateFirmInput {
  @Plain('At most 100 characters', true)
  firmName?: SentValue<string>;

  @SecretDigits({
    length: 9,
    nullable: true,
    required: true,
    description: 'Nine digits',
    example: '123456789',
  })
  firmTaxId?: SentValue<Secret>;

  @CodeText(FirmTaxIdTypes, 'Kind of the tax id')
  firmTaxIdType?: SentValue<string>;

  @Plain('Login id of a member of the firm who owns no account and represents no firm', true)
  firmRep?: SentValue<string>;

  @ObjectOf(() => AddressDto, {
    nullable: true,
    required: true,
    description: 'A US street address',
  })
  primaryAddress?: SentValue<AddressDto>;

  @ObjectOf(() => AddressDto, {
    nullable: true,
    description: 'Address for mail, if not the primary one',
  })
  mailingAddress?: SentValue<AddressDto>;

  @Plain('Telephone')
  firmTelephone1?: SentValue<string>;

  @Plain('Second telephone')
  firmTelephone2?: SentValue<string>;

  @Plain('Primary e-mail address')
  firmEmail1?: SentValue<string>;

  @Plain('Secondary e-mail address')
  firmEmail2?: SentValue<string>;

  @Bool({ nullable: true, description: 'Affiliated with a FINRA member' })
  finraAffiliated?: SentValue<boolean>;

  @Plain('Needed when finraAffiliated is true')
  finraCompany?: SentValue<string>;

  @Bool({ nullable: true, description: 'Director or ten percent shareholder of a listed company' })
  directorOrTenPercentShareholder?: SentValue<boolean>;

  @ListOfText({
    nullable: true,
    commaSeparated: true,
    description: 'Tickers, as a list or separated by commas',
  })
  directorOrTenPercentShareholderCompany?: SentValue<readonly string[]>;
}

/** Body of `PUT /backoffice/firms/{firmId}` ([back-office.firms]). */
export class InstitutionalFirmDto implements InstitutionalFirmInput {
  @Identifier({
    ...lenient,
    description: 'Equal to the one of the path, or missing',
    example: '1000000001',
  })
  firmId?: SentValue<string>;

  @Identifier({
    ...lenient,
    description: 'As a read shows it: equal to the id of the path, or missing',
    example: '1000000001',
  })
  firmOid?: SentValue<string>;

  @Plain('At most 100 characters', true)
  name?: SentValue<string>;

  @CodeText({ L: true }, 'Type of the firm')
  firmType?: SentValue<string>;

  @CodeText(BillingLevels, 'Whether billing plans belong to accounts or to members')
  billingLevel?: SentValue<string>;

  @ListOfText({
    nullable: true,
    codes: NAMES,
    description: 'What clients of the firm are entitled to',
  })
  entitlements?: SentValue<readonly string[]>;

  @ObjectOf(() => DepositAddressDto, { nullable: true, description: 'Where checks are sent' })
  depositAddress?: SentValue<DepositAddressDto>;

  @Plain('Whom checks are made out to')
  payableTo?: SentValue<string>;

  @Plain('Partner code of the firm')
  partnerCode?: SentValue<string>;

  @Bool({
    nullable: true,
    description: 'True for a firm that only plays; said when it is made. On embedded stores only',
  })
  sandbox?: SentValue<boolean>;

  @IsoTimestamp({
    nullable: true,
    description: 'Of a sandbox: what its clock shows at the beginning, if not the time of then',
  })
  sandboxStart?: SentValue<Timestamp>;
}

/** Body of `PUT /backoffice/firms/{firmId}/clients/{apiKey}` ([back-office.clients]). */
export class ClientDto implements ClientInput {
  @Plain('Equal to the one of the path, or missing')
  apiKey?: SentValue<string>;

  @Identifier({
    ...lenient,
    description: 'Equal to the one of the path, or missing',
    example: '1000000001',
  })
  firmId?: SentValue<string>;

  @Plain('The client’s own login id', true)
  loginId?: SentValue<string>;

  @ListOfText({
    nullable: true,
    codes: NAMES,
    description: 'A subset of those of the firm; all of them when missing',
  })
  entitlements?: SentValue<readonly string[]>;

  @Bool({ nullable: true, description: 'As a read shows it: a client is revoked by DELETE' })
  revoked?: SentValue<boolean>;
}
