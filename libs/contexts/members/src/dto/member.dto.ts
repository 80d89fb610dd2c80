import { Bool, Identifier, ListOfText, ObjectOf, SecretDigits } from '#libs/platform/http';
import {
  CipStatuses,
  Citizenships,
  EmploymentStatuses,
  MaritalStatuses,
  OccupationTypes,
  type Secret,
  TaxBrackets,
  WorthRanges,
} from '#libs/platform/kernel';
import type { MemberInput, Sent } from '../domain/index.js';
import { AddressDto } from './address.dto.js';
import { CodeText, lenient, Plain } from './fields.js';
import { PersonDto } from './person.dto.js';

const flag = { nullable: true } as const;

/** `memberProfileItems`. */
export class MemberProfileItemsDto {
  @CodeText(TaxBrackets)
  topMarginalTaxBracket?: Sent<string>;

  @CodeText(MaritalStatuses)
  maritalStatus?: Sent<string>;
}

/** Body of `POST /restapi/members` (decisions §4). */
export class CreateMemberDto extends PersonDto implements MemberInput {
  @SecretDigits({
    length: 9,
    nullable: true,
    required: true,
    description: 'SSN or ITIN, nine digits',
  })
  tid?: Sent<Secret>;

  @ObjectOf(() => AddressDto, {
    nullable: true,
    required: true,
    description: 'A US street address',
  })
  override primaryAddress?: Sent<AddressDto>;

  @ObjectOf(() => AddressDto, { nullable: true })
  employerAddress?: Sent<AddressDto>;

  @Plain()
  employerName?: Sent<string>;

  @CodeText(EmploymentStatuses)
  employmentStatus?: Sent<string>;

  @CodeText(OccupationTypes)
  occupationType?: Sent<string>;

  @CodeText(WorthRanges)
  annualIncome?: Sent<string>;

  @CodeText(WorthRanges)
  liquidNetWorth?: Sent<string>;

  @CodeText(WorthRanges)
  netWorth?: Sent<string>;

  @Identifier({ ...lenient, description: '0 to 99' })
  dependentCount?: Sent<string>;

  @CodeText(Citizenships)
  citizenship?: Sent<string>;

  @Plain('Two or three letters; US when missing')
  residenceCountry?: Sent<string>;

  @Bool(flag)
  accreditedInvestorAnnualIncome?: Sent<boolean>;

  @Bool(flag)
  accreditedInvestorNetWorth?: Sent<boolean>;

  @Bool(flag)
  directorOrTenPercentShareholder?: Sent<boolean>;

  @ListOfText({
    nullable: true,
    commaSeparated: true,
    description:
      'Tickers, as a list or separated by commas; each is excluded on all accounts of the member',
  })
  directorOrTenPercentShareholderCompany?: Sent<readonly string[]>;

  @Bool(flag)
  finraAffiliated?: Sent<boolean>;

  @Plain('Needed when finraAffiliated is true')
  finraCompany?: Sent<string>;

  @Bool(flag)
  previousPrivatePlacementExperience?: Sent<boolean>;

  @Plain()
  previousExperienceSector?: Sent<string>;

  @ObjectOf(() => MemberProfileItemsDto, { nullable: true })
  memberProfileItems?: Sent<MemberProfileItemsDto>;

  @Plain('One to four capital letters and digits; N when missing')
  membershipType?: Sent<string>;
}

/**
 * Body of `PUT /restapi/members/{loginid}`: what is sent changes, null empties. The fields that never change are known, so
 * that sending them is `not.updatable` rather than an unknown key.
 */
export class UpdateMemberDto extends CreateMemberDto {
  @Plain('Equal to the one of the path, or missing')
  override loginId?: Sent<string>;

  @Plain('Not updatable')
  override firstName?: Sent<string>;

  @Plain('Not updatable')
  override middleName?: Sent<string>;

  @Plain('Not updatable')
  override lastName?: Sent<string>;

  @Plain('Not updatable')
  override dateOfBirth?: Sent<string>;

  @SecretDigits({ nullable: true, description: 'Not updatable' })
  override tid?: Sent<Secret>;

  @Plain('Primary e-mail address')
  override email1?: Sent<string>;

  @ObjectOf(() => AddressDto, { nullable: true, description: 'A US street address' })
  override primaryAddress?: Sent<AddressDto>;
}

/** Body of `PUT /backoffice/members/{loginid}/verification`. */
export class IdentityResultDto {
  @CodeText({ PASSED: CipStatuses.PASSED, FAILED: CipStatuses.FAILED }, true)
  cipStatus?: Sent<string>;
}
