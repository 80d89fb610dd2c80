import type { Unseal } from '#libs/contexts/members';
import {
  Code,
  DecimalString,
  type Failure,
  type Form,
  Identifier,
  IsoDateOrTimestamp,
  IsoTimestamp,
  ListOf,
  ListOfText,
  NotUpdatable,
  ObjectOf,
  PageQuery,
  ResponseOf,
  type Sort,
  SortBy,
  Text,
} from '#libs/platform/http';
import {
  codesOf,
  FieldCode,
  type LocalDate,
  searchForm,
  type Timestamp,
  wireDateAsTimestamp,
  wireTimestamp,
} from '#libs/platform/kernel';
import {
  type AccountStatus,
  AccountStatuses,
  type AccountType,
  AccountTypes,
  type TaxClassification,
  TaxClassifications,
  taxClassificationsOf,
  type TaxLotMethod,
  TaxLotMethods,
} from '#libs/contexts/codes';
import { type BackupWithholding, BackupWithholdings } from './account-state.js';
import type { DetailsInput, OpeningInput, UpdateInput } from './account-commands.js';
import { type AccountDocument, sealedIn, type SealedPerson } from './account.document.js';
import type { Exclusion, NamedPerson } from './account.events.js';
import { statusOf } from './closing.js';
import { BELONGING, type Belonging, hasValue, methodFailure } from './opening.js';
import {
  BeneficiaryBody,
  BeneficiaryResponse,
  MinorBody,
  MinorResponse,
  TrustedContactBody,
  TrustedContactResponse,
  UpdatedBeneficiaryBody,
} from './person.dto.js';
import { shownExclusions } from './updating.js';

/** Maximum length of an account's name ([account.accountName]). */
const MAX_ACCOUNT_NAME = 16;

const accountName = {
  max: MAX_ACCOUNT_NAME,
  trim: true,
  printable: 'line',
  description: 'Unique among the accounts of the primary owner',
  example: 'Jane first',
} as const;

const billingPlanOid = { description: 'An advisory plan of the firm', example: '2000001' };

const code = { max: 40, trim: true, printable: 'line' } as const;

type Typed = Pick<Partial<OpeningInput>, 'accountType'>;

/** Requires or rejects a field by the account type in the same body ([account.other-type]); an empty list counts as no value. */
function ofType(field: keyof typeof BELONGING) {
  const { belongs, required = false }: Belonging = BELONGING[field];
  const isNeeded = ({ accountType }: Typed): boolean =>
    required && accountType !== undefined && belongs(accountType);
  return {
    required: isNeeded,
    check: (value: unknown, _now: Timestamp, account: Typed) => {
      const { accountType } = account;
      if (!hasValue(value)) {
        const message = `It is required with accountType ${accountType}.`;
        return isNeeded(account) ? { code: FieldCode.Required, message } : undefined;
      }
      return accountType === undefined || belongs(accountType)
        ? undefined
        : FieldCode.OtherAccountType;
    },
  };
}

/** Accepts only the tax classifications of the account type. */
function classificationFailure(
  code: string,
  now: Timestamp,
  account: Typed,
): string | Failure | undefined {
  const { accountType } = account;
  const codes: readonly string[] = accountType ? taxClassificationsOf(accountType) : [];
  return codes.length === 0 || codes.includes(code)
    ? ofType('taxClassification').check(code, now, account)
    : { code: FieldCode.Choice, message: `This account type accepts ${codes.join(', ')}.` };
}

const rate = { min: '0', max: '100', decimals: 15, description: 'Percent; only for WLFS and WGFS' };

const people = { max: 100 };

const primaryBeneficiaries = {
  ...people,
  ...ofType('primaryBeneficiaries'),
  description: 'Who inherits; retirement accounts',
};

const contingentBeneficiaries = {
  ...people,
  ...ofType('contingentBeneficiaries'),
  description:
    'Who inherits if no primary beneficiary does; retirement accounts, only with primary ones',
};

const logins = { max: 50, itemMax: 64 };

/** Fields that creation and update share ([account.create], [account.update]). */
class DetailsBody implements DetailsInput {
  @Text(accountName)
  accountName?: string;

  @Identifier(billingPlanOid)
  billingPlanOid?: string;

