import {
  Bool,
  Code,
  Digits,
  Email,
  fieldsOf,
  Identifier,
  IsoTimestamp,
  ListOfText,
  NotUpdatable,
  ObjectOf,
  PageQuery,
  PersonTaxId,
  Phone,
  ResponseOf,
  type Sort,
  SortBy,
  Text,
} from '#libs/platform/http';
import {
  codesOf,
  FieldCode,
  isCountryCode,
  type LocalDate,
  mustBe,
  omit,
  searchForm,
  type Secret,
  wireDateAsTimestamp,
  wireTimestamp,
} from '#libs/platform/kernel';
import {
  type CipStatus,
  CipStatuses,
  type Citizenship,
  Citizenships,
  type MembershipState,
  MembershipStates,
} from '#libs/contexts/codes';
import {
  emailForm,
  emailsOf,
  type MemberDocument,
  type TrusteeDocument,
} from './member.document.js';
import type { MemberChanges, MemberProfileItems, NewMember } from './member.js';
import {
  AddressDto,
  DateOfBirth,
  DirectorOrTenPercentShareholder,
  DirectorOrTenPercentShareholderCompany,
  FinraAffiliated,
  FinraCompany,
  FirstName,
  keptCountry,
  LastName,
  Line,
  LoginId,
  MASKED_TAX_ID,
  MiddleName,
  optional,
  optionalAddress,
  StreetAddressDto,
} from './person.dto.js';
import {
  compact,
  type EmploymentStatus,
  EmploymentStatuses,
  type MaritalStatus,
  MaritalStatuses,
  type OccupationType,
  OccupationTypes,
  type Suffix,
  Suffixes,
  type TaxBracket,
  TaxBrackets,
  type Title,
  Titles,
  type WorthRange,
  WorthRanges,
} from './person.js';
import type { NewTrustee } from './trustee.js';

const HOME = 'A US street address';

const salutation = { ...optional, forgiven: 'case and full stops' } as const;

/** Common fields of members and trustees, except those that identify them ([member.create], [trustee.create]). */
class ContactDto {
  @Code(Titles, 'Form of address', salutation)
  title?: Title | null;

  @Code(Suffixes, 'Suffix of the name', salutation)
  suffix?: Suffix | null;

  @Email('Secondary e-mail address', optional)
  email2?: string | null;

  @Phone('Daytime telephone', optional)
  dayTelephone?: string | null;

  @Phone('Evening telephone', optional)
  eveningTelephone?: string | null;

  @ObjectOf(() => AddressDto, 'Mailing address, if different', {
    ...optionalAddress,
    nullable: true,
  })
  mailingAddress?: AddressDto | null;

  @Code(Citizenships, 'Citizenship', optional)
  citizenship?: Citizenship | null;

  @Line(40, 'Two-letter ISO 3166 code; defaults to US for a member', {
    ...optional,
    check: (sent) =>
      isCountryCode(keptCountry(sent))
        ? undefined
        : { code: FieldCode.Choice, message: mustBe('two letters of ISO 3166, such as US') },
    kept: keptCountry,
  })
  residenceCountry?: string | null;
}

/** Body of `POST /restapi/trustees`. */
export class CreateTrusteeDto extends ContactDto implements NewTrustee {
  @LoginId
  loginId!: string;

  @FirstName
  firstName!: string;

  @MiddleName
  middleName?: string;

  @LastName
  lastName!: string;

  @DateOfBirth
  dateOfBirth!: LocalDate;

  @PersonTaxId('SSN or ITIN, nine digits', { example: '078051120' })
  tid?: Secret;

  @Email('Primary e-mail address', { required: true, trim: true })
  email1!: string;

  @ObjectOf(() => StreetAddressDto, HOME, optionalAddress)
  primaryAddress?: StreetAddressDto;
}

const flag = { nullable: true } as const;

const leaf = { trim: true, answered: 'maybe' } as const;

const EMAIL = { trim: true, description: 'Primary e-mail address' } as const;

class MemberProfileItemsDto implements MemberProfileItems {
  @Code(TaxBrackets, 'Top marginal tax bracket', leaf)
  topMarginalTaxBracket?: TaxBracket;

