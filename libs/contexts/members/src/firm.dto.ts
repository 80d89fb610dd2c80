import {
  Bool,
  Code,
  Email,
  Identifier,
  Int,
  IsoTimestamp,
  ListOfText,
  NO_TAX_ID,
  ObjectOf,
  PageQuery,
  Phone,
  ResponseOf,
  SecretDigits,
  type Sort,
  SortBy,
  Text,
} from '#libs/platform/http';
import {
  codesOf,
  FieldCode,
  isPersonTaxId,
  LATEST_CLOCK,
  omit,
  type Secret,
  type Timestamp,
  wireTimestamp,
  mustBe,
} from '#libs/platform/kernel';
import { type BillingLevel, BillingLevels, isEntityTaxId } from '#libs/contexts/codes';
import type { ClientDefinition } from './client.js';
import { type ClientDocument, type FirmDocument, secretTimesOf } from './firm.document.js';
import {
  Entitlements,
  type FirmDefinition,
  type FirmTaxIdType,
  FirmTaxIdTypes,
  FirmTypes,
  type NewFirm,
} from './firm.js';
import type { Entitlement } from './member.events.js';
import {
  AddressDto,
  DepositAddressDto,
  DirectorOrTenPercentShareholder,
  DirectorOrTenPercentShareholderCompany,
  FinraAffiliated,
  FinraCompany,
  Line,
  LoginId,
  MASKED_TAX_ID,
  optionalAddress,
  StreetAddressDto,
} from './person.dto.js';

const NAMES = codesOf(Entitlements);

const entitlements = {
  codes: NAMES,
  kept: (sent: readonly string[]) => NAMES.filter((name) => sent.includes(name)),
};

const blankable = { trim: true } as const;

const ofPath = { min: 0, description: 'If present, must match the path' };

const firmIdOfPath = { ...ofPath, example: '1000000001' };

/** Body of `POST /restapi/firms` ([firm.create]). */
export class CreateFirmDto implements NewFirm {
  @Line(100, 'Name of the firm', { required: true })
  firmName!: string;

  @SecretDigits('Nine digits', {
    length: 9,
    required: true,
    example: '123456789',
    check: (secret, _now, { firmTaxIdType }: Partial<NewFirm>) => {
      const isTaxId = firmTaxIdType === 'SSN' ? isPersonTaxId : isEntityTaxId;
      return isTaxId(secret.reveal() ?? '') ? undefined : NO_TAX_ID;
    },
  })
  firmTaxId!: Secret;

  @Code(FirmTaxIdTypes, 'Kind of the tax id', blankable)
  firmTaxIdType: FirmTaxIdType = 'TIN';

  @Line(64, 'Login id of a member of the firm who owns no account and represents no firm', {
    required: true,
  })
  firmRep!: string;

  @ObjectOf(() => StreetAddressDto, 'A US street address', { required: true })
  primaryAddress!: StreetAddressDto;

  @ObjectOf(() => AddressDto, 'Mailing address, if different', optionalAddress)
  mailingAddress?: AddressDto;

  @Phone('Telephone', blankable)
  firmTelephone1?: string;

  @Phone('Second telephone', blankable)
  firmTelephone2?: string;

  @Email('Primary e-mail address', blankable)
  firmEmail1?: string;

  @Email('Secondary e-mail address', blankable)
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

  @Identifier('The same as firmId, as in responses; if present, must match the path', firmIdOfPath)
  firmOid?: string;

  @Line(100, 'Name of the firm', { required: true })
  name!: string;

  @Code({ L: true }, 'Type of the firm', blankable)
  firmType = 'L' as const;

  @Code(BillingLevels, 'Whether billing plans apply to accounts or to members', blankable)
  billingLevel: BillingLevel = 'account';

  @ListOfText('What clients of the firm are entitled to', entitlements)
  entitlements: readonly Entitlement[] = [];

  @ObjectOf(() => DepositAddressDto, 'Where checks are sent', optionalAddress)
  depositAddress?: DepositAddressDto;

  @Line(100, 'Payee of checks', blankable)
  payableTo?: string;

  @Line(20, 'Partner code of the firm', {
    ...blankable,
    pattern: /^[A-Za-z0-9_-]+$/,
    hint: 'a code of letters, digits, _ and -',
  })
  partnerCode?: string;

  @Bool('True for a sandbox; can be set only for a new firm, on embedded stores')
  sandbox?: boolean;