  @Code(TaxLotMethods, 'Tax lot relief method; AVGC for all non-taxable accounts and no others', {
    check: (method, _now, { accountType }: Typed) =>
      accountType && methodFailure(method as TaxLotMethod, accountType),
    example: 'LGHL',
  })
  defaultTaxLotSelection?: TaxLotMethod;

  @DecimalString({ ...rate, ...ofType('longTermTaxRate'), example: '15.5' })
  longTermTaxRate?: string | null;

  @DecimalString({ ...rate, ...ofType('shortTermTaxRate'), example: '37' })
  shortTermTaxRate?: string | null;

  @IsoDateOrTimestamp('First contribution; SIMPLE IRA only', {
    ...ofType('initContributionDate'),
    past: true,
    answeredAs: 'date',
  })
  initContributionDate?: LocalDate;

  @ListOf(() => TrustedContactBody, 'People the firm may contact about the account', people)
  trustedContacts?: readonly TrustedContactBody[];

  @ListOf(() => BeneficiaryBody, primaryBeneficiaries)
  primaryBeneficiaries?: readonly BeneficiaryBody[];

  @ListOf(() => BeneficiaryBody, contingentBeneficiaries)
  contingentBeneficiaries?: readonly BeneficiaryBody[];
}

/** Body of POST `/restapi/accounts` ([account.create]). */
export class OpenAccountBody extends DetailsBody implements OpeningInput {
  @Text({ ...accountName, required: true })
  override accountName!: string;

  @Identifier({ ...billingPlanOid, required: true })
  override billingPlanOid!: string;

  @Code(AccountTypes, 'Type of the account', { required: true, example: 'I' })
  accountType!: AccountType;

  @Identifier('Branch of the firm', { ...code, example: 'B7' })
  branchCode?: string;

  @Identifier('Representative of the firm', { ...code, example: 'R9' })
  repCode?: string;

  @Identifier('Login id of a member, or firm id for a corporate account', {
    required: true,
    example: 'jane.doe',
  })
  primaryAccountOwner!: string;

  @ListOfText('Login ids; joint types and revocable trust', {
    ...logins,
    ...ofType('jointOwners'),
    example: ['john.doe'],
  })
  jointOwners?: readonly string[];

  @ObjectOf(() => MinorBody, 'Custodial account', ofType('minor'))
  minor?: MinorBody;

  @Code(BackupWithholdings, 'Backup withholding')
  w9BackupWithholding?: BackupWithholding;

  @ListOfText('Login ids; corporate types', {
    ...logins,
    ...ofType('trustees'),
    example: ['tess.fox'],
  })
  trustees?: readonly string[];

  @Text('Corporate types and revocable trust', {
    ...ofType('accountRegistrationInfo'),
    max: 255,
    trim: true,
    example: 'Acme LLC',
  })
  accountRegistrationInfo?: string;

  @Code(TaxClassifications, 'Corporation and LLC', {
    ...ofType('taxClassification'),
    check: classificationFailure,
  })
  taxClassification?: TaxClassification;
}

/** Specification, "Exclusion list item". */
class ExclusionBody {
  @IsoDateOrTimestamp('First day of the exclusion', { answeredAs: 'date', example: '2026-01-01' })
  exclusionStartDate?: LocalDate;

  @IsoDateOrTimestamp('Last day of the exclusion', {
    check: (end, _now, { exclusionStartDate: start }: ExclusionBody) =>
      start === undefined || start <= end
        ? undefined
        : { code: FieldCode.Date, message: 'The end is before the start.' },
    answeredAs: 'date',
    example: '2026-12-31',
  })
  exclusionEndDate?: LocalDate;

  @Text('Ticker, issue or sector that is excluded', {
    max: 64,
    trim: true,
    required: true,
    example: 'IBM',
  })
  exclusionValue!: string;
}

/** Body of an update ([account.update]). */
export class UpdateAccountBody extends DetailsBody implements UpdateInput {
  @Text({ ...accountName, required: 'whenSent' })
  override accountName?: string;

  @Identifier({ ...billingPlanOid, required: 'whenSent' })
  override billingPlanOid?: string;

  @DecimalString({ ...rate, ...ofType('longTermTaxRate'), nullable: true, example: '15.5' })
  override longTermTaxRate?: string | null;