  @Code(MaritalStatuses, 'Marital status', leaf)
  maritalStatus?: MaritalStatus;
}

/** Optional fields of a member, which may change at any time. */
class ProfileDto extends ContactDto {
  @ObjectOf(() => AddressDto, 'Address of the employer', { ...optionalAddress, nullable: true })
  employerAddress?: AddressDto | null;

  @Line(100, 'Name of the employer', optional)
  employerName?: string | null;

  @Code(EmploymentStatuses, 'Employment', optional)
  employmentStatus?: EmploymentStatus | null;

  @Code(OccupationTypes, 'Occupation', { ...optional, forgiven: 'case' })
  occupationType?: OccupationType | null;

  @Code(WorthRanges, 'Range of the annual income', optional)
  annualIncome?: WorthRange | null;

  @Code(WorthRanges, 'Range of the liquid net worth', optional)
  liquidNetWorth?: WorthRange | null;

  @Code(WorthRanges, 'Range of the net worth', optional)
  netWorth?: WorthRange | null;

  @Digits('0 to 99', { ...optional, max: 2, kept: (count) => String(Number(count)), example: '2' })
  dependentCount?: string | null;

  @Bool('Accredited by annual income', flag)
  accreditedInvestorAnnualIncome?: boolean | null;

  @Bool('Accredited by net worth', flag)
  accreditedInvestorNetWorth?: boolean | null;

  @DirectorOrTenPercentShareholder
  directorOrTenPercentShareholder?: boolean | null;

  @DirectorOrTenPercentShareholderCompany
  directorOrTenPercentShareholderCompany?: readonly string[] | null;

  @FinraAffiliated
  finraAffiliated?: boolean | null;

  @FinraCompany
  finraCompany?: string | null;

  @Bool('Has subscribed to private placements before', flag)
  previousPrivatePlacementExperience?: boolean | null;

  @Line(100, 'Sector of the experience', optional)
  previousExperienceSector?: string | null;

  @ObjectOf(() => MemberProfileItemsDto, 'More about the member', {
    nullable: true,
    blankWithout: {},
  })
  memberProfileItems?: MemberProfileItemsDto | null;

  @Text('One to four capital letters and digits; defaults to N', {
    ...optional,
    max: 4,
    pattern: /^[A-Z0-9]+$/,
    hint: 'a code of capital letters and digits',
  })
  membershipType?: string | null;
}

/** Body of `POST /restapi/members` ([member.create]). */
export class CreateMemberDto extends ProfileDto implements NewMember {
  @LoginId
  loginId!: string;

  @FirstName
  firstName!: string;

  @MiddleName
  middleName?: string;

  @LastName
  lastName!: string;

  @DateOfBirth
  dateOfBirth!: LocalDate;

  @PersonTaxId('SSN or ITIN, nine digits', { required: true, example: '078051120' })
  tid!: Secret;

  @Email({ ...EMAIL, required: true })
  email1!: string;

  @ObjectOf(() => StreetAddressDto, HOME, { required: true })
  primaryAddress!: StreetAddressDto;
}

/** Body of `PUT /restapi/members/{loginid}`: omitted fields keep their values, null clears ([member.update]). */
export class UpdateMemberDto extends ProfileDto implements MemberChanges {
  @Text('If present, must match the path', { min: 0 })
  loginId?: string;

  @NotUpdatable()
  firstName?: never;

  @NotUpdatable()
  middleName?: never;

  @NotUpdatable()
  lastName?: never;

  @NotUpdatable()
  dateOfBirth?: never;

  @NotUpdatable()
  tid?: never;

  @Email({ ...EMAIL, required: 'whenSent' })
  email1?: string;

  @ObjectOf(() => StreetAddressDto, HOME, { required: 'whenSent' })
  primaryAddress?: StreetAddressDto;
}

/** Body of `PUT /backoffice/members/{loginid}/verification`. */
export class IdentityResultDto {
  @Code(
    { PASSED: CipStatuses.PASSED, FAILED: CipStatuses.FAILED },
    'Result of the identity check',
    { required: true, trim: true },
  )
  cipStatus!: 'PASSED' | 'FAILED';
}

