import {
  Code,
  DecimalString,
  Identifier,
  IsoDateOrTimestamp,
  ListOf,
  ListOfText,
  ObjectOf,
  Text,
} from '#libs/platform/http';
import {
  type AccountType,
  AccountTypes,
  type BackupWithholding,
  BackupWithholdings,
  type TaxClassification,
  TaxClassifications,
  type TaxLotMethod,
  TaxLotMethods,
  type AccountStatus,
  AccountStatuses,
} from '#libs/platform/kernel';
import { ACCOUNT_NAME_LENGTH } from '../domain/details.js';
import {
  BeneficiaryBody,
  MinorBody,
  TrustedContactBody,
  UpdatedBeneficiaryBody,
} from './person.dto.js';

const accountName = {
  max: ACCOUNT_NAME_LENGTH,
  // the empty name is a matter of the domain's rule on names
  min: 0,
  trim: true,
  description: 'Unique among the accounts of the primary owner',
};
const billingPlanOid = { description: 'An advisory plan of the firm' };
const rate = { min: '0', max: '100', scale: 15, description: 'Percent; for WLFS and WGFS only' };
const code = { max: 40, trim: true, printable: 'line' } as const;
const people = { max: 100 };
const primaryBeneficiaries = { ...people, description: 'Who inherits; retirement types' };
const contingentBeneficiaries = {
  ...people,
  description:
    'Who inherits when no primary beneficiary does; retirement types, only with primary ones',
};
const logins = { max: 50, itemMax: 64 };

/**
 * Every field of an account ([account.create], [account.update]), for reading its shape alone: which of them an
 * account type has and needs, and all that depends on other data, is for the domain to say.
 */
export class AccountFields {
  @Text({ ...accountName, example: 'Jane first' })
  accountName?: string;

  @Identifier({ ...billingPlanOid, example: '2000001' })
  billingPlanOid?: string;

  @Code(TaxLotMethods, {
    description: 'Tax lot relief method; AVGC for non-taxable accounts and only there',
    example: 'LGHL',
  })
  defaultTaxLotSelection?: TaxLotMethod;

  @DecimalString({ ...rate, example: '15.5', answered: 'orNull' })
  longTermTaxRate?: string;

  @DecimalString({ ...rate, example: '37', answered: 'orNull' })
  shortTermTaxRate?: string;

  @IsoDateOrTimestamp({
    answeredAs: 'date',
    description: 'First contribution; SIMPLE IRA only',
    answered: 'orNull',
  })
  initContributionDate?: string;

  @ListOf(() => TrustedContactBody, {
    ...people,
    description: 'Whom the firm may speak to about the account',
  })
  trustedContacts?: readonly TrustedContactBody[];

  @ListOf(() => BeneficiaryBody, primaryBeneficiaries)
  primaryBeneficiaries?: readonly BeneficiaryBody[];

  @ListOf(() => BeneficiaryBody, contingentBeneficiaries)
  contingentBeneficiaries?: readonly BeneficiaryBody[];

  @Code(AccountTypes, { description: 'Type of the account', example: 'I' })
  accountType?: AccountType;

  @Identifier({ ...code, description: 'Branch of the firm', example: 'B7', answered: 'orNull' })
  branchCode?: string;

  @Identifier({
    ...code,
    description: 'Representative of the firm',
    example: 'R9',
    answered: 'orNull',
  })
  repCode?: string;

  @Identifier({
    description: 'Login id of a member, or firm id for a corporate account',
    example: 'jane.doe',
  })
  primaryAccountOwner?: string;

  @ListOfText({
    ...logins,
    description: 'Login ids; joint types and revocable trust',
    example: ['john.doe'],
  })
  jointOwners?: readonly string[];

  @ObjectOf(() => MinorBody, { description: 'Custodial account', answered: 'orNull' })
  minor?: MinorBody;

  @Code(BackupWithholdings, { description: 'Backup withholding' })
  w9BackupWithholding?: BackupWithholding;

  @ListOfText({ ...logins, description: 'Login ids; corporate types', example: ['tess.fox'] })
  trustees?: readonly string[];

  @Text({
    max: 255,
    trim: true,
    description: 'Corporate types and revocable trust',
    answered: 'orNull',
    example: 'Acme LLC',
  })
  accountRegistrationInfo?: string;

  @Code(TaxClassifications, { description: 'Corporation and LLC', answered: 'orNull' })
  taxClassification?: TaxClassification;
}

/** Body of a creation ([account.create]). */
export class OpenAccountBody extends AccountFields {
  @Text({ ...accountName, required: true, example: 'Jane first' })
  override accountName?: string;

  @Code(AccountTypes, { required: true, description: 'Type of the account', example: 'I' })
  override accountType?: AccountType;

  @Identifier({ ...billingPlanOid, required: true, example: '2000001' })
  override billingPlanOid?: string;

  @Identifier({
    required: true,
    description: 'Login id of a member, or firm id for a corporate account',
    example: 'jane.doe',
  })
  override primaryAccountOwner?: string;
}

/** Specification, "Exclusion list item". */
export class ExclusionBody {
  @IsoDateOrTimestamp({
    answeredAs: 'date',
    description: 'First day of the exclusion',
    example: '2026-01-01',
    answered: 'orNull',
  })
  exclusionStartDate?: string;

  @IsoDateOrTimestamp({
    answeredAs: 'date',
    description: 'Last day of the exclusion',
    example: '2026-12-31',
    answered: 'orNull',
  })
  exclusionEndDate?: string;

  @Text({
    max: 64,
    trim: true,
    required: true,
    description: 'Ticker, issue or sector that is excluded',
    example: 'IBM',
  })
  exclusionValue!: string;
}

/** Body of an update ([account.update]). Has the fields of creation too, so that each can be refused by name as `not.updatable`. */
export class UpdateAccountBody extends AccountFields {
  @Identifier({ description: 'Account number of the path', example: 'RA1B2C3D4E' })
  accountNumber?: string;

  @Code(AccountStatuses, {
    description: 'CLOSED closes the account for good; otherwise as read, or omitted',
    example: 'CLOSED',
  })
  accountStatus?: AccountStatus;

  @ListOf(() => UpdatedBeneficiaryBody, primaryBeneficiaries)
  override primaryBeneficiaries?: readonly UpdatedBeneficiaryBody[];

  @ListOf(() => UpdatedBeneficiaryBody, contingentBeneficiaries)
  override contingentBeneficiaries?: readonly UpdatedBeneficiaryBody[];

  @ListOf(() => ExclusionBody, { description: 'Excluded tickers' })
  securityExclusion?: readonly ExclusionBody[];

  @ListOf(() => ExclusionBody, { description: 'Excluded issues' })
  issueExclusion?: readonly ExclusionBody[];

  @ListOf(() => ExclusionBody, { description: 'Excluded sectors' })
  sectorExclusion?: readonly ExclusionBody[];
}