  @DecimalString({ ...rate, ...ofType('shortTermTaxRate'), nullable: true, example: '37' })
  override shortTermTaxRate?: string | null;

  @Identifier('Account number of the path', { example: 'RA1B2C3D4E' })
  accountNumber?: string;

  @Code(
    { ...AccountStatuses, C: 'Alias of CLOSED' },
    'CLOSED or C closes the account permanently; otherwise send it as read, or omit',
    { example: 'CLOSED', kept: (status) => (status === 'C' ? 'CLOSED' : status) },
  )
  accountStatus?: AccountStatus;

  @ListOf(() => UpdatedBeneficiaryBody, primaryBeneficiaries)
  override primaryBeneficiaries?: readonly UpdatedBeneficiaryBody[];

  @ListOf(() => UpdatedBeneficiaryBody, contingentBeneficiaries)
  override contingentBeneficiaries?: readonly UpdatedBeneficiaryBody[];

  @ListOf(() => ExclusionBody, 'Excluded tickers', { alias: 'securityExclusions' })
  securityExclusion?: readonly ExclusionBody[];

  @ListOf(() => ExclusionBody, 'Excluded issues', { alias: 'issueExclusions' })
  issueExclusion?: readonly ExclusionBody[];

  @ListOf(() => ExclusionBody, 'Excluded sectors', { alias: 'sectorExclusions' })
  sectorExclusion?: readonly ExclusionBody[];
}

/** Fields that are fixed when an account is opened. */
const FIXED = [
  'accountType',
  'branchCode',
  'repCode',
  'primaryAccountOwner',
  'jointOwners',
  'minor',
  'w9BackupWithholding',
  'trustees',
  'accountRegistrationInfo',
  'taxClassification',
];

for (const field of FIXED) NotUpdatable()(UpdateAccountBody.prototype, field);

const ACCOUNT_SORTS = ['accountNumber', 'accountName', 'creationDate'] as const;

/** Sort keys of account lists. */
export type AccountSort = (typeof ACCOUNT_SORTS)[number];

/** Query of `GET /restapi/accounts`; the filters are combined with AND. */
export class AccountsQuery extends PageQuery {
  @Identifier('Only accounts of this primary or joint owner, by login id', { example: 'jane.doe' })
  owner?: string;

  @ListOfText('Only accounts of these types', {
    codes: codesOf(AccountTypes),
    min: 1,
    commaSeparated: true,
  })
  accountType?: readonly string[];

  @ListOfText('Only accounts of these statuses', {
    codes: codesOf(AccountStatuses),
    min: 1,
    commaSeparated: true,
  })
  accountStatus?: readonly string[];

  @Text('Only accounts whose name contains this, ignoring case', {
    max: MAX_ACCOUNT_NAME,
    trim: true,
    example: 'first',
  })
  accountName?: string;

  @SortBy(ACCOUNT_SORTS, 'accountNumber')
  sort: Sort<AccountSort> = 'accountNumber';
}

/** An entry of an exclusion list as GET returns it. */
class ExclusionResponse extends ResponseOf(ExclusionBody, { optional: 'orNull' }) {}