const ranges = codesOf(WorthRanges);

/** Fields of members and trustees. Personal fields have no value once erased. */
class PersonResponse {
  @Text('Login id', { required: true, example: 'jane.doe' })
  loginId!: string;

  @Identifier('Number of the person, immutable', { required: true, example: '1730225935901564' })
  memberOid!: string;

  @Identifier('Id of the advisor firm, immutable', { required: true, example: '1000000001' })
  firmOid!: string;

  @Code(Titles, 'Form of address', { example: 'Ms.' })
  title?: Title;

  @Text('First name', { example: 'Tom' })
  firstName?: string;

  @Text('Middle name', { example: 'Ann' })
  middleName?: string;

  @Text('Last name', { example: 'Doe' })
  lastName?: string;

  @Code(Suffixes, 'Suffix of the name', { example: 'Jr.' })
  suffix?: Suffix;

  @IsoTimestamp('Date of birth', { example: '1980-05-17T00:00:00.000+00:00' })
  dateOfBirth?: string;

  @IsoTimestamp('When the person was created', {
    required: true,
    example: '2026-03-02T15:00:00.000+00:00',
  })
  creationDate!: string;

  @Text(MASKED_TAX_ID, { example: '*****1120' })
  tid?: string;

  @Text('Primary e-mail address', { example: 'jane@example.com' })
  email1?: string;

  @Text('Secondary e-mail address', { example: 'jane.doe@example.org' })
  email2?: string;

  @Text('Daytime telephone', { example: '212-555-0142' })
  dayTelephone?: string;

  @Text('Evening telephone', { example: '212-555-0143' })
  eveningTelephone?: string;

  @ObjectOf(() => AddressDto, 'Street address')
  primaryAddress?: AddressDto;

  @ObjectOf(() => AddressDto, 'Mailing address, if different')
  mailingAddress?: AddressDto;

  @Code(Citizenships, 'Citizenship', { example: 'C' })
  citizenship?: Citizenship;

  @Text('Country of residence', { example: 'US' })
  residenceCountry?: string;
}

/** A trustee as GET returns it, without absent fields. */
export class TrusteeResponse extends ResponseOf(PersonResponse, {
  optional: 'maybe',
  email2: 'own',
}) {
  @Email('Secondary e-mail address', { answered: 'maybe' })
  email2?: string;
}

/** A member as GET returns it ([member.get]). */
export class MemberResponse extends ResponseOf(PersonResponse, {
  optional: 'orNull',
  tid: 'always',
  residenceCountry: 'always',
}) {
  @ObjectOf(() => AddressDto, 'Address of the employer', { nullable: true })
  employerAddress!: AddressDto | null;

  @Text('Name of the employer', { example: 'Acme', nullable: true })
  employerName!: string | null;

  @Code(EmploymentStatuses, 'Employment', { example: 'Employed', nullable: true })
  employmentStatus!: EmploymentStatus | null;

  @Code(OccupationTypes, 'Occupation', { example: 'Engineering', nullable: true })
  occupationType!: OccupationType | null;

  @Code(ranges, 'Range of the annual income', { example: '3', nullable: true })
  annualIncome!: WorthRange | null;

  @Code(ranges, 'Range of the liquid net worth', { example: '2', nullable: true })
  liquidNetWorth!: WorthRange | null;

  @Code(ranges, 'Range of the net worth', { example: '4', nullable: true })
  netWorth!: WorthRange | null;

  @Text('Number of dependents, 0 to 99', { example: '2', nullable: true })
  dependentCount!: string | null;

  @Bool('Accredited by annual income')
  accreditedInvestorAnnualIncome!: boolean;

  @Bool('Accredited by net worth')
  accreditedInvestorNetWorth!: boolean;

  @Bool('Director or ten percent shareholder of a listed company')
  directorOrTenPercentShareholder!: boolean;

  @ListOfText('Tickers', { example: ['IBM'] })
  directorOrTenPercentShareholderCompany!: readonly string[];

  @Bool('Affiliated with a FINRA member')
  finraAffiliated!: boolean;

  @Text('The FINRA member', { example: 'Broker Inc.', nullable: true })
  finraCompany!: string | null;

  @Bool('Has subscribed to private placements before')
  previousPrivatePlacementExperience!: boolean;

  @Text('Sector of the experience', { example: 'Energy', nullable: true })
  previousExperienceSector!: string | null;

  @Code(CipStatuses, 'Result of the identity check', { example: 'PASSED' })
  cipStatus!: CipStatus;

  @ObjectOf(() => MemberProfileItemsDto, 'More about the member', { nullable: true })
  memberProfileItems!: MemberProfileItemsDto | null;

  @Text('Kind of the membership', { example: 'N' })
  membershipType!: string;

  @Text('Partner code of the firm', { example: 'P-1', nullable: true })
  partnerCode!: string | null;

  @Text('Login id of the API client or advisor who created the member', {
    nullable: true,
    example: 'acme.api',
  })
  advisorLoginId!: string | null;

  @Code(MembershipStates, 'State of the membership', { example: 'RM' })
  transState!: MembershipState;
}