  @IsoTimestamp('Initial time of a sandbox clock, before 2200; defaults to the time of creation', {
    check: (start) =>
      start <= LATEST_CLOCK
        ? undefined
        : { code: FieldCode.Value, message: mustBe(`no later than ${LATEST_CLOCK}`) },
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

  @ListOfText("A subset of the firm's entitlements; defaults to all of them", entitlements)
  entitlements?: readonly Entitlement[];

  @Bool('As in responses; use DELETE to revoke a client')
  revoked?: boolean;

  @IsoTimestamp('As in responses; use POST …/secret to replace the secret', { nullable: true })
  secretSince?: Timestamp | null;

  @IsoTimestamp('As in responses', { nullable: true })
  previousSecretUntil?: Timestamp | null;
}

/** Body of the replacement of a secret. */
export class ReplaceSecretDto {
  @Int('How many hours the replaced secret remains valid; default 0: it ends at once', {
    min: 0,
    max: 720,
    example: 24,
  })
  overlapHours?: number;
}

class FirmFields {
  @Identifier('Id of the firm', { required: true, example: '1000000001' })
  firmId!: string;

  @Identifier('The same as firmId', { required: true, example: '1000000001' })
  firmOid!: string;

  @Code(FirmTypes, 'Type of the firm', { required: true })
  firmType!: keyof typeof FirmTypes;

  @Text('Type L', { example: 'Acme Advisors' })
  name?: string;

  @Code(BillingLevels, 'Type L')
  billingLevel?: string;

  @ListOfText('Type L', { codes: Entitlements })
  entitlements?: readonly string[];

  @ObjectOf(() => DepositAddressDto, 'Type L')
  depositAddress?: DepositAddressDto;

  @Text('Type L', { example: 'Demonstration Brokerage' })
  payableTo?: string;

  @Text('Type L', { example: 'P-1' })
  partnerCode?: string;

  @Bool('Type L: true for a sandbox')
  sandbox?: boolean;

  @IsoTimestamp('Type L: initial time of a sandbox clock')
  sandboxStart?: string;

  @Identifier('Type G: its advisor firm', { example: '1000000001' })
  parentFirmId?: string;

  @IsoTimestamp('Type G', { example: '2026-03-02T15:00:00.000+00:00' })
  creationDate?: string;

  @Text('Type G', { example: 'Doe Holdings Inc.' })
  firmName?: string;

  @Text(MASKED_TAX_ID, { example: '*****6789' })
  firmTaxId?: string;

  @Code(FirmTaxIdTypes, 'Type G')
  firmTaxIdType?: string;

  @Text('Type G: login id', { example: 'jane.doe' })
  firmRep?: string;

  @ObjectOf(() => AddressDto, 'Type G')
  primaryAddress?: AddressDto;

  @ObjectOf(() => AddressDto, 'Type G')
  mailingAddress?: AddressDto;

  @Text('Type G', { example: '302-555-0100' })
  firmTelephone1?: string;

  @Text('Type G', { example: '302-555-0101' })
  firmTelephone2?: string;

  @Text('Type G', { example: 'office@example.com' })
  firmEmail1?: string;

  @Text('Type G', { example: 'legal@example.com' })
  firmEmail2?: string;

  @Bool('Type G')
  finraAffiliated?: boolean;

  @Text('Type G', { example: 'Broker Inc.' })
  finraCompany?: string;

  @Bool('Type G')
  directorOrTenPercentShareholder?: boolean;

  @ListOfText('Type G: tickers', { example: ['IBM'] })
  directorOrTenPercentShareholderCompany?: readonly string[];
}

/** A firm as GET returns it, with the fields of its type. */
export class FirmResponse extends ResponseOf(FirmFields, { optional: 'maybe' }) {}

/** A newly generated shared secret; later requests do not return it. */
export class SharedSecretResponse {
  @Text('The generated secret; the response is empty if none was generated', {
    example: '8xPPz5UXkU5NoxmI1A7qGgo6xmQZmCk0lOgN-N74h-k',
  })
  sharedSecret!: string;
}

/** An API client, without its secret. */
export class ClientResponse {
  @Text('The key it signs its requests with', { example: 'reporting-1' })
  apiKey!: string;

  @Identifier('The institutional firm it belongs to', { example: '1000000001' })
  firmId!: string;

  @Text('Its own login id', { example: 'reporting.api' })
  loginId!: string;

  @ListOfText("A subset of the firm's entitlements; all of them if absent", {
    codes: Object.keys(Entitlements),
    answered: 'maybe',
  })
  entitlements?: readonly string[];

  @Bool('Whether the client was revoked, which is permanent')
  revoked!: boolean;

  @IsoTimestamp('Since when it has its shared secret')
  secretSince!: string;

  @IsoTimestamp('Until when the secret before that is valid too; null if it ended at once', {
    nullable: true,
  })
  previousSecretUntil!: string | null;
}

/** An API client as operators see it, without its secrets. */
export function toClientResponse(document: ClientDocument): ClientResponse {
  const { secretSince, previousSecretUntil: until } = secretTimesOf(document);
  return {
    ...omit(document, 'sealedSecret', 'previous'),
    secretSince: wireTimestamp(secretSince),
    previousSecretUntil: until && wireTimestamp(until),
  };
}

/** A firm on the wire; clients know its id by two names. */
export function toFirmResponse(document: FirmDocument, fullTaxId?: string): FirmResponse {
  const firmOid = document.firmId;
  if (document.firmType === 'L') {
    const { sandboxStart } = document;
    const start = sandboxStart === undefined ? {} : { sandboxStart: wireTimestamp(sandboxStart) };
    return { ...omit(document, 'scope', 'revision', 'sortName'), ...start, firmOid };
  }
  return {
    ...omit(document, 'scope', 'revision', 'firmTaxId', 'creationDate', 'createdBy', 'sortName'),
    firmOid,
    creationDate: wireTimestamp(document.creationDate),
    firmTaxId: fullTaxId ?? document.firmTaxId.masked,
  };
}

/** Query of `GET /restapi/firms`; the filters are combined with AND. */
export class FirmsQuery extends PageQuery {
  @Code(FirmTypes, 'Only firms of this type')
  firmType?: keyof typeof FirmTypes;

  @Text('Only firms whose name contains this, ignoring case', {
    max: 100,
    trim: true,
    example: 'acme',
  })
  name?: string;

  @SortBy(['firmId', 'name'], 'firmId')
  sort: Sort<'firmId' | 'name'> = 'firmId';
}

/** Query of `GET /operator/clients`. */
export class ClientsQuery extends PageQuery {
  @Identifier('Only clients of this firm', { example: '1000000001' })
  firmId?: string;
}
