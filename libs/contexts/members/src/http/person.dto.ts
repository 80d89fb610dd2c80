import {
  Bool,
  Code,
  Digits,
  Email,
  NotUpdatable,
  ObjectOf,
  PersonTaxId,
  Phone,
  Text,
} from '#libs/platform/http';
import {
  CipStatuses,
  type Citizenship,
  Citizenships,
  type EmploymentStatus,
  EmploymentStatuses,
  FieldCode,
  isCountryCode,
  type LocalDate,
  type MaritalStatus,
  MaritalStatuses,
  type OccupationType,
  OccupationTypes,
  type Secret,
  type Suffix,
  Suffixes,
  type TaxBracket,
  TaxBrackets,
  type Title,
  Titles,
  type WorthRange,
  WorthRanges,
} from '#libs/platform/kernel';
import type { MemberChanges, MemberProfileItems, NewMember, NewTrustee } from '../domain/index.js';
import { AddressDto, optionalAddress, StreetAddressDto } from './address.dto.js';
import {
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
  MiddleName,
  optional,
} from './fields.js';

const salutation = { ...optional, forgiven: 'case and full stops' } as const;

/** Common fields of members and trustees, except those that identify them ([member.create], [trustee.create]). */
export class ContactDto {
  @Code(Titles, { ...salutation, description: 'Form of address' })
  title?: Title | null;

  @Code(Suffixes, { ...salutation, description: 'Suffix of the name' })
  suffix?: Suffix | null;

  @Email({ ...optional, description: 'Secondary e-mail address' })
  email2?: string | null;

  @Phone({ ...optional, description: 'Daytime telephone' })
  dayTelephone?: string | null;

  @Phone({ ...optional, description: 'Evening telephone' })
  eveningTelephone?: string | null;

  @ObjectOf(() => AddressDto, {
    ...optionalAddress,
    nullable: true,
    description: 'Mailing address, if different',
  })
  mailingAddress?: AddressDto | null;

  @Code(Citizenships, { ...optional, description: 'Citizenship' })
  citizenship?: Citizenship | null;

  @Line(40, 'Two-letter ISO 3166 code; defaults to US for a member', {
    ...optional,
    check: (sent) => (isCountryCode(keptCountry(sent)) ? undefined : FieldCode.Choice),
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

  @PersonTaxId({ description: 'SSN or ITIN, nine digits', example: '078051120' })
  tid?: Secret;

  @Email({ required: true, trim: true, description: 'Primary e-mail address' })
  email1!: string;

  @ObjectOf(() => StreetAddressDto, { ...optionalAddress, description: 'A US street address' })
  primaryAddress?: StreetAddressDto;
}

const flag = { nullable: true } as const;
const leaf = { trim: true, answered: 'maybe' } as const;
const HOME = { description: 'A US street address' };
const EMAIL = { trim: true, description: 'Primary e-mail address' } as const;

/** `memberProfileItems`. */
export class MemberProfileItemsDto implements MemberProfileItems {
  @Code(TaxBrackets, { ...leaf, description: 'Top marginal tax bracket' })
  topMarginalTaxBracket?: TaxBracket;

  @Code(MaritalStatuses, { ...leaf, description: 'Marital status' })
  maritalStatus?: MaritalStatus;
}

/** Optional fields of a member, which may change at any time. */
class ProfileDto extends ContactDto {
  @ObjectOf(() => AddressDto, {
    ...optionalAddress,
    nullable: true,
    description: 'Address of the employer',
  })
  employerAddress?: AddressDto | null;

  @Line(100, 'Name of the employer', optional)
  employerName?: string | null;

  @Code(EmploymentStatuses, { ...optional, description: 'Employment' })
  employmentStatus?: EmploymentStatus | null;

  @Code(OccupationTypes, { ...optional, forgiven: 'case', description: 'Occupation' })
  occupationType?: OccupationType | null;

  @Code(WorthRanges, { ...optional, description: 'Range of the annual income' })
  annualIncome?: WorthRange | null;

  @Code(WorthRanges, { ...optional, description: 'Range of the liquid net worth' })
  liquidNetWorth?: WorthRange | null;

  @Code(WorthRanges, { ...optional, description: 'Range of the net worth' })
  netWorth?: WorthRange | null;

  @Digits({
    ...optional,
    max: 2,
    kept: (count) => String(Number(count)),
    description: '0 to 99',
    example: '2',
  })
  dependentCount?: string | null;

  @Bool({ ...flag, description: 'Accredited by annual income' })
  accreditedInvestorAnnualIncome?: boolean | null;

  @Bool({ ...flag, description: 'Accredited by net worth' })
  accreditedInvestorNetWorth?: boolean | null;

  @DirectorOrTenPercentShareholder
  directorOrTenPercentShareholder?: boolean | null;

  @DirectorOrTenPercentShareholderCompany
  directorOrTenPercentShareholderCompany?: readonly string[] | null;

  @FinraAffiliated
  finraAffiliated?: boolean | null;

  @FinraCompany
  finraCompany?: string | null;

  @Bool({ ...flag, description: 'Has subscribed to private placements before' })
  previousPrivatePlacementExperience?: boolean | null;

  @Line(100, 'Sector of the experience', optional)
  previousExperienceSector?: string | null;

  @ObjectOf(() => MemberProfileItemsDto, {
    nullable: true,
    blankWithout: {},
    description: 'More about the member',
  })
  memberProfileItems?: MemberProfileItemsDto | null;

  @Text({
    ...optional,
    max: 4,
    pattern: /^[A-Z0-9]+$/,
    hint: 'capital letters and digits',
    description: 'One to four capital letters and digits; defaults to N',
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

  @PersonTaxId({ required: true, description: 'SSN or ITIN, nine digits', example: '078051120' })
  tid!: Secret;

  @Email({ ...EMAIL, required: true })
  email1!: string;

  @ObjectOf(() => StreetAddressDto, { ...HOME, required: true })
  primaryAddress!: StreetAddressDto;
}

/** Body of `PUT /restapi/members/{loginid}`: omitted fields keep their values, null clears ([member.update]). */
export class UpdateMemberDto extends ProfileDto implements MemberChanges {
  @Text({ min: 0, description: 'If present, must match the path' })
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

  @ObjectOf(() => StreetAddressDto, { ...HOME, required: 'whenSent' })
  primaryAddress?: StreetAddressDto;
}

/** Body of `PUT /backoffice/members/{loginid}/verification`. */
export class IdentityResultDto {
  @Code(
    { PASSED: CipStatuses.PASSED, FAILED: CipStatuses.FAILED },
    { required: true, trim: true, description: 'Result of the identity check' },
  )
  cipStatus!: 'PASSED' | 'FAILED';
}