/** Query of `POST /restapi/members` ([member.pending]). */
export class CreateMemberQuery {
  @Bool('Whether to check the identity later; the member is PENDING_NEW until then')
  asynchronousSSNValidation?: boolean;
}

/** Query of `GET /restapi/members`; the filters are combined with AND. */
export class MembersQuery extends PageQuery {
  @Identifier('Only members whose login id starts with this', { example: 'jane' })
  loginId?: string;

  @Text('Only members whose first and last name contain this, ignoring case', {
    max: 100,
    trim: true,
    example: 'jane d',
  })
  name?: string;

  @Text('Only members with this whole e-mail address, ignoring case', {
    max: 254,
    trim: true,
    noBlanks: true,
    example: 'jane@example.com',
  })
  email?: string;

  @SortBy(['loginId', 'name'], 'loginId')
  sort: Sort<'loginId' | 'name'> = 'loginId';
}

/** Every field of {@link MemberResponse} as null, since fields without a value are not omitted. */
const ALL_NULL = Object.fromEntries(fieldsOf(MemberResponse).map(({ name }) => [name, null])) as {
  readonly [Field in keyof MemberResponse]: null;
};

/** A member on the wire ([member.get]), with the tax id masked unless `fullTid` is given. */
export function toMemberResponse(document: MemberDocument, fullTid?: string): MemberResponse {
  const { firmId: firmOid, tid, tickers, profile, dateOfBirth, creationDate } = document;
  const values = compact({
    ...omit(
      document,
      'firmId',
      'revision',
      'tid',
      'tickers',
      'profile',
      'dateOfBirth',
      'creationDate',
      'sortName',
      'emails',
    ),
    ...profile,
    firmOid,
    directorOrTenPercentShareholderCompany: tickers,
    dateOfBirth: dateOfBirth && wireDateAsTimestamp(dateOfBirth),
    creationDate: wireTimestamp(creationDate),
    tid: fullTid ?? tid.masked,
  });
  return { ...ALL_NULL, ...values };
}

export function toTrusteeResponse(document: TrusteeDocument, fullTid?: string): TrusteeResponse {
  const { firmId: firmOid, tid, dateOfBirth, creationDate } = document;
  return compact({
    ...omit(document, 'firmId', 'revision', 'tid', 'dateOfBirth', 'creationDate', 'readers'),
    firmOid,
    dateOfBirth: dateOfBirth && wireDateAsTimestamp(dateOfBirth),
    creationDate: wireTimestamp(creationDate),
    tid: fullTid ?? tid?.masked,
  });
}

/** The filter of a list query. Of an erased member only the login id is known. */
export function memberFilter({
  loginId = '',
  name = '',
  email,
}: Partial<MembersQuery>): (member: MemberDocument) => boolean {
  const [part, address] = [searchForm(name), email && emailForm(email)];
  return (member) => {
    const { firstName = '', lastName = '' } = member;
    return (
      member.loginId.startsWith(loginId) &&
      (part === '' || searchForm(`${firstName} ${lastName}`).includes(part)) &&
      (address === undefined || emailsOf(member).includes(address))
    );
  };
}
