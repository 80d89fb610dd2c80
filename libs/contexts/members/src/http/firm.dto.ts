import {
  Bool,
  Code,
  Email,
  Identifier,
  IsoTimestamp,
  ListOfText,
  NO_TAX_ID,
  ObjectOf,
  Phone,
  SecretDigits,
  Text,
} from '#libs/platform/http';
import {
  type BillingLevel,
  BillingLevels,
  codesOf,
  type FirmTaxIdType,
  FirmTaxIdTypes,
  isEntityTaxId,
  isPersonTaxId,
  type Secret,
  type Timestamp,
} from '#libs/platform/kernel';
import {
  type ClientDefinition,
  type Entitlement,
  Entitlements,
  type FirmDefinition,
  type NewFirm,
} from '../domain/index.js';
import { AddressDto, DepositAddressDto, optionalAddress, StreetAddressDto } from './address.dto.js';
import {
  DirectorOrTenPercentShareholder,
  DirectorOrTenPercentShareholderCompany,
  FinraAffiliated,
  FinraCompany,
  Line,
  LoginId,
} from './fields.js';

const NAMES = codesOf(Entitlements);
const entitlements = {
  codes: NAMES,
  kept: (sent: readonly string[]) => NAMES.filter((name) => sent.includes(name)),
};
const blankable = { blankIsNull: true } as const;
const ofPath = { min: 0, description: 'Equal to the one of the path, or missing' };
const firmIdOfPath = { ...ofPath, example: '1000000001' };

/** Body of `POST /restapi/firms` ([firm.create]). */
export class CreateFirmDto implements NewFirm {
  @Line(100, 'Name of the firm', { required: true })
  firmName!: string;

  @SecretDigits({
    length: 9,
    required: true,
    description: 'Nine digits',
    example: '123456789',
    check: (secret, _now, { firmTaxIdType }: Partial<NewFirm>) => {
      const isTaxId = firmTaxIdType === 'SSN' ? isPersonTaxId : isEntityTaxId;
      return isTaxId(secret.reveal() ?? '') ? undefined : NO_TAX_ID;
    },
  })
  firmTaxId!: Secret;

  @Code(FirmTaxIdTypes, { ...blankable, description: 'Kind of the tax id' })
  firmTaxIdType: FirmTaxIdType = 'TIN';

  @Line(64, 'Login id of a member of the firm who owns no account and represents no firm', {
    required: true,
  })
  firmRep!: string;

  @ObjectOf(() => StreetAddressDto, { required: true, description: 'A US street address' })
  primaryAddress!: StreetAddressDto;

  @ObjectOf(() => AddressDto, {
    ...optionalAddress,
    description: 'Address for mail, if not the primary one',
  })
  mailingAddress?: AddressDto;

  @Phone({ ...blankable, description: 'Telephone' })
  firmTelephone1?: string;

  @Phone({ ...blankable, description: 'Second telephone' })
  firmTelephone2?: string;

  @Email({ ...blankable, description: 'Primary e-mail address' })
  firmEmail1?: string;

  @Email({ ...blankable, description: 'Secondary e-mail address' })
  firmEmail2?: string;

  @FinraAffiliated
  finraAffiliated?: boolean | null;

  @FinraCompany
  finraCompany?: string | null;

  @DirectorOrTenPercentShareholder
  directorOrTenPercentShareholder?: boolean | null;

  @DirectorOrTenPercentShareholderCompany
  directorOrTenPercentShareholderCompany?: readonly string[] | null;
}

/** Body of `PUT /backoffice/firms/{firmId}` ([back-office.firms]). */
export class InstitutionalFirmDto implements FirmDefinition {
  @Identifier(firmIdOfPath)
  firmId?: string;

  @Identifier({
    ...firmIdOfPath,
    description: 'As a read shows it: equal to the id of the path, or missing',
  })
  firmOid?: string;

  @Line(100, 'Name of the firm', { required: true })
  name!: string;

  @Code({ L: true }, { ...blankable, description: 'Type of the firm' })
  firmType = 'L' as const;

  @Code(BillingLevels, {
    ...blankable,
    description: 'Whether billing plans belong to accounts or to members',
  })
  billingLevel: BillingLevel = 'account';

  @ListOfText({ ...entitlements, description: 'What clients of the firm are entitled to' })
  entitlements: readonly Entitlement[] = [];

  @ObjectOf(() => DepositAddressDto, { ...optionalAddress, description: 'Where checks are sent' })
  depositAddress?: DepositAddressDto;

  @Line(100, 'Whom checks are made out to', blankable)
  payableTo?: string;

  @Line(20, 'Partner code of the firm', {
    ...blankable,
    pattern: /^[A-Za-z0-9_-]+$/,
    hint: 'letters, digits, _ and -',
  })
  partnerCode?: string;

  @Bool({
    description: 'True for a firm that only plays; said when it is made. On embedded stores only',
  })
  sandbox?: boolean;

  @IsoTimestamp({
    description: 'Of a sandbox: what its clock shows at the beginning, if not the time of then',
  })
  sandboxStart?: Timestamp;
}

/** Body of `PUT /backoffice/firms/{firmId}/clients/{apiKey}` ([back-office.clients]). */
export class ClientDto implements ClientDefinition {
  @Text(ofPath)
  apiKey?: string;

  @Identifier(firmIdOfPath)
  firmId?: string;

  @LoginId
  loginId!: string;

  @ListOfText({
    ...entitlements,
    description: 'A subset of those of the firm; all of them when missing',
  })
  entitlements?: readonly Entitlement[];

  @Bool({ description: 'As a read shows it: a client is revoked by DELETE' })
  revoked?: boolean;
}
