import {
  AnswerOf,
  Bool,
  Code,
  Identifier,
  IsoTimestamp,
  ListOf,
  ListOfText,
  ObjectOf,
  PageQuery,
  type Sort,
  SortBy,
  Text,
} from '#libs/platform/http';
import {
  AccountTypes,
  codesOf,
  RestrictionReasons,
  RestrictionTypes,
  SignatureImageEncodings,
  SignatureMethods,
  type AccountStatus,
  AccountStatuses,
} from '#libs/platform/kernel';
import { ExclusionBody, OpenAccountBody } from './account.dto.js';
import { BeneficiaryAnswer, MinorAnswer, TrustedContactAnswer } from './person.dto.js';

const ACCOUNT_SORTS = ['accountNumber', 'accountName', 'creationDate'] as const;

/** What accounts are sorted by. */
export type AccountSort = (typeof ACCOUNT_SORTS)[number];

/** Query of `GET /restapi/accounts`: an account has to be what is given of all. */
export class AccountsQuery extends PageQuery {
  @Identifier({
    description: 'Only accounts of this primary or joint owner, by login id',
    example: 'jane.doe',
  })
  owner?: string;

  @ListOfText({
    codes: codesOf(AccountTypes),
    min: 1,
    commaSeparated: true,
    description: 'Only accounts of these types',
  })
  accountType?: readonly string[];

  @ListOfText({
    codes: codesOf(AccountStatuses),
    min: 1,
    commaSeparated: true,
    description: 'Only accounts of these statuses',
  })
  accountStatus?: readonly string[];

  @Text({
    max: 16,
    trim: true,
    description: 'Only accounts whose name contains this, ignoring case',
    example: 'first',
  })
  accountName?: string;

  @SortBy(ACCOUNT_SORTS, 'accountNumber')
  sort: Sort<AccountSort> = 'accountNumber';
}

/** An entry of an exclusion list as GET answers it. */
export class ExclusionAnswer extends AnswerOf(ExclusionBody, { optional: 'orNull' }) {}

/** An account as GET answers it ([account.get]). */
export class AccountAnswer extends AnswerOf(OpenAccountBody, {
  accountName: 'own',
  longTermTaxRate: 'orNull',
  shortTermTaxRate: 'orNull',
  initContributionDate: 'orNull',
  trustedContacts: 'own',
  primaryBeneficiaries: 'own',
  contingentBeneficiaries: 'own',
  branchCode: 'orNull',
  repCode: 'orNull',
  minor: 'own',
  accountRegistrationInfo: 'orNull',
  taxClassification: 'orNull',
}) {
  @Identifier({ description: 'Account number', example: 'RA1B2C3D4E' })
  accountNumber!: string;

  @Text({
    nullable: true,
    description: "Name; null once the owner's personal data were erased",
    example: 'Jane first',
  })
  accountName!: string | null;

  @Code(AccountStatuses, { description: 'Whether anything restricts the account, or it is closed' })
  accountStatus!: AccountStatus;

  @ListOf(() => ExclusionAnswer, { description: 'Excluded tickers' })
  securityExclusion!: readonly ExclusionAnswer[];

  @ListOf(() => ExclusionAnswer, { description: 'Excluded issues' })
  issueExclusion!: readonly ExclusionAnswer[];

  @ListOf(() => ExclusionAnswer, { description: 'Excluded sectors' })
  sectorExclusion!: readonly ExclusionAnswer[];

  @ListOf(() => TrustedContactAnswer, {
    description: 'Whom the firm may speak to about the account',
  })
  trustedContacts!: readonly TrustedContactAnswer[];

  @ListOf(() => BeneficiaryAnswer, { description: 'Who inherits; retirement types' })
  primaryBeneficiaries!: readonly BeneficiaryAnswer[];

  @ListOf(() => BeneficiaryAnswer, {
    description:
      'Who inherits when no primary beneficiary does; retirement types, only with primary ones',
  })
  contingentBeneficiaries!: readonly BeneficiaryAnswer[];

  @ObjectOf(() => MinorAnswer, { nullable: true, description: 'Custodial account' })
  minor!: MinorAnswer | null;

  @ListOfText({ description: 'Ids', example: ['2542671282'] })
  restrictions!: readonly string[];

  @IsoTimestamp({ description: 'When it was created', example: '2026-03-02T15:00:00.000+00:00' })
  creationDate!: string;
}

/** A restriction as GET answers it. */
export class RestrictionAnswer {
  @Identifier({ description: 'Id of the restriction', example: '2542671282' })
  restrictionId!: string;

  @Identifier({ description: 'Account number', example: 'RA1B2C3D4E' })
  accountNumber!: string;

  @Code(RestrictionReasons, { description: 'Why the account is restricted' })
  reasonCode!: string;

  @Code(RestrictionTypes, { description: 'How far the restriction goes' })
  restrictionType!: string;

  @Text({ nullable: true, description: 'What else is to be said', example: 'Court order' })
  note!: string | null;

  @IsoTimestamp({ description: 'When it was created', example: '2026-03-02T15:00:00.000+00:00' })
  creationDate!: string;
}

/** A stored signature; its document is never served ([signature.store]). */
export class SignatureAnswer {
  @Identifier({ description: 'Login id of the member', example: 'jane.doe' })
  loginId!: string;

  @Code(SignatureMethods, {
    description: 'What was signed: a document or an image',
    example: 'SIGNATURE_IMAGE',
  })
  signatureMethod!: string;

  @Code(SignatureImageEncodings, { nullable: true, description: 'Encoding of an image' })
  signatureImageEncoding!: string | null;

  @Bool({ nullable: true, description: 'Subject to backup withholding' })
  w9Withhold!: boolean | null;

  @Text({
    description: 'SHA-256 of the decoded document, lower-case hex',
    example: 'ff0435ba40c686ace18f50f1f3673e697a95cf662175fefcfb89a3bb1d5e7a10',
  })
  sha256!: string;

  @IsoTimestamp({ description: 'When the signature was stored' })
  signedAt!: string;
}