/** An account as GET returns it ([account.get]). */
export class AccountResponse extends ResponseOf(OpenAccountBody, {
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
  @Identifier('Account number', { example: 'RA1B2C3D4E' })
  accountNumber!: string;

  @Text("Name; null once the owner's personal data has been erased", {
    nullable: true,
    example: 'Jane first',
  })
  accountName!: string | null;

  @Code(AccountStatuses, 'Whether the account is open, restricted or closed')
  accountStatus!: AccountStatus;

  @ListOf(() => ExclusionResponse, 'Excluded tickers')
  securityExclusion!: readonly ExclusionResponse[];

  @ListOf(() => ExclusionResponse, 'Excluded issues')
  issueExclusion!: readonly ExclusionResponse[];

  @ListOf(() => ExclusionResponse, 'Excluded sectors')
  sectorExclusion!: readonly ExclusionResponse[];

  @ListOf(() => TrustedContactResponse, 'People the firm may contact about the account')
  trustedContacts!: readonly TrustedContactResponse[];

  @ListOf(() => BeneficiaryResponse, 'Who inherits; retirement accounts')
  primaryBeneficiaries!: readonly BeneficiaryResponse[];

  @ListOf(
    () => BeneficiaryResponse,
    'Who inherits if no primary beneficiary does; retirement accounts, only with primary ones',
  )
  contingentBeneficiaries!: readonly BeneficiaryResponse[];

  @ObjectOf(() => MinorResponse, 'Custodial account', { nullable: true })
  minor!: MinorResponse | null;

  @ListOfText('Ids of the restrictions in force', { example: ['2542671282'] })
  restrictions!: readonly string[];

  @IsoTimestamp('When it was opened', { example: '2026-03-02T15:00:00.000+00:00' })
  creationDate!: string;
}

/** The form of a response: `whole` with full tax numbers, `erased` once the owner's data has been erased. */
export function formOf(document: AccountDocument, unsealed: boolean): Form | undefined {
  if (document.accountName === undefined) return 'erased';
  return unsealed && sealedIn(document).length > 0 ? 'whole' : undefined;
}

/**
 * The account as GET returns it ([account.get]). Fields without a value are null, lists are empty. Tax numbers are masked to the last
 * four digits where `unseal` does not decrypt them.
 */
export function toAccountResponse(document: AccountDocument, unseal?: Unseal): AccountResponse {
  const person = personResponse(unseal);
  return {
    accountNumber: document.accountNumber,
    accountStatus: statusOf(document),
    accountName: document.accountName ?? null,
    accountType: document.accountType,
    billingPlanOid: document.billingPlanOid,
    branchCode: document.branchCode ?? null,
    repCode: document.repCode ?? null,
    defaultTaxLotSelection: document.defaultTaxLotSelection,
    longTermTaxRate: document.longTermTaxRate ?? null,
    shortTermTaxRate: document.shortTermTaxRate ?? null,
    primaryAccountOwner: document.primaryAccountOwner,
    jointOwners: document.jointOwners,
    initContributionDate: document.initContributionDate ?? null,
    trustedContacts: document.trustedContacts.map((contact) => ({
      ...contact,
      relationship: contact.relationship ?? null,
    })),
    primaryBeneficiaries: document.primaryBeneficiaries.map(person),
    contingentBeneficiaries: document.contingentBeneficiaries.map(person),
    minor: document.minor ? person(document.minor) : null,
    w9BackupWithholding: document.w9BackupWithholding,
    trustees: document.trustees,
    accountRegistrationInfo: document.accountRegistrationInfo ?? null,
    taxClassification: document.taxClassification ?? null,
    securityExclusion: shownExclusions(document).map(toExclusionResponse),
    issueExclusion: document.issueExclusion.map(toExclusionResponse),
    sectorExclusion: document.sectorExclusion.map(toExclusionResponse),
    restrictions: document.restrictions.map(({ restrictionId }) => restrictionId),
    creationDate: wireTimestamp(document.createdAt),
  };
}

function toExclusionResponse(exclusion: Exclusion): ExclusionResponse {
  return {
    exclusionStartDate: exclusion.exclusionStartDate ?? null,
    exclusionEndDate: exclusion.exclusionEndDate ?? null,
    exclusionValue: exclusion.exclusionValue,
  };
}

function personResponse(unseal: Unseal | undefined) {
  return <P extends SealedPerson<NamedPerson>>(person: P) => ({
    ...person,
    title: person.title ?? null,
    middleName: person.middleName ?? null,
    suffix: person.suffix ?? null,
    citizenship: person.citizenship ?? null,
    dateOfBirth: wireDateAsTimestamp(person.dateOfBirth),
    ssn: unseal?.(person.ssn.sealed) ?? person.ssn.masked,
  });
}

/** The filter of a list query; undefined if the query has none. */
export function accountFilter({
  owner,
  accountType,
  accountStatus,
  accountName,
}: Partial<AccountsQuery>): ((account: AccountDocument) => boolean) | undefined {
  if ((owner ?? accountType ?? accountStatus ?? accountName) === undefined) return undefined;
  const name = accountName === undefined ? undefined : searchForm(accountName);
  return (account) =>
    (owner === undefined || account.owners.includes(owner)) &&
    (accountType?.includes(account.accountType) ?? true) &&
    (accountStatus?.includes(statusOf(account)) ?? true) &&
    (name === undefined || searchForm(account.accountName ?? '').includes(name));
}
