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
  codesOf,
  type TaxClassification,
  TaxClassifications,
  type TaxLotMethod,
  TaxLotMethods,
} from '#libs/platform/kernel';
import { ACCOUNT_NAME_LENGTH } from '../domain/details.js';
import { BeneficiaryBody, MinorBody, TrustedContactBody } from './person.dto.js';

const accountName = {
  max: ACCOUNT_NAME_LENGTH,
  // the empty name is a matter of the domain's rule on names
  min: 0,
  trim: true,
  description: 'Unique among the accounts of the primary owner',
};
const billingPlanOid = { description: 'An advisory plan of the firm' };
const rate = { min: '0', max: '100', scale: 15, description: 'Percent; for WLFS and WGFS only' };
const people = { max: 100 };
const logins = { max: 50, itemMax: 64 };

/**
 * Every field of an account (specification, "Account (create and update input)"), for reading its shape alone: which of them an
 * account type has and needs, and all that depends on other data, is for the domain to say.
 */
export class AccountFields {
  @Text(accountName)
  accountName?: string;

  @Identifier(billingPlanOid)
  billingPlanOid?: string;

  @Code(codesOf(TaxLotMethods))
  defaultTaxLotSelection?: TaxLotMethod;

  @DecimalString(rate)
  longTermTaxRate?: string;

  @DecimalString(rate)
  shortTermTaxRate?: string;

  @IsoDateOrTimestamp({ description: 'First contribution; SIMPLE IRA only' })
  initContributionDate?: string;

  @ListOf(() => TrustedContactBody, people)
  trustedContacts?: readonly TrustedContactBody[];

  @ListOf(() => BeneficiaryBody, people)
  primaryBeneficiaries?: readonly BeneficiaryBody[];

  @ListOf(() => BeneficiaryBody, people)
  contingentBeneficiaries?: readonly BeneficiaryBody[];

  @Code(codesOf(AccountTypes))
  accountType?: AccountType;

  @Identifier({ max: 40 })
  branchCode?: string;

  @Identifier({ max: 40 })
  repCode?: string;

  @Identifier({ description: 'Login id of a member, or firm id for a corporate account' })
  primaryAccountOwner?: string;

  @ListOfText({ ...logins, description: 'Login ids; joint types and revocable trust' })
  jointOwners?: readonly string[];

  @ObjectOf(() => MinorBody, { description: 'Custodial account' })
  minor?: MinorBody;

  @Code(codesOf(BackupWithholdings))
  w9BackupWithholding?: BackupWithholding;

  @ListOfText({ ...logins, description: 'Login ids; corporate types' })
  trustees?: readonly string[];

  @Text({ max: 255, trim: true, description: 'Corporate types and revocable trust' })
  accountRegistrationInfo?: string;

  @Code(codesOf(TaxClassifications), { description: 'Corporation and LLC' })
  taxClassification?: TaxClassification;
}

/** Body of endpoint 2. */
export class OpenAccountBody extends AccountFields {
  @Text({ ...accountName, required: true })
  override accountName?: string;

  @Code(codesOf(AccountTypes), { required: true })
  override accountType?: AccountType;

  @Identifier({ ...billingPlanOid, required: true })
  override billingPlanOid?: string;

  @Identifier({
    required: true,
    description: 'Login id of a member, or firm id for a corporate account',
  })
  override primaryAccountOwner?: string;
}

/** Specification, "Exclusion list item". */
export class ExclusionBody {
  @IsoDateOrTimestamp()
  exclusionStartDate?: string;

  @IsoDateOrTimestamp()
  exclusionEndDate?: string;

  @Text({ max: 64, trim: true, required: true })
  exclusionValue!: string;
}

/** Body of endpoint 3. Has the fields of creation too, so that each can be refused by name as `not.updatable`. */
export class UpdateAccountBody extends AccountFields {
  @Identifier()
  accountNumber?: string;

  @ListOf(() => ExclusionBody)
  securityExclusion?: readonly ExclusionBody[];

  @ListOf(() => ExclusionBody)
  issueExclusion?: readonly ExclusionBody[];

  @ListOf(() => ExclusionBody)
  sectorExclusion?: readonly ExclusionBody[];
}
